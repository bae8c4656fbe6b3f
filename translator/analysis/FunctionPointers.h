// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_FUNCTIONPOINTERS_H
#define CU2CL_ANALYSIS_FUNCTIONPOINTERS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include <vector>

namespace cu2cl {

class DeviceReach;

/// Whether \p V is a table of device functions that never changes: __constant__, const or
/// __device__, an array whose elements are all functions. It has no device storage: it is data of
/// the program.
bool isFunctionTable(const clang::VarDecl *V);
/// The type of the function behind function pointer type \p T, canonical; null if it is none.
const clang::FunctionProtoType *pointedFunction(clang::QualType T);
/// The type of the functions that \p Call reaches through a pointer; null for other calls.
const clang::FunctionProtoType *calledThroughPointer(const clang::CallExpr *Call);
/// The device functions that a pointer to \p T can hold, source order: those whose address the
/// reached code takes. Empty if not all are known, or if calls cannot be told apart by a number.
std::vector<const clang::FunctionDecl *> functionTargets(const DeviceReach &Reach,
                                                         const clang::FunctionProtoType *T);

} // namespace cu2cl

#endif
