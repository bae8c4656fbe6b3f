// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Objects that C++ lets one change and C does not: `(c ? a : b) = x`, `(c ? a : b).x = y`,
// `(a = b) += c`, `++++i`.
//
// Precondition: the expression is the left side of an assignment or the operand of ++ or --, or has
// a member that is, or whose address is taken; and it has no such form in C.
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

/// Whether C would copy \p E, the object whose member or element \p Member is, where C++ means the
/// object itself: the member is more than read.
static bool isObjectOfMember(KernelPrinter &P, const Stmt *E, const Stmt *Member) {
  if (const auto *M = dyn_cast_or_null<MemberExpr>(Member)) {
    if (M->isArrow() || M->getBase()->IgnoreParens() != E)
      return false;
  } else {
    return false;
  }
  while (true) {
    const Stmt *Up = P.parent(Member);
    if (const auto *C = dyn_cast_or_null<ImplicitCastExpr>(Up))
      return C->getCastKind() != CK_LValueToRValue;
    const auto *M = dyn_cast_or_null<MemberExpr>(Up);
    if (!(M && !M->isArrow()) && !isa_and_nonnull<ParenExpr>(Up))
      return true;
    Member = Up;
  }
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
  const auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(Up);
  bool Changed =
      (B && B->isAssignmentOp() && B->getLHS() == Child) || (U && U->isIncrementDecrementOp()) ||
      (Call && isTrivialAssignment(Call) && Call->getArg(0) == Child) || isObjectOfMember(P, E, Up);
  if (!Changed)
    return std::nullopt;
  return Fragment("(*") + P.printAddress(E) + ")";
}

} // namespace cu2cl
