// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Objects that C++ lets one change and C does not: `(c ? a : b) = x`, `(a = b) += c`, `++++i`.
//
// Precondition: the expression is the left side of an assignment or the operand of ++ or --, and
// has no such form in C.
// Effect: it is changed through its address.

#include "kernel/Rules.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

static bool isNoObjectInC(const Expr *E) {
  if (!E->isGLValue() || E->refersToBitField())
    return false;
  if (isa<ConditionalOperator>(E))
    return true;
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return B->isAssignmentOp() || B->isCommaOp();
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->isIncrementDecrementOp();
  return false;
}

std::optional<Fragment> printChangedObject(KernelPrinter &P, const Stmt *S) {
  const auto *E = dyn_cast<Expr>(S);
  if (!E || !isNoObjectInC(E) || P.AsAddress.contains(E))
    return std::nullopt;
  const Stmt *Child = S;
  const Stmt *Up = P.parent(S);
  while (isa_and_nonnull<ParenExpr>(Up)) {
    Child = Up;
    Up = P.parent(Up);
  }
  const auto *B = dyn_cast_or_null<BinaryOperator>(Up);
  const auto *U = dyn_cast_or_null<UnaryOperator>(Up);
  bool Changed =
      (B && B->isAssignmentOp() && B->getLHS() == Child) || (U && U->isIncrementDecrementOp());
  if (!Changed)
    return std::nullopt;
  return Fragment("(*") + P.printAddress(E) + ")";
}

} // namespace cu2cl
