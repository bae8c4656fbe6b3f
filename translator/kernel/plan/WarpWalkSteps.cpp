// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Plans the exchanges of a warp through memory, in lockstep.
//
// Precondition: the statement makes one store to such memory (LockstepMemory.h), or calls a
// function like an atomic one with a pointer to it; or it gives a variable the value of the store.
// Effect: the value is kept until all threads of the warp have come, then it is stored, and all
// wait once more. Threads without the predicate neither read nor store.

#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Accesses.h"
#include "analysis/effects/Evaluation.h"
#include "kernel/plan/WarpWalkPlanner.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

const Expr *WalkedSteps::storeIn(const Stmt *S) const {
  const auto *D = dyn_cast<DeclStmt>(S);
  const auto *V = D && D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
  const Expr *E = D ? (V ? V->getInit() : nullptr) : dyn_cast<Expr>(S);
  if (!E || isa<InitListExpr>(E))
    return nullptr;
  if (const Expr *Store = stepIn(E))
    return Store;
  E = E->IgnoreParenImpCasts();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    E = Full->getSubExpr()->IgnoreParenImpCasts();
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (D || !B || B->getOpcode() != BO_Assign)
    return nullptr;
  const auto *Ref = dyn_cast<DeclRefExpr>(B->getLHS()->IgnoreParens());
  const auto *Own = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  bool IsOwn = Own && Own->hasLocalStorage() && !Own->getType()->isReferenceType();
  return IsOwn ? stepIn(B->getRHS()) : nullptr;
}

/// The store that \p E is, without conversions around it; else null.
const Expr *WalkedSteps::stepIn(const Expr *E) const {
  E = E->IgnoreParenImpCasts();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    E = Full->getSubExpr()->IgnoreParenImpCasts();
  return All.isStep(E) ? E : nullptr;
}

/// \p S makes the store \p Store, for the threads of depth \p At.
void WalkedSteps::step(const Stmt *S, const Expr *Store, Depth At, bool InList) {
  const auto *B = dyn_cast<BinaryOperator>(Store);
  const auto *Unary = dyn_cast<UnaryOperator>(Store);
  bool IsCall = isa<CallExpr>(Store) && !isa<CXXOperatorCallExpr>(Store);
  bool IsPlain = B && B->getOpcode() == BO_Assign;
  if (!Walk.RefusedStep && Walk.Refusal.empty())
    Walk.RefusedStep = Store; // if it is refused below
  if (isa<DeclStmt>(S) && (!InList || !(IsCall || IsPlain)))
    return P.refuse("a declaration is initialized with the store");
  if (Unary && Unary->isPostfix() && !isa<UnaryOperator, ParenExpr, FullExpr>(S))
    return P.refuse("a variable gets the value from before the store");
  WarpWalk::Step Step;
  Step.Store = Store;
  Step.At = At;
  if (IsCall) {
    for (const Expr *A : cast<CallExpr>(Store)->arguments())
      if (Facts.has(A))
        return P.refuse("it is stored inside an expression");
    Step.IsCall = true;
  } else if (!splitStore(S, Store, At)) {
    return;
  }
  if (const auto *D = dyn_cast<DeclStmt>(S); D && At) {
    const auto *V = cast<VarDecl>(D->getSingleDecl());
    P.Predicates.DeclaredAt[V] = *At;
    if (!V->getType()->isScalarType())
      return P.refuse("an object is initialized with the store");
    Plan.GuardedInits[V] = *At;
  }
  if (Walk.Refusal.empty())
    Walk.RefusedStep = nullptr;
  Walk.Steps[S] = Step;
}

/// Returns true if the value of \p Store can be computed, kept and stored later.
bool WalkedSteps::splitStore(const Stmt *S, const Expr *Store, Depth At) {
  const auto *Assignment = dyn_cast<CXXOperatorCallExpr>(Store);
  const auto *B = dyn_cast<BinaryOperator>(Store);
  const Expr *Target = Assignment ? Assignment->getArg(0) : changedBy(Store);
  const Expr *Value = Assignment ? Assignment->getArg(1) : B ? B->getRHS() : nullptr;
  bool ReadsTarget = !Assignment && (!B || B->isCompoundAssignmentOp());
  if (Target->refersToBitField())
    return P.refuse("a bit-field is stored"), false;
  if (Target->getType()->isArrayType() || Target->getType()->isPointerType())
    return P.refuse("a pointer is stored"), false;
  auto Calls = [&](const Expr *E) { return !isSafeToSpeculate(E, Context); };
  if (Facts.has(Target) || hasEffect(Target, Calls) || readsStepMemory(Target))
    return P.refuse("the address of the store changes"), false;
  if (Value && ReadsTarget)
    for (const VarDecl *V : changedVariablesOf(Value))
      if (names(Target, V))
        return P.refuse("the address of the store changes"), false;
  if (!Value || !Facts.has(Value))
    return true;
  if (const Expr *Inner = stepIn(Value)) {
    // `a[t] = b[t] = v`: one value for both.
    bool IsChain = isa<Expr>(S) && B && B->getOpcode() == BO_Assign && isa<BinaryOperator>(Inner) &&
                   Context.hasSameUnqualifiedType(Inner->getType(), Target->getType());
    return IsChain ? splitStore(S, Inner, At)
                   : (P.refuse("it is stored inside an expression"), false);
  }
  if (At && Facts.WithBarrier.contains(Value))
    return P.refuse("the same statement contains a barrier"), false;
  P.Exchanges.hoist(S, Value, At, /*Always=*/true);
  return true;
}

/// Returns true if the place \p Target is found by memory that others may change before the store.
bool WalkedSteps::readsStepMemory(const Expr *Target) const {
  return anyEvaluated(Target, [&](const Stmt *Part) {
    if (const CastExpr *Cast = readingCast(Part)) {
      bool Found = false;
      const Expr *From = Cast->getSubExpr()->IgnoreParens();
      if (!isa<DeclRefExpr>(From))
        forEachNamedVariable(
            From, [&](const VarDecl *V) { Found |= All.barriers().lockstepMemory().contains(V); });
      else if (const auto *V = dyn_cast<VarDecl>(cast<DeclRefExpr>(From)->getDecl()))
        Found = !V->hasLocalStorage() && All.barriers().lockstepMemory().contains(V);
      if (Found)
        return true;
    }
    const auto *E = dyn_cast<Expr>(Part);
    return E && readsStepMemory(E);
  });
}

} // namespace cu2cl
