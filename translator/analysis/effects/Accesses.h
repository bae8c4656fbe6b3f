// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_EFFECTS_ACCESSES_H
#define CU2CL_ANALYSIS_EFFECTS_ACCESSES_H

#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cu2cl {

// Accesses to objects, one expression at a time. Every analysis of effects in this room asks
// here and adds what it wants to know: which variable that is (MemoryEffects), which memory
// (Effects), whether other threads may do it, too (Evaluation).

enum class AccessKind {
  Read, ///< its value is taken
  Set,  ///< it gets a value: an assignment, an increment
  Bound ///< a pointer or reference to it is made, for a call, a variable or a result
};

struct Access {
  const clang::Expr *Object; ///< a glvalue
  const clang::Stmt *By;     ///< the conversion, the assignment, the call, the declaration
  AccessKind Kind;
  bool IsCompound = false; ///< Set, of a value that was read before
};

/// Calls \p Do for each access that \p S itself makes; the parts of \p S are asked on their own. A
/// statement that only names an object, or passes on which object it is, makes none: `(v)`, `v.x`,
/// the array of `a[i]`, std::move(v).
void forEachAccessBy(const clang::Stmt *S, llvm::function_ref<void(const Access &)> Do);

/// Returns \p S if it is a cast that reads the object which its operand names: an lvalue-to-rvalue
/// conversion, or a bit cast. Else null.
const clang::CastExpr *readingCast(const clang::Stmt *S);

/// The object that \p Call, of a method, is for: a glvalue, or a pointer before `->`. Null if \p
/// Call is of another function.
const clang::Expr *objectOfCall(const clang::CallExpr *Call);

/// True if \p Call is an assignment of a class that copies its members.
bool isTrivialAssignment(const clang::CallExpr *Call);

/// The array variable of which \p S is an element, null if there is none: it is only named there.
const clang::Expr *arrayOf(const clang::Stmt *S);

} // namespace cu2cl

#endif
