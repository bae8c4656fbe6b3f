// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/tree/Make.h"

using namespace clang;

namespace cu2cl::opt {

std::string freshName(ASTContext &Context, const llvm::StringSet<> &Taken, llvm::StringRef Name) {
  auto IsTaken = [&](llvm::StringRef Tried) {
    return Taken.contains(Tried) || Context.Idents.find(Tried) != Context.Idents.end();
  };
  std::string Result = Name.str();
  for (unsigned I = 1; IsTaken(Result); ++I)
    Result = (Name.rtrim("0123456789") + llvm::Twine(I)).str();
  return Result;
}

static Expr node(Expr::Form Kind, QualType T, llvm::ArrayRef<Expr *> Kids = {},
                 llvm::StringRef Text = "", unsigned Lanes = 1) {
  Expr E;
  E.Kind = Kind;
  E.Type = T;
  E.Kids.append(Kids.begin(), Kids.end());
  E.Text = Text.str();
  E.Lanes = Lanes;
  return E;
}

Expr *Make::number(int64_t Value) {
  return Nodes.expr(node(Expr::Form::Literal, Context.IntTy, {}, std::to_string(Value)));
}

Expr *Make::number(int64_t Value, QualType T) {
  Expr *E = number(Value);
  E->Type = T.getUnqualifiedType();
  E->Text += std::string(T->isUnsignedIntegerType() ? "u" : "") +
             (Context.getTypeSize(T) == 64 ? "l" : "");
  return E;
}

Expr *Make::reference(Variable *V) {
  Expr E = node(Expr::Form::Reference, V->Type, {}, "", V->Lanes);
  E.Var = V;
  return Nodes.expr(std::move(E));
}

Expr *Make::name(llvm::StringRef Text, QualType T) {
  return Nodes.expr(node(Expr::Form::Name, T, {}, Text));
}

Expr *Make::unary(UnaryOperatorKind Kind, Expr *Kid) {
  Expr E = node(Expr::Form::Unary, Kid->Type, {Kid}, "", Kid->Lanes);
  E.Opcode = Kind;
  return Nodes.expr(std::move(E));
}

Expr *Make::binary(BinaryOperatorKind Kind, Expr *Left, Expr *Right) {
  const Expr *Wider = Right->Lanes > Left->Lanes ? Right : Left;
  Expr E = node(Expr::Form::Binary, Wider->Type, {Left, Right}, "", Wider->Lanes);
  if (BinaryOperator::isComparisonOp(Kind) || BinaryOperator::isLogicalOp(Kind))
    E.Type = Context.IntTy;
  E.Opcode = Kind;
  return Nodes.expr(std::move(E));
}

Expr *Make::plus(Expr *Left, int64_t Value) {
  if (!Value)
    return Left;
  return binary(Value < 0 ? BO_Sub : BO_Add, Left, number(Value < 0 ? -Value : Value));
}

Expr *Make::conditional(Expr *Condition, Expr *Then, Expr *Else) {
  return Nodes.expr(node(Expr::Form::Conditional, Then->Type, {Condition, Then, Else}, "",
                         std::max(Then->Lanes, Else->Lanes)));
}

Expr *Make::call(llvm::StringRef Name, llvm::ArrayRef<Expr *> Arguments, QualType T,
                 unsigned Lanes) {
  return Nodes.expr(node(Expr::Form::Call, T, Arguments, Name, Lanes));
}

Expr *Make::subscript(Expr *Base, Expr *Index, QualType T) {
  return Nodes.expr(node(Expr::Form::Subscript, T, {Base, Index}));
}

Expr *Make::member(Expr *Base, llvm::StringRef Text, QualType T) {
  return Nodes.expr(node(Expr::Form::Member, T, {Base}, Text));
}

Expr *Make::cast(QualType T, Expr *Kid) {
  return Nodes.expr(node(Expr::Form::Cast, T, {Kid}, "", Kid->Lanes));
}

Expr *Make::vector(QualType T, unsigned Lanes, llvm::ArrayRef<Expr *> Kids) {
  return Nodes.expr(node(Expr::Form::Vector, T, Kids, "", Lanes));
}

Expr *Make::withKids(const Expr *E, llvm::ArrayRef<Expr *> Kids, unsigned Lanes) {
  if (E->Lanes == Lanes && std::equal(Kids.begin(), Kids.end(), E->Kids.begin(), E->Kids.end()))
    return const_cast<Expr *>(E);
  Expr New = *E;
  New.Kids.assign(Kids.begin(), Kids.end());
  New.Lanes = Lanes;
  New.Old = E;
  return Nodes.expr(std::move(New));
}

static Stmt statementOf(Stmt::Form Kind) {
  Stmt S;
  S.Kind = Kind;
  return S;
}

Stmt *Make::declare(Variable *V, Expr *Value) {
  Stmt S = statementOf(Stmt::Form::Declare);
  S.Var = V;
  S.Value = Value;
  return Nodes.stmt(std::move(S));
}

Stmt *Make::statement(Expr *Value) {
  Stmt S = statementOf(Stmt::Form::Expression);
  S.Value = Value;
  return Nodes.stmt(std::move(S));
}

Stmt *Make::ifThen(Expr *Condition, Block Then, Block Else) {
  Stmt S = statementOf(Stmt::Form::If);
  S.Value = Condition;
  S.BodyIsBlock = Then.size() != 1 || !Else.empty();
  S.Body = std::move(Then);
  S.Else = std::move(Else);
  return Nodes.stmt(std::move(S));
}

Stmt *Make::block(Block Body) {
  Stmt S = statementOf(Stmt::Form::Block);
  S.Body = std::move(Body);
  return Nodes.stmt(std::move(S));
}

Stmt *Make::leave() { return Nodes.stmt(statementOf(Stmt::Form::Break)); }

Stmt *Make::forLoop(Variable *Counter, Expr *First, Expr *End, Block Body) {
  Stmt S = statementOf(Stmt::Form::For);
  S.Init.push_back(declare(Counter, First));
  S.Value = binary(BO_LT, reference(Counter), End);
  S.Step = unary(UO_PostInc, reference(Counter));
  S.BodyIsBlock = Body.size() != 1;
  S.Body = std::move(Body);
  return Nodes.stmt(std::move(S));
}

Stmt *Make::copyOf(const Stmt *S) { return Nodes.stmt(*S); }

Expr *Make::rewrite(const Expr *E, Change Change) {
  if (Expr *New = Change(E))
    return New;
  llvm::SmallVector<Expr *, 4> Kids;
  for (const Expr *Kid : E->Kids)
    Kids.push_back(rewrite(Kid, Change));
  return withKids(E, Kids, E->Lanes);
}

Block Make::rewrite(const Block &B, Change Change) {
  Block Result;
  for (const Stmt *S : B) {
    Stmt *New = copyOf(S);
    if (S->Value)
      New->Value = rewrite(S->Value, Change);
    if (S->Step)
      New->Step = rewrite(S->Step, Change);
    Block Init = rewrite(Block(S->Init.begin(), S->Init.end()), Change);
    New->Init.assign(Init.begin(), Init.end());
    New->Body = rewrite(S->Body, Change);
    New->Else = rewrite(S->Else, Change);
    Result.push_back(New);
  }
  return Result;
}

Variable *Make::variable(llvm::StringRef Name, QualType T, unsigned Lanes) {
  Variable V;
  V.Name = Name.str();
  V.Type = T;
  V.Lanes = Lanes;
  return Nodes.variable(std::move(V));
}

Block rebuild(Make &M, const Block &B,
              llvm::function_ref<void(const Stmt *, Stmt *, Block &)> Each) {
  Block Result;
  for (const Stmt *S : B) {
    Stmt *New = M.copyOf(S);
    New->Body = rebuild(M, S->Body, Each);
    New->Else = rebuild(M, S->Else, Each);
    Each(S, New, Result);
  }
  return Result;
}

void forEachDeclared(const Block &B, llvm::function_ref<void(Stmt *)> Do) {
  for (Stmt *S : B) {
    if (S->Var)
      Do(S);
    forEachDeclared(Block(S->Init.begin(), S->Init.end()), Do);
    forEachDeclared(S->Body, Do);
    forEachDeclared(S->Else, Do);
  }
}

llvm::StringSet<> variableNames(const Kernel &K) {
  llvm::StringSet<> Names;
  for (const Variable *P : K.Parameters)
    Names.insert(P->Name);
  forEachDeclared(K.Body, [&](const Stmt *S) { Names.insert(S->Var->Name); });
  return Names;
}

Renamed ownVariables(Make &M, const Block &B) {
  Renamed Own;
  forEachDeclared(B, [&](const Stmt *S) { Own[S->Var] = M.Nodes.variable(*S->Var); });
  return Own;
}

void declareInstead(const Block &B, const Renamed &Own) {
  forEachDeclared(B, [&](Stmt *S) {
    if (Variable *V = Own.lookup(S->Var))
      S->Var = V;
  });
}

Block withVariables(Make &M, const Block &B, const Renamed &Own) {
  Block Result = M.rewrite(B, [&](const Expr *E) -> Expr * {
    auto At = E->Kind == Expr::Form::Reference ? Own.find(E->Var) : Own.end();
    return At != Own.end() ? M.reference(At->second) : nullptr;
  });
  declareInstead(Result, Own);
  return Result;
}

} // namespace cu2cl::opt
