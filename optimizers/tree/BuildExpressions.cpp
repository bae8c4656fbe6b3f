// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/tree/BuildExpressions.h"
#include "optimizers/tree/Print.h"

using namespace clang;

namespace cu2cl::opt {

Variable *ExpressionBuilder::variable(const VarDecl *V) {
  Variable *&Result = Variables[V];
  if (!Result) {
    QualType T = From.context().removeAddrSpaceQualType(V->getType());
    if (V->getType().getAddressSpace() == LangAS::opencl_local)
      T = V->getType();
    Variable New;
    New.Name = V->getNameAsString();
    New.Type = T;
    New.Declared = V;
    Result = Nodes.variable(std::move(New));
  }
  return Result;
}

Expr *ExpressionBuilder::make(Expr::Form Kind, const clang::Expr *E, llvm::ArrayRef<Expr *> Kids,
                              llvm::StringRef Text, int Opcode) {
  Expr Node;
  Node.Kind = Kind;
  Node.Type = E->getType();
  Node.Kids.append(Kids.begin(), Kids.end());
  Node.Text = Text.str();
  Node.Opcode = Opcode;
  Node.From = E;
  for (const Expr *Kid : Kids)
    Node.IsWrittenOut |= Kid->IsWrittenOut;
  return Nodes.expr(std::move(Node));
}

Expr *ExpressionBuilder::expr(const clang::Expr *E) {
  Expr *Result = inner(E);
  // A macro's body in parentheses has no text of its own without them.
  if (E != Result->From && isa<ParenExpr>(E) && !From.spanOf(Result->From->getSourceRange()) &&
      From.spanOf(E->getSourceRange()))
    Result->From = E;
  return Result;
}

Expr *ExpressionBuilder::inner(const clang::Expr *E) {
  using F = Expr::Form;
  if (const auto *P = dyn_cast<ParenExpr>(E))
    return expr(P->getSubExpr());
  if (const auto *C = dyn_cast<ConstantExpr>(E))
    return expr(C->getSubExpr());
  if (const auto *C = dyn_cast<ImplicitCastExpr>(E))
    return implicitCast(C);
  if (const auto *C = dyn_cast<CStyleCastExpr>(E))
    return cStyleCast(C);
  if (const auto *C = dyn_cast<CompoundLiteralExpr>(E))
    return compoundLiteral(C);
  if (const auto *R = dyn_cast<DeclRefExpr>(E))
    return reference(R);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    if (const auto *C = literalIn(U))
      return Unnamed.mayBeNamed(C) ? make(F::Unary, E, {named(C)}, "", UO_AddrOf)
                                   : make(F::Opaque, C);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return make(F::Unary, E, {expr(U->getSubExpr())}, "", U->getOpcode());
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return make(F::Binary, E, {expr(B->getLHS()), expr(B->getRHS())}, "", B->getOpcode());
  if (const auto *C = dyn_cast<ConditionalOperator>(E))
    return make(F::Conditional, E,
                {expr(C->getCond()), expr(C->getTrueExpr()), expr(C->getFalseExpr())});
  if (const auto *C = dyn_cast<CallExpr>(E))
    return call(C);
  if (const auto *A = dyn_cast<AsTypeExpr>(E))
    return asType(A);
  if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
    return make(F::Subscript, E, {expr(S->getBase()), expr(S->getIdx())});
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return make(F::Member, E, {expr(M->getBase())},
                (M->isArrow() ? "->" : ".") + M->getMemberDecl()->getNameAsString());
  if (const auto *M = dyn_cast<ExtVectorElementExpr>(E))
    return make(F::Member, E, {expr(M->getBase())},
                (M->isArrow() ? "->" : ".") + M->getAccessor().getName().str());
  if (const auto *L = dyn_cast<InitListExpr>(E)) {
    const InitListExpr *Written = L->isSyntacticForm() ? L : L->getSyntacticForm();
    llvm::SmallVector<Expr *, 4> Kids;
    for (const clang::Expr *Init : (Written ? Written : L)->inits())
      Kids.push_back(expr(Init));
    return make(F::List, E, Kids);
  }
  if (const auto *S = dyn_cast<UnaryExprOrTypeTraitExpr>(E); S && !S->isArgumentType())
    return sizeOfValue(S);
  if (isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, CXXBoolLiteralExpr,
          UnaryExprOrTypeTraitExpr>(E))
    return make(F::Literal, E, {}, Texts.spelling(E));
  return make(F::Opaque, E);
}

Expr *ExpressionBuilder::compoundLiteral(const CompoundLiteralExpr *C) {
  const auto *List = dyn_cast<InitListExpr>(C->getInitializer());
  const auto *Vector = C->getType()->getAs<ExtVectorType>();
  if (C->getType()->isArrayType() && Unnamed.mayBeNamed(C))
    return named(C);
  if (!List || (!Vector && !C->getType()->isRecordType()))
    return make(Expr::Form::Opaque, C);
  Expr *Kids = expr(List);
  if (Vector && Kids->Kids.size() != Vector->getNumElements()) // the others are 0
    return make(Expr::Form::Opaque, C);
  return make(Vector ? Expr::Form::Vector : Expr::Form::Aggregate, C, Kids->Kids);
}

Expr *ExpressionBuilder::named(const CompoundLiteralExpr *C) {
  Expr *Result = make(Expr::Form::Reference, C);
  Result->Var = Unnamed.named(C, expr(C->getInitializer()), Made);
  Result->IsWrittenOut = true;
  return Result;
}

const CompoundLiteralExpr *ExpressionBuilder::literalIn(const UnaryOperator *U) {
  return U->getOpcode() == UO_AddrOf
             ? dyn_cast<CompoundLiteralExpr>(U->getSubExpr()->IgnoreParens())
             : nullptr;
}

Expr *ExpressionBuilder::implicitCast(const ImplicitCastExpr *C) {
  switch (C->getCastKind()) {
  case CK_LValueToRValue:
  case CK_NoOp:
  case CK_ArrayToPointerDecay:
  case CK_FunctionToPointerDecay:
    return expr(C->getSubExpr());
  default:
    Expr *Result = make(Expr::Form::Cast, C, {expr(C->getSubExpr())});
    Result->Implicit = true;
    Result->From = Result->Kids[0]->From;
    return Result;
  }
}

Expr *ExpressionBuilder::cStyleCast(const CStyleCastExpr *C) {
  // (float4)(a, b, c, d) and (float4)(a)
  if (C->getType()->isExtVectorType()) {
    const clang::Expr *Sub = C->getSubExpr();
    while (const auto *Implicit = dyn_cast<ImplicitCastExpr>(Sub))
      Sub = Implicit->getSubExpr();
    llvm::SmallVector<Expr *, 4> Kids;
    const auto *List = dyn_cast<InitListExpr>(Sub->IgnoreParens());
    if (List)
      for (const clang::Expr *Init : List->inits())
        Kids.push_back(expr(Init));
    else
      Kids.push_back(expr(C->getSubExpr()));
    Expr *Result = make(Expr::Form::Vector, C, Kids);
    // Clang drops the parentheses around one number, so that the range ends ahead of the last.
    Result->IsWrittenOut |= !List;
    return Result;
  }
  return make(Expr::Form::Cast, C, {expr(C->getSubExpr())});
}

Expr *ExpressionBuilder::reference(const DeclRefExpr *R) {
  const auto *V = dyn_cast<VarDecl>(R->getDecl());
  if (V && isShared(V))
    return make(Expr::Form::Opaque, R);
  if (!V || !(V->isLocalVarDeclOrParm()))
    return make(Expr::Form::Name, R, {}, R->getDecl()->getNameAsString());
  Expr *Result = make(Expr::Form::Reference, R);
  Result->Var = variable(V);
  return Result;
}

Expr *ExpressionBuilder::call(const CallExpr *C) {
  const FunctionDecl *Callee = C->getDirectCallee();
  if (!Callee)
    return make(Expr::Form::Opaque, C);
  llvm::SmallVector<Expr *, 4> Kids;
  for (const clang::Expr *Argument : C->arguments())
    Kids.push_back(argument(Argument));
  Expr *Result = make(Expr::Form::Call, C, Kids, Callee->getNameAsString());
  Result->Callee = Callee;
  return Result;
}

Expr *ExpressionBuilder::argument(const clang::Expr *E) {
  const auto *String = dyn_cast<StringLiteral>(E->IgnoreParenImpCasts());
  if (!String || !From.spanOf(String->getSourceRange()))
    return expr(E);
  Expr *Result = make(Expr::Form::Literal, String, {}, Texts.spelling(String));
  Result->Type = E->getType();
  return Result;
}

Expr *ExpressionBuilder::sizeOfValue(const UnaryExprOrTypeTraitExpr *S) {
  const char *Word = S->getKind() == UETT_SizeOf    ? "sizeof("
                     : S->getKind() == UETT_VecStep ? "vec_step("
                                                    : nullptr;
  Qualifiers Qualified;
  QualType T = From.context().getUnqualifiedArrayType(S->getTypeOfArgument(), Qualified);
  if (!Word)
    return make(Expr::Form::Opaque, S);
  std::string Type = T.getAsString(From.context().getPrintingPolicy());
  Expr *Result = make(Expr::Form::Literal, S, {}, Word + Type + ")");
  Result->IsWrittenOut = true;
  return Result;
}

Expr *ExpressionBuilder::asType(const AsTypeExpr *A) {
  Expr *Value = expr(A->getSrcExpr());
  std::string Name = asTypeName(A->getType());
  if (Name.empty())
    return make(Expr::Form::Opaque, A);
  return make(Expr::Form::Call, A, {Value}, Name);
}

} // namespace cu2cl::opt
