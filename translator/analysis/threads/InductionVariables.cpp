// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Applies statements to the variables that AffineValues tracks.

#include "analysis/effects/Evaluation.h"
#include "analysis/threads/AffineValues.h"
#include "analysis/threads/Divergence.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {

void AffineValues::declare(const VarDecl *V) {
  const Expr *Init = V->getInit();
  TrackedValue Now;
  if (Init)
    Now = V->getType()->isReferenceType() ? address(Init) : value(Init);
  Frames.back().Values[V] = Now;
}

/// The amount that one step adds to a variable, or subtracts.
struct Addition {
  const Expr *By = nullptr; ///< null: 1
  bool Backward = false;
};

/// `v += n`, `v = v + n`, `v = n + v`, `v++`, also downwards.
static std::optional<Addition> addition(const Stmt *S, const VarDecl *V) {
  if (const auto *U = dyn_cast<UnaryOperator>(S))
    return Addition{nullptr, U->isDecrementOp()};
  const auto *B = cast<BinaryOperator>(S);
  if (B->getOpcode() == BO_AddAssign || B->getOpcode() == BO_SubAssign)
    return Addition{B->getRHS(), B->getOpcode() == BO_SubAssign};
  const auto *Sum = dyn_cast<BinaryOperator>(B->getRHS()->IgnoreParenCasts());
  if (B->getOpcode() != BO_Assign || !Sum || !Sum->isAdditiveOp())
    return std::nullopt;
  auto Is = [&](const Expr *E) { return localVariable(E->IgnoreParenCasts()) == V; };
  if (Is(Sum->getLHS()))
    return Addition{Sum->getRHS(), Sum->getOpcode() == BO_Sub};
  if (Is(Sum->getRHS()) && Sum->getOpcode() == BO_Add)
    return Addition{Sum->getLHS(), false};
  return std::nullopt;
}

void AffineValues::change(const Expr *E) {
  const VarDecl *V = localVariable(changedBy(E));
  if (!V || V->getType()->isReferenceType())
    return;
  TrackedValue Now;
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (B && B->getOpcode() == BO_Assign) {
    Now = value(B->getRHS());
  } else if (std::optional<Addition> Added = addition(E, V)) {
    AffineForm One;
    One.Constant = 1;
    std::optional<AffineForm> By = Added->By ? value(Added->By).Form : One;
    Now = variable(V);
    Now.Form = Now.Form && By ? sum(*Now.Form, *By, Added->Backward ? -1 : 1) : std::nullopt;
  }
  Frames.back().Values[V] = Now;
}

static void forEachChange(const Stmt *S,
                          llvm::function_ref<void(const Stmt *, const VarDecl *)> Do) {
  forEachVariableChange(S, [&](const VariableChange &C) {
    if (const VarDecl *V = localVariable(changedBy(C.By)))
      Do(C.By, V);
  });
}

AffineValues::Variables AffineValues::changedIn(const Stmt *S) const {
  Variables Out;
  if (S)
    forEachChange(S, [&](const Stmt *, const VarDecl *V) {
      if (!llvm::is_contained(Out, V))
        Out.push_back(V);
    });
  return Out;
}

/// Returns true if `for (v = ...; v < n; ...)` has at most one round.
static bool endsAtOnce(const Stmt *Loop, const VarDecl *V, int64_t Step, const AffineForm &First,
                       llvm::function_ref<std::optional<AffineForm>(const Expr *)> Number) {
  const auto *For = dyn_cast<ForStmt>(Loop);
  const auto *Test = For ? dyn_cast_or_null<BinaryOperator>(For->getCond()) : nullptr;
  if (!Test || !(Test->getOpcode() == BO_LT || Test->getOpcode() == BO_LE) || Step <= 0 ||
      localVariable(Test->getLHS()->IgnoreParenCasts()) != V)
    return false;
  std::optional<AffineForm> End = Number(Test->getRHS());
  std::optional<AffineForm> Way = End ? sum(*End, First, -1) : std::nullopt;
  return Way && Way->isConstant() && Way->Constant + (Test->getOpcode() == BO_LE) <= Step;
}

std::optional<AffineForm> AffineValues::formInLoop(const Stmt *Loop, const VarDecl *V,
                                                   const Variables &Changed) {
  std::optional<AffineForm> Before = variable(V).Form;
  std::optional<Addition> Only;
  unsigned Count = 0;
  forEachChange(Loop, [&](const Stmt *S, const VarDecl *Of) {
    if (Of == V && !(isa<ForStmt>(Loop) && cast<ForStmt>(Loop)->getInit() == S)) {
      ++Count;
      Only = addition(S, V);
    }
  });
  if (!Before || Count != 1 || !Only ||
      (Only->By && namesAny(Only->By, VariableSet(Changed.begin(), Changed.end()))))
    return std::nullopt;
  std::optional<AffineForm> By = AffineForm();
  By->Constant = 1;
  if (Only->By)
    By = value(Only->By).Form;
  if (!By)
    return std::nullopt;
  int64_t Step = Only->Backward ? -By->Constant : By->Constant;
  if (By->isConstant() &&
      endsAtOnce(Loop, V, Step, *Before, [this](const Expr *E) { return value(E).Form; }))
    return Before;
  return withStep(*Before, *By, Only->Backward);
}

void AffineValues::enterLoop(const Stmt *Loop) {
  Variables Changed = changedIn(Loop);
  Snapshot Inside;
  for (const VarDecl *V : Changed)
    Inside.push_back({variable(V).Root, formInLoop(Loop, V, Changed)});
  restore(Changed, Inside);
}

AffineValues::Snapshot AffineValues::save(const Variables &V) {
  Snapshot Out;
  for (const VarDecl *One : V)
    Out.push_back(variable(One));
  return Out;
}

void AffineValues::restore(const Variables &V, const Snapshot &Values) {
  for (size_t I = 0; I != V.size(); ++I)
    Frames.back().Values[V[I]] = Values[I];
}

void AffineValues::join(const Variables &V, const Snapshot &Other) {
  for (size_t I = 0; I != V.size(); ++I)
    if (!(variable(V[I]) == Other[I]))
      Frames.back().Values[V[I]] = {};
}

} // namespace cu2cl
