// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_HOST_CALLS_LAUNCHTEMPLATES_H
#define CU2CL_HOST_CALLS_LAUNCHTEMPLATES_H

#include "host/unit/HostUnit.h"
#include "clang/AST/ExprCXX.h"
#include <set>
#include <string>
#include <vector>

namespace cu2cl {

/// One launch as it is written: what its instances, if it is in a template, launch.
struct Launch {
  const clang::CUDAKernelCallExpr *Written = nullptr;   ///< the template's own, if there is one
  std::vector<const clang::CUDAKernelCallExpr *> Calls; ///< whose kernels are known
  const clang::FunctionDecl *Kernel = nullptr;          ///< of any instance
  std::set<const KernelInterface *> Handles;
  std::set<const clang::FunctionDecl *> Patterns; ///< the templates and functions that these are of
  /// A macro repeats the argument that it is in, which launches different kernels.
  bool IsRepeated = false;
  bool IsDiscarded = false; ///< by `if constexpr`, in one of its uses
  unsigned Depth = 0;
  /// The template, or a macro that repeats its argument, does not know which instance it launches.
  bool IsDependent = false;
  bool ShowsOrder = false;            ///< of evaluation
  bool HasArgumentsElsewhere = false; ///< in another text than its `>>>`
  bool IsValue = false;               ///< what is launched is no name of a kernel, or its function
  /// The kernels that instances of the template around it launch.
  std::vector<std::pair<const clang::FunctionDecl *, const clang::FunctionDecl *>> Instances;
};

/// The template arguments of the kernel as the template around the launch can write them: "T, 4";
/// empty if an argument follows from those of the template in another way.
std::string argumentsInTemplate(const HostUnit &U, const Launch &L);

/// The same, one by one; empty likewise, and if the kernel is no template.
std::vector<std::string> templateArguments(const HostUnit &U, const Launch &L);

/// The expression that finds the handle by overload resolution and deduction, as CUDA finds the
/// kernel: "decltype(k_chosen(p, n))::kernel()" for one written as \p Name, with \p Arguments
/// ("<4>" or empty). Empty where the text of the launch's arguments cannot stand there.
std::string chosenHandle(const HostUnit &U, const Launch &L, const std::string &Name,
                         llvm::StringRef Arguments);

} // namespace cu2cl

#endif
