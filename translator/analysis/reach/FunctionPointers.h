// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_REACH_FUNCTIONPOINTERS_H
#define CU2CL_ANALYSIS_REACH_FUNCTIONPOINTERS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include <vector>

namespace cu2cl {

class DeviceCallGraph;

/// Returns true if \p V is a table of device functions that never changes: __constant__, const or
/// __device__, an array whose elements are all functions. It has no device storage: it is data of
/// the program.
bool isFunctionTable(const clang::VarDecl *V);
/// The canonical type of the function that \p T, a pointer or reference, refers to; null if it is
/// none.
const clang::FunctionProtoType *pointedFunction(clang::QualType T);
/// The type of the functions that \p Call reaches through a pointer; null for other calls.
const clang::FunctionProtoType *calledThroughPointer(const clang::CallExpr *Call);
/// The device functions that a pointer to \p T can hold, source order: those whose address the
/// reached code takes. Empty if not all are known, or if calls cannot be told apart by a number.
std::vector<const clang::FunctionDecl *> functionTargets(const DeviceCallGraph &Reach,
                                                         const clang::FunctionProtoType *T);
/// CUDA's own functions among them (`sqrtf`), which are no code of the program: each has a row of
/// the catalog that takes values alone.
std::vector<const clang::FunctionDecl *> libraryTargets(const DeviceCallGraph &Reach,
                                                        const clang::FunctionProtoType *T);
/// The same of pointers to member functions; none are where memory that the host sees holds some.
std::vector<const clang::FunctionDecl *> memberTargets(const DeviceCallGraph &Reach,
                                                       const clang::MemberPointerType *T);
/// The type of the pointer to a member function that \p Call goes through; null for other calls.
const clang::MemberPointerType *calledThroughMember(const clang::CallExpr *Call);
/// Returns true if calls through pointers to \p T are translated: a function is known of both
/// kinds.
bool hasTargets(const DeviceCallGraph &Reach, const clang::FunctionProtoType *T);
/// Returns true if \p A and \p B, canonical types, differ in `noexcept` at most.
bool isSameFunctionType(const clang::FunctionProtoType *A, const clang::FunctionProtoType *B);
/// Returns true if pointers to \p T can come from the host, or from another unit, through arguments
/// of kernels or memory. Then a function has the same number wherever one is made (functionNumber),
/// and a call by a number that is of none of the unit's functions is an error at run time.
bool comesFromOutside(const DeviceCallGraph &Reach, const clang::FunctionProtoType *T);
/// The number of \p F on both sides and in all units: never 0, at most 31 bits.
uint32_t functionNumber(const clang::FunctionDecl *F);
/// The name of the function that a pointer holds which \p F, the conversion of a lambda, gives;
/// null for other functions.
const clang::DeclRefExpr *convertedLambda(const clang::FunctionDecl *F);
/// The function that \p E names, an initial value with or without `&`; null if it is none.
const clang::FunctionDecl *functionNamedBy(const clang::Expr *E);

} // namespace cu2cl

#endif
