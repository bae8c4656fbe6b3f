// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Objects that C++ lets one change and C does not: `(c ? a : b) = x`, `(a = b) += c`, `++++i`,
// `(c ? a : b).member = x`.
//
// Precondition: the expression is the left side of an assignment or the operand of ++ or --, or a
// member of it is more than read, and has no such form in C.
// Effect: it is changed through its address.

#include "kernel/expressions/LValues.h"
#include "analysis/effects/Accesses.h"
#include "kernel/core/Rules.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

/// Returns true if something other than the value of \p M, or of a part of it, is wanted: in C a
/// member of a value is no object, and an array there has no address.
static bool isMoreThanRead(KernelPrinter &P, const MemberExpr *M) {
  const Stmt *Up = M;
  do {
    if (cast<Expr>(Up)->getType()->isArrayType())
      return true;
    Up = P.plan().Body.parent(Up);
  } while (isa_and_nonnull<ParenExpr, MemberExpr>(Up));
  const auto *Cast = dyn_cast_or_null<ImplicitCastExpr>(Up);
  return !Cast || Cast->getCastKind() != CK_LValueToRValue;
}

std::optional<Fragment> printChangedObject(KernelPrinter &P, const Stmt *S) {
  const auto *E = dyn_cast<Expr>(S);
  if (!E || !isNoObjectInC(E) || P.Scope.isInside(PrintLayer::Address, E))
    return std::nullopt;
  const Stmt *Child = S;
  const Stmt *Up = P.plan().Body.parent(S);
  while (isa_and_nonnull<ParenExpr>(Up)) {
    Child = Up;
    Up = P.plan().Body.parent(Up);
  }
  const auto *B = dyn_cast_or_null<BinaryOperator>(Up);
  const auto *U = dyn_cast_or_null<UnaryOperator>(Up);
  const auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(Up);
  bool Changed = (B && B->isAssignmentOp() && B->getLHS() == Child) ||
                 (U && U->isIncrementDecrementOp()) ||
                 (Call && isTrivialAssignment(Call) && Call->getArg(0) == Child);
  const auto *M = dyn_cast_or_null<MemberExpr>(Up);
  Changed |= M && !M->isArrow() && isa<FieldDecl>(M->getMemberDecl()) && isMoreThanRead(P, M);
  if (!Changed)
    return std::nullopt;
  if (std::optional<Fragment> Element = printChosenElement(P, E))
    return Element->binding(Precedence::Postfix);
  return Fragment::dereference(P.Lvalues.printAddress(E));
}

} // namespace cu2cl
