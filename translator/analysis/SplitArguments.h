// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_SPLITARGUMENTS_H
#define CU2CL_ANALYSIS_SPLITARGUMENTS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include <optional>
#include <string>
#include <vector>

namespace cu2cl {

// OpenCL takes no struct with pointers as a kernel's argument. An object of a class that holds
// device pointers, passed by value, is split: each member becomes an argument, and the kernel puts
// the object together.

/// One step from an object to a part of it.
struct SplitStep {
  const clang::CXXRecordDecl *Derived = nullptr; ///< with Base: the class that has it
  const clang::CXXRecordDecl *Base = nullptr;
  const clang::FieldDecl *Field = nullptr;
  int Element = -1; ///< of an array
};

/// A part that is one argument.
struct SplitPart {
  std::vector<SplitStep> Path;
  clang::QualType Type; ///< unqualified
};

/// The parts of an object of type \p T in the order of the arguments; null if it needs no splitting
/// (no pointers in it) or cannot be split: references, pointers to pointers, unions, bit-fields,
/// functions, virtual methods, classes of system headers, more than 64 parts, lambdas that capture
/// by reference or stand in templates.
std::optional<std::vector<SplitPart>> splitParts(const clang::ASTContext &Context,
                                                 clang::QualType T);

/// What stands for \p R in the text of its class: the pattern of an instance.
const clang::CXXRecordDecl *writtenClass(const clang::CXXRecordDecl *R);

/// "{v.data, v.n}": the members of \p R, an object of which is `v`, as its parts are listed.
std::string memberList(const clang::CXXRecordDecl *R);

/// True if \p L is for device code and nothing but copies of variables is in it.
bool isDeviceLambda(const clang::LambdaExpr *L);

} // namespace cu2cl

#endif
