// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Expressions without a text of their own: expanded packs, folds, and what the compiler adds.

#include "kernel/core/Rebuilt.h"
#include "analysis/effects/MemoryEffects.h"
#include "kernel/core/SideEffects.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

/// `a ?: b` of GNU C: `a ? a : b`, or `(value = a()) ? value : b`.
static std::optional<Fragment> printGnuConditional(KernelPrinter &P,
                                                   const BinaryConditionalOperator *C) {
  const Expr *Common = C->getCommon();
  if (C->isGLValue() || Common->getType()->isRecordType() || C->getType()->isRecordType())
    return std::nullopt;
  bool IsMadeOnce = !isRepeatable(Common);
  if (IsMadeOnce && !P.version().Function)
    return std::nullopt;
  Fragment First = P.print(Common, Precedence::Unary), Again = First;
  if (IsMadeOnce) {
    std::string Type = P.Locals.typeText(Common->getType().getUnqualifiedType(), Common);
    std::string Name = P.Locals.hoistedVariable(
        C, "value", [&](const std::string &Name) { return Type + " " + Name; });
    First = Fragment("(" + Name + " = ") + P.printValue(Common) + ")";
    Again = Name;
  }
  const OpaqueValueExpr *Value = C->getOpaqueValue();
  auto Print = [&](const Expr *Part, const Fragment &Text) {
    auto Common = P.Scope.standsFor(Value, Text);
    return P.print(Part, Precedence::Unary);
  };
  Fragment Out = Print(C->getCond(), First);
  Out += Fragment(" ? ") + Print(C->getTrueExpr(), Again);
  return Out + " : " + P.print(C->getFalseExpr(), Precedence::Unary);
}

Fragment rebuild(KernelPrinter &P, const Stmt *S) {
  if (const auto *C = dyn_cast<BinaryConditionalOperator>(S))
    if (std::optional<Fragment> Text = printGnuConditional(P, C))
      return *Text;
  if (const auto *B = dyn_cast<BinaryOperator>(S)) {
    Fragment Left = P.print(B->getLHS(), Precedence::Unary),
             Right = P.print(B->getRHS(), Precedence::Unary);
    std::string Operator = B->getOpcodeStr().str();
    return Left + (B->isCommaOp() ? "" : " ") + Operator + " " + Right;
  }
  if (const auto *U = dyn_cast<UnaryOperator>(S)) {
    std::string Operator = UnaryOperator::getOpcodeStr(U->getOpcode()).str();
    if (U->isPostfix())
      return P.print(U->getSubExpr(), Precedence::Postfix) + Operator;
    return Fragment(Operator) + P.print(U->getSubExpr(), Precedence::Unary);
  }
  if (const auto *Parens = dyn_cast<ParenExpr>(S))
    return Fragment("(") + P.print(Parens->getSubExpr()) + ")";
  if (const auto *C = dyn_cast<ConditionalOperator>(S))
    return P.print(C->getCond(), Precedence::Unary) + " ? " +
           P.print(C->getTrueExpr(), Precedence::Unary) + " : " +
           P.print(C->getFalseExpr(), Precedence::Unary);
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(S))
    return P.print(A->getBase(), Precedence::Postfix) + "[" + P.print(A->getIdx()) + "]";
  if (const auto *List = dyn_cast<InitListExpr>(S)) {
    Fragment Out("{");
    for (unsigned I = 0; I < List->getNumInits(); ++I)
      Out += Fragment(I ? ", " : "") + P.print(List->getInit(I));
    return Out + "}";
  }
  return P.unit().mark(diag::TokensFromMacro, S->getBeginLoc(), {S->getStmtClassName()});
}

} // namespace cu2cl
