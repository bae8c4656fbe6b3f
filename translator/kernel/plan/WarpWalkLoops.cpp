// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loops that threads leave one by one.

#include "analysis/barriers/LoopRounds.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/threads/Divergence.h"
#include "kernel/plan/WarpWalkPlanner.h"

using namespace clang;

namespace cu2cl {

const Stmt *WarpWalkPlanner::bodyOf(const Stmt *Loop) {
  if (const auto *For = dyn_cast<ForStmt>(Loop))
    return For->getBody();
  if (const auto *While = dyn_cast<WhileStmt>(Loop))
    return While->getBody();
  return cast<DoStmt>(Loop)->getBody();
}

void WarpWalkPlanner::walkLoop(const Stmt *S, Depth At, const Stmt *Parent) {
  const auto *For = dyn_cast<ForStmt>(S);
  const auto *While = dyn_cast<WhileStmt>(S);
  if ((For && For->getConditionVariable()) || (While && While->getConditionVariable()))
    return refuse("a condition declares a variable");
  const Stmt *Init = For ? For->getInit() : nullptr, *Inc = For ? For->getInc() : nullptr;
  const Expr *Condition = Divergence::condition(S);
  if (has(Init) || has(Inc))
    return refuse("it is in the head of a loop");
  if (isWalkedAlike(S, Condition, Init, Inc, At)) {
    if (At && Init)
      for (const Decl *One : cast<DeclStmt>(Init)->decls())
        DeclaredAt[cast<VarDecl>(One)] = *At;
    bool WasLast = std::exchange(IsLast, false);
    walkList(bodyOf(S), At, S);
    IsLast = WasLast;
    return;
  }
  walkRounds(S, Condition, Init, Inc, At, Parent);
}

bool WarpWalkPlanner::isWalkedAlike(const Stmt *S, const Expr *Condition, const Stmt *Init,
                                    const Stmt *Inc, Depth At) const {
  if (has(Condition))
    return false;
  if (!At)
    return (!Condition || All.Barriers.isUniform(F, Condition)) &&
           !hasSplitJump(bodyOf(S), /*OnlyReturns=*/false, false);
  if (hasJump(bodyOf(S)) || !Condition || (Init && !isa<DeclStmt>(Init)))
    return false;
  const Stmt *Head[] = {Init, Condition, Inc};
  return llvm::all_of(Head, [&](const Stmt *Part) { return isKnown(Part, Head); });
}

void WarpWalkPlanner::walkRounds(const Stmt *S, const Expr *Condition, const Stmt *Init,
                                 const Stmt *Inc, Depth At, const Stmt *Parent) {
  const Stmt *Body = bodyOf(S);
  unsigned Inner = openBlock(S, At, Parent);
  Plan.Blocks[S].Body = Body;
  bool Meets = WithBarrier.contains(Body) || (Condition && WithBarrier.contains(Condition));
  walkInit(Init, At, Inner);
  if (Inc && !(isSafeToSpeculate(Inc, Context) && mayAllChange(Inc, Inner)))
    guardValue(cast<Expr>(Inc), Inner);
  bool Always = false;
  bool Asks = !Condition;
  if (Condition && !(Condition->EvaluateAsBooleanCondition(Always, Context) && Always))
    walkCondition(Condition, Inner, Meets, Plan.Blocks[S]);
  else if (Condition)
    Plan.Votes[Condition] = {Inner, PredicationPlan::Asks::WhoGoesOn, !Meets};
  bool Skipped = continues(Body);
  unsigned Round = Inner + Skipped;
  const auto *List = dyn_cast<CompoundStmt>(Body);
  if ((Skipped || Asks) && (!List || List->body_empty()))
    return refuse("the body of the loop has no braces");
  if (Skipped || Asks)
    Plan.Rounds[List->body_front()] = {Inner, Asks, Skipped, !Meets};
  Plan.Depths = std::max(Plan.Depths, Round + 1);
  if (const Stmt *Last = endOfBody(Body); Last && !isa<DoStmt>(S))
    Plan.RoundEnds.insert(Last);
  llvm::SmallSet<unsigned, 4> Outside = Declared;
  Declared.insert(Inner);
  Loops.push_back({Inner, Round});
  walkInside(Body, Round, S);
  Loops.pop_back();
  Declared = Outside;
}

void WarpWalkPlanner::walkInit(const Stmt *Init, Depth At, unsigned Inner) {
  if (const auto *D = dyn_cast_or_null<DeclStmt>(Init)) {
    if (At)
      declare(D, *At, /*InList=*/false);
    for (const Decl *One : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(One))
        DeclaredAt[V] = Inner;
  } else if (Init && At && !(isSafeToSpeculate(Init, Context) && mayAllChange(Init, *At))) {
    guardValue(cast<Expr>(Init), *At);
  }
}

void WarpWalkPlanner::guardValue(const Expr *E, unsigned At) {
  if (!E->getType()->isScalarType())
    refuse("the head of the loop changes an object");
  Plan.GuardedValues[E] = At;
}

void WarpWalkPlanner::walkCondition(const Expr *Condition, unsigned At, bool Meets,
                                    PredicationPlan::Block &Loop) {
  PredicationPlan::Operands InTurn = questions(Condition, At);
  const auto *Logical = dyn_cast<BinaryOperator>(Condition->IgnoreParenImpCasts());
  if (InTurn.empty() && has(Condition) && Logical && Logical->isLogicalOp()) {
    // What not all threads can evaluate is asked of those with the predicate.
    collect(Condition, At, /*IsSure=*/true);
    if (!isSafeApart(Condition) || !mayAllChange(Condition, At))
      InTurn = operandsOf(Logical);
  }
  Plan.Votes[Condition] = {At, PredicationPlan::Asks::WhoGoesOn, !Meets, has(Condition), InTurn};
  if (!has(Condition))
    return;
  if (InTurn.empty())
    return askAll(Condition, At);
  bool IsAnd = InTurn.back().Operator->getOpcode() == BO_LAnd;
  for (const PredicationPlan::Operand &O : InTurn)
    if (O.IsForAll)
      askAll(O.Value, O.Operator && !IsAnd ? At + 1 : At);
  if (IsAnd)
    return;
  if (Loop.IsSetBefore)
    return refuse("there is a pragma before the loop");
  Loop.AsksOthers = Loop.Braces || Declared.insert(At + 1).second;
  Plan.Depths = std::max(Plan.Depths, At + 2);
}

void WarpWalkPlanner::askAll(const Expr *E, unsigned At) {
  collect(E, At, /*IsSure=*/true);
  if (!isSafeApart(E) || !mayAllChange(E, At))
    refuse("the condition of the loop cannot be evaluated by all threads");
}

bool WarpWalkPlanner::continues(const Stmt *S) const {
  return isa<ContinueStmt>(S) || (!Divergence::isLoop(S) && anyEvaluated(S, [&](const Stmt *Part) {
           return continues(Part);
         }));
}

} // namespace cu2cl
