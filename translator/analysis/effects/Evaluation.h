// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_EFFECTS_EVALUATION_H
#define CU2CL_ANALYSIS_EFFECTS_EVALUATION_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace cu2cl {

/// Calls \p Do with each part of \p S that runs where S does: with default arguments and default
/// member values, without operands of sizeof and without the bodies of lambdas, which are functions
/// of their own.
void forEachEvaluated(const clang::Stmt *S, llvm::function_ref<void(const clang::Stmt *)> Do);

/// Returns true if \p Is holds for one of those parts.
bool anyEvaluated(const clang::Stmt *S, llvm::function_ref<bool(const clang::Stmt *)> Is);

/// Calls \p Do with each variable of which the lvalue \p E is, or may be, a whole or a part: v,
/// v.x, v[i], (c ? v : w).x, max(v, w). What a pointer points to is no part of it.
void forEachRoot(const clang::Expr *E, llvm::function_ref<void(const clang::DeclRefExpr *)> Do);
/// The same with what is, or is a part of, the object of a method: `this->x`, `*this`.
void forEachRootObject(const clang::Expr *E, llvm::function_ref<void(const clang::Expr *)> Do);

/// Returns true if a thread that CUDA would not let come to \p S may evaluate it all the same: it
/// reads no memory that might not be there, divides by nothing that might be 0, calls nothing of
/// the user's and changes nothing but the thread's own variables.
bool isSafeToSpeculate(const clang::Stmt *S, const clang::ASTContext &Context);
/// ... if the parts for which \p IsSafe holds are.
bool isSafeToSpeculate(const clang::Stmt *S, const clang::ASTContext &Context,
                       llvm::function_ref<bool(const clang::Stmt *)> IsSafe);
/// The same for the address of the lvalue \p E: `a[i]` is not read.
bool isSafeToSpeculatePlace(const clang::Expr *E, const clang::ASTContext &Context);

/// Returns true if control may leave \p S by a return or goto, or come into it by a label.
bool leaves(const clang::Stmt *S);
/// Returns true if \p S, which may be null, has a label.
bool hasLabel(const clang::Stmt *S);
/// Adds the returns in \p S that it ends with. False if there are others, or gotos or labels.
bool findLastReturns(const clang::Stmt *S, std::vector<const clang::Stmt *> &Out);

} // namespace cu2cl

#endif
