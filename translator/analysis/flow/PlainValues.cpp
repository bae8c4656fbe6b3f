// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/flow/PlainValues.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

/// Returns true if \p E names an object of the host or a member of one, `config.grid`, whose text
/// stays as it is.
static bool isPlainObject(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return isPlainObject(M->getBase());
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return isa<CXXThisExpr>(E) ||
         (Ref && isa<VarDecl>(Ref->getDecl()) && !Ref->getDecl()->hasAttr<CUDADeviceAttr>() &&
          !Ref->getDecl()->hasAttr<CUDAConstantAttr>());
}

bool isPlainValue(const Expr *E, bool Whole) {
  if (!E)
    return false;
  E = E->IgnoreParenImpCasts();
  if (E->getType()->isArithmeticType()) {
    if (isa<CharacterLiteral>(E) || isa<MemberExpr>(E))
      return isa<CharacterLiteral>(E) || isPlainObject(E);
    if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
      return Cast->getSubExpr()->getType()->isArithmeticType() &&
             isPlainValue(Cast->getSubExpr(), false);
    if (const auto *C = dyn_cast<ConditionalOperator>(E))
      return isPlainValue(C->getCond(), false) && isPlainValue(C->getTrueExpr(), false) &&
             isPlainValue(C->getFalseExpr(), false);
    if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E)) // v.size()
      return Call->getNumArgs() == 0 && Call->getImplicitObjectArgument() &&
             isPlainObject(Call->getImplicitObjectArgument());
  }
  if (isa<DeclRefExpr, CXXThisExpr, IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr>(E))
    return Whole || !E->getType()->isPointerType() || isa<CXXThisExpr>(E);
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts()) &&
           (Whole || !M->getType()->isPointerType());
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return !B->isAssignmentOp() && !B->isCommaOp() &&
           isPlainValue(B->getLHS(), Whole && B->getType()->isPointerType()) &&
           isPlainValue(B->getRHS(), Whole && B->getType()->isPointerType());
  const auto *U = dyn_cast<UnaryOperator>(E);
  return U && U->isArithmeticOp() && isPlainValue(U->getSubExpr(), false);
}

} // namespace cu2cl
