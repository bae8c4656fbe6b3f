// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/core/Operands.h"
#include "analysis/reach/LibraryCode.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

const Expr *withoutImplicit(const Expr *E) {
  while (true) {
    if (const auto *C = dyn_cast<ImplicitCastExpr>(E))
      E = C->getSubExpr();
    else if (const auto *F = dyn_cast<FullExpr>(E))
      E = F->getSubExpr();
    else if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
      E = M->getSubExpr();
    else if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
      E = B->getSubExpr();
    else if (const auto *Call = dyn_cast<CallExpr>(E); Call && passedOn(Call))
      E = passedOn(Call);
    else if (const auto *C = dyn_cast<CXXConstructExpr>(E);
             C && C->getNumArgs() == 1 && C->getConstructor()->isCopyOrMoveConstructor())
      E = C->getArg(0);
    else
      return E;
  }
}

static Precedence precedenceOf(BinaryOperatorKind Opcode) {
  switch (Opcode) {
  case BO_PtrMemD:
  case BO_PtrMemI:
    return Precedence::Postfix; // a member access in C
  case BO_Mul:
  case BO_Div:
  case BO_Rem:
    return Precedence::Multiplicative;
  case BO_Add:
  case BO_Sub:
    return Precedence::Additive;
  case BO_Shl:
  case BO_Shr:
    return Precedence::Shift;
  case BO_Cmp:
  case BO_LT:
  case BO_GT:
  case BO_LE:
  case BO_GE:
    return Precedence::Relational;
  case BO_EQ:
  case BO_NE:
    return Precedence::Equality;
  case BO_And:
    return Precedence::BitAnd;
  case BO_Xor:
    return Precedence::BitXor;
  case BO_Or:
    return Precedence::BitOr;
  case BO_LAnd:
    return Precedence::LogicalAnd;
  case BO_LOr:
    return Precedence::LogicalOr;
  case BO_Comma:
    return Precedence::Comma;
  default:
    return Precedence::Assignment;
  }
}

Precedence writtenPrecedence(const Expr *E) {
  E = withoutImplicit(E);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return precedenceOf(B->getOpcode());
  if (isa<AbstractConditionalOperator>(E))
    return Precedence::Conditional;
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->isPostfix() ? Precedence::Postfix : Precedence::Unary;
  return isa<ExplicitCastExpr>(E) ? Precedence::Cast : Precedence::Primary;
}

/// Returns what \p B asks of \p Child. A `*` or `&` of ours after `/` or `&` would begin a comment
/// or read as another operator, and compilers warn of comparisons that are operands of comparisons,
/// shifts and bitwise operators: these places ask for parentheses.
static Precedence placeIn(const BinaryOperator *B, const Stmt *Child) {
  BinaryOperatorKind Opcode = B->getOpcode();
  Precedence Own = precedenceOf(Opcode);
  bool IsLeft = B->getLHS() == Child;
  if (B->isAssignmentOp())
    return IsLeft ? Precedence::Unary : Precedence::Assignment;
  if (!IsLeft && (Opcode == BO_Div || Opcode == BO_And))
    return Precedence::Cast;
  if (Own >= Precedence::BitOr && Own <= Precedence::Shift)
    return Precedence::Unary;
  return IsLeft ? Own : tighter(Own);
}

static Precedence placeIn(const Expr *Up, const Stmt *Child) {
  if (const auto *B = dyn_cast<BinaryOperator>(Up))
    return placeIn(B, Child);
  if (const auto *U = dyn_cast<UnaryOperator>(Up))
    return U->isPostfix() ? Precedence::Postfix : Precedence::Unary;
  if (const auto *C = dyn_cast<ConditionalOperator>(Up))
    return C->getCond() == Child       ? Precedence::LogicalOr
           : C->getTrueExpr() == Child ? Precedence::Assignment
                                       : Precedence::Conditional;
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(Up))
    return A->getLHS() == Child ? Precedence::Postfix : Precedence::Assignment;
  if (isa<ParenExpr>(Up))
    return Precedence::Comma;
  if (isa<ExplicitCastExpr, UnaryExprOrTypeTraitExpr>(Up))
    return Precedence::Unary;
  if (isa<InitListExpr, CXXConstructExpr, LambdaExpr>(Up))
    return Precedence::Assignment;
  const auto *Call = dyn_cast<CallExpr>(Up);
  if (Call && !isa<CXXOperatorCallExpr>(Call))
    return Call->getCallee() == Child ? Precedence::Postfix : Precedence::Assignment;
  return Precedence::Primary; // a member access, an operator that is the user's function
}

Precedence placePrecedence(const BodyTree &Body, const Stmt *S) {
  const Stmt *Child = S;
  const Stmt *Up = Body.parent(S);
  while (isa_and_nonnull<ImplicitCastExpr, FullExpr, MaterializeTemporaryExpr, CXXBindTemporaryExpr,
                         SubstNonTypeTemplateParmExpr>(Up)) {
    Child = Up;
    Up = Body.parent(Up);
  }
  if (const auto *E = dyn_cast_or_null<Expr>(Up))
    return placeIn(E, Child);
  // A statement of its own, a condition, or a value that a declaration or a rule puts in place.
  return Up && !isa<DeclStmt, CaseStmt>(Up) ? Precedence::Comma : Precedence::Assignment;
}

} // namespace cu2cl
