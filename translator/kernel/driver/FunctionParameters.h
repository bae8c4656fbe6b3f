// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_DRIVER_FUNCTIONPARAMETERS_H
#define CU2CL_KERNEL_DRIVER_FUNCTIONPARAMETERS_H

#include "analysis/flow/ConstraintGenerator.h"
#include "kernel/core/Declarators.h"
#include "kernel/core/KernelPrinter.h"

namespace cu2cl {

/// How the user's parameters of one function version are declared. A kernel cannot take all types:
/// then the parameter has another one, and the body's first lines make the variable from it.
class FunctionParameters {
public:
  explicit FunctionParameters(KernelPrinter &P);

  /// Returns what the whole program decides about the kernel; nothing for other functions.
  const KernelDecision &decision() const { return Decision; }

  /// A kernel's class parameter that the body changes: PoCL shares the argument's memory between
  /// the work-items of a group, so each takes a copy.
  bool needsCopy(const clang::ParmVarDecl *D);
  /// OpenCL C 1.2 gives a kernel no pointers to pointers and no class with pointers in it. Then
  /// this is the type of the parameter, from which the body's first lines make the variable.
  std::optional<TypeText::Split> givenType(const clang::ParmVarDecl *D);
  /// The classes that stand for those with pointers: only their bytes.
  std::string givenClasses();
  /// The parameter from which the body's first lines make \p D: "rows_given".
  std::string givenName(const clang::ParmVarDecl *D) const;
  /// "__global float *__global *rows = rows_given;", "View v = *(View *)&v_given;"
  std::string madeFromGiven(const clang::ParmVarDecl *D);
  /// Returns true if parameter \p Index, which some instance gives an offset, has one here, too: it
  /// may be an object instead of a pointer.
  bool hasOffset(unsigned Index) const;
  /// The parameter with the offset of parameter \p Index: "data_offset", or longer if the function
  /// has something of that name.
  std::string offsetName(unsigned Index) const;
  /// The tokens of parameter \p Index, its default argument included; \p Close is the parenthesis
  /// after the last one.
  TokenRange writtenAt(unsigned Index, TokenRange Close) const;
  /// Returns how \p D, parameter \p Index, is declared.
  DeclarationStyle styleOf(const clang::ParmVarDecl *D, unsigned Index);
  /// The declaration of \p D, parameter \p Index, as text of ours. A kernel's parameter by value
  /// may have no size_t or bool; the type text does that already.
  std::string flat(const clang::ParmVarDecl *D, unsigned Index);

private:
  KernelPrinter &P;
  DeviceUnit &Unit;
  const FunctionClone &V;
  const clang::FunctionDecl *F;
  bool IsKernel;
  KernelDecision Decision;
  PointerHolders Holders;
};

} // namespace cu2cl

#endif
