// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_EFFECTS_MEMORYEFFECTS_H
#define CU2CL_ANALYSIS_EFFECTS_MEMORYEFFECTS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cu2cl {

// Changes of variables. A part of a variable (v.x, a[i]) counts as the variable, a structured
// binding as the object that it is a part of. The target of a pointer is no part of any variable:
// code that takes the address of a variable counts as changing it.

using VariableSet = llvm::DenseSet<const clang::VarDecl *>;

/// The way in which an expression changes a variable or a part of it.
enum class ChangeKind {
  Set,    ///< an assignment, an increment
  Passed, ///< an argument by reference, or the object of a method: changed there
  Escapes ///< a reference to it or its address is kept: changed there, or any time later
};

struct VariableChange {
  const clang::VarDecl *Variable;
  const clang::Stmt *By; ///< the assignment, the call, the declaration of a reference
  const clang::Expr *At; ///< the assignment itself, else the operand of By that is changed
  ChangeKind Kind;
};
using ChangeReport = llvm::function_ref<void(const VariableChange &)>;

/// The variable that \p D is, or is a part of; null if \p D is something else.
const clang::VarDecl *variableOf(const clang::ValueDecl *D);
/// The expression that \p S, an assignment or increment, changes; null if \p S is none.
const clang::Expr *changedBy(const clang::Stmt *S);

/// Calls \p Do for each change of a variable in \p S, but for initialisers. What a lambda changes
/// of what it has by reference, and of variables that are not captured, escapes.
void forEachVariableChange(const clang::Stmt *S, ChangeReport Do);
/// The same without the parts of \p S, but for what they are to \p S.
void forEachChangeBy(const clang::Stmt *S, ChangeReport Do);
/// Returns true if \p S keeps a pointer or reference to \p V, also one that only lets read it, or a
/// lambda that has \p V by reference.
bool keepsReference(const clang::Stmt *S, const clang::VarDecl *V);
/// Calls \p Do with \p S and each part of it that may change variables: not with the array of
/// `a[i]`, which is only named there.
void forEachPartThatMayChange(const clang::Stmt *S,
                              llvm::function_ref<void(const clang::Stmt *)> Do);
/// The variables that \p S changes.
VariableSet changedVariablesOf(const clang::Stmt *S);

/// Returns true if evaluating \p S changes anything, given what a call or construction does besides
/// evaluating its arguments.
bool hasEffect(const clang::Stmt *S, llvm::function_ref<bool(const clang::Expr *)> CallHasEffect);

/// Returns true if evaluating \p S once more, or not at all, makes no difference but for what it
/// gives: it changes nothing, calls nothing, makes no object that a constructor or destructor must
/// see, and reads nothing volatile.
bool isRepeatable(const clang::Stmt *S);

/// Returns true if all that \p F does with its variable \p V is to read it and to assign to it, by
/// its name: it gives no pointer or reference to it to anything, also not to read it.
bool isUsedByNameOnly(const clang::FunctionDecl *F, const clang::VarDecl *V);

/// Calls \p Do for each variable that \p S reads, itself or a part of it.
void forEachReadVariable(const clang::Stmt *S, llvm::function_ref<void(const clang::VarDecl *)> Do);
/// Calls \p Do for each variable that \p S names.
void forEachNamedVariable(const clang::Stmt *S,
                          llvm::function_ref<void(const clang::VarDecl *)> Do);
/// Returns true if \p S names one of \p Variables; or \p V.
bool namesAny(const clang::Stmt *S, const VariableSet &Variables);
bool names(const clang::Stmt *S, const clang::VarDecl *V);
/// Returns true if \p V is declared in \p S.
bool declares(const clang::Stmt *S, const clang::VarDecl *V);

/// True if a value of type \p T leads to something that is not const: a pointer or a reference to
/// it, a class with one.
bool leadsToMutable(clang::QualType T);

} // namespace cu2cl

#endif
