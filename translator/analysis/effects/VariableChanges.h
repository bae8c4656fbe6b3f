// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_EFFECTS_VARIABLECHANGES_H
#define CU2CL_ANALYSIS_EFFECTS_VARIABLECHANGES_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cu2cl {

/// How an expression changes a variable or a part of it.
enum class ChangeKind {
  Set,    ///< an assignment, an increment
  Passed, ///< an argument by reference, or the object of a method: changed there
  Escapes ///< a reference to it or its address is kept: changed there, or any time later
};

/// The expression that \p S, an assignment or increment, changes; null if \p S is none.
const clang::Expr *changedBy(const clang::Stmt *S);

using ChangeReport =
    llvm::function_ref<void(const clang::ValueDecl *, const clang::Expr *, ChangeKind)>;
/// Calls \p Do for each variable that \p S or a part of it changes behind its initialiser, with the
/// expression that does. What lambdas capture by reference escapes.
void forEachVariableChange(const clang::Stmt *S, ChangeReport Do);
/// The same without the parts of \p S, but for what they are to \p S.
void forEachChangeBy(const clang::Stmt *S, ChangeReport Do);

/// The variables that \p S changes.
llvm::DenseSet<const clang::ValueDecl *> changedVariablesOf(const clang::Stmt *S);

/// Calls \p Do for each variable that \p S names.
void forEachNamedVariable(const clang::Stmt *S,
                          llvm::function_ref<void(const clang::VarDecl *)> Do);
/// Whether \p S names one of \p Variables.
bool namesAny(const clang::Stmt *S, const llvm::DenseSet<const clang::ValueDecl *> &Variables);

} // namespace cu2cl

#endif
