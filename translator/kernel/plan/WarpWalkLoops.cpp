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

const Stmt *WalkedLoops::bodyOf(const Stmt *Loop) {
  if (const auto *For = dyn_cast<ForStmt>(Loop))
    return For->getBody();
  if (const auto *While = dyn_cast<WhileStmt>(Loop))
    return While->getBody();
  return cast<DoStmt>(Loop)->getBody();
}

const VarDecl *WalkedLoops::variableOf(const Stmt *Loop) {
  if (const auto *For = dyn_cast<ForStmt>(Loop))
    return For->getConditionVariable();
  const auto *While = dyn_cast<WhileStmt>(Loop);
  return While ? While->getConditionVariable() : nullptr;
}

void WalkedLoops::walkLoop(const Stmt *S, Depth At, const Stmt *Parent) {
  const auto *For = dyn_cast<ForStmt>(S);
  const Stmt *Init = For ? For->getInit() : nullptr, *Inc = For ? For->getInc() : nullptr;
  const Expr *Condition = control::condition(S);
  if (Facts.has(Init) || Facts.has(Inc))
    return P.refuse("it is in the head of a loop");
  if (isWalkedAlike(S, Condition, Init, Inc, At)) {
    if (At && Init)
      for (const Decl *One : cast<DeclStmt>(Init)->decls())
        P.Predicates.DeclaredAt[cast<VarDecl>(One)] = *At;
    bool WasLast = std::exchange(P.IsLast, false);
    P.walkList(bodyOf(S), At, S);
    P.IsLast = WasLast;
    return;
  }
  walkRounds(S, Condition, Init, Inc, At, Parent);
}

bool WalkedLoops::isWalkedAlike(const Stmt *S, const Expr *Condition, const Stmt *Init,
                                const Stmt *Inc, Depth At) const {
  const VarDecl *V = variableOf(S);
  if (Facts.has(Condition) || (V && Facts.has(V->getInit())))
    return false;
  if (!At)
    return (!Condition || All.barriers().isUniform(F, Condition)) &&
           !Facts.hasSplitJump(bodyOf(S), JumpsOut::All);
  if (V || Facts.hasJump(bodyOf(S)) || !Condition || (Init && !isa<DeclStmt>(Init)))
    return false;
  const Stmt *Head[] = {Init, Condition, Inc};
  return llvm::all_of(Head, [&](const Stmt *Part) { return Facts.isKnown(Part, Head); });
}

void WalkedLoops::walkRounds(const Stmt *S, const Expr *Condition, const Stmt *Init,
                             const Stmt *Inc, Depth At, const Stmt *Parent) {
  const Stmt *Body = bodyOf(S);
  unsigned Inner = P.Branches.openBlock(S, At, Parent);
  Plan.Blocks[S].Body = Body;
  const VarDecl *V = variableOf(S);
  const Expr *Asked = V ? V->getInit() : Condition;
  bool Meets = Facts.WithBarrier.contains(Body) || (Asked && Facts.WithBarrier.contains(Asked));
  walkInit(Init, At, Inner);
  if (Inc && !(isSafeToSpeculate(Inc, Context) && P.Predicates.mayAllChange(Inc, Inner)))
    guardValue(cast<Expr>(Inc), Inner);
  bool Always = false;
  bool Asks = !Condition;
  if (V)
    walkVariable(V, Condition, Inner, Meets);
  else if (Condition && !(Condition->EvaluateAsBooleanCondition(Always, Context) && Always))
    P.Branches.walkCondition(Condition, Inner, Meets, Plan.Blocks[S]);
  else if (Condition)
    Plan.Votes[Condition] = {Inner, PredicationPlan::Asks::WhoGoesOn, !Meets};
  bool Skipped = continues(Body);
  unsigned Round = Inner + Skipped;
  const auto *List = dyn_cast<CompoundStmt>(Body);
  if (Skipped || Asks)
    Plan.Rounds[List && !List->body_empty() ? List->body_front() : Body] = {Inner, Asks, Skipped,
                                                                            !Meets};
  Plan.Depths = std::max(Plan.Depths, Round + 1);
  if (const Stmt *Last = endOfBody(Body); Last && !isa<DoStmt>(S))
    Plan.RoundEnds.insert(Last);
  llvm::SmallSet<unsigned, 4> Outside = P.Predicates.Declared;
  P.Predicates.Declared.insert(Inner);
  P.Predicates.Loops.push_back({Inner, Round});
  P.Branches.walkInside(Body, Round, S);
  P.Predicates.Loops.pop_back();
  P.Predicates.Declared = Outside;
}

void WalkedLoops::walkVariable(const VarDecl *V, const Expr *Condition, unsigned At, bool Meets) {
  bool Always = false;
  if (!V->getType()->isScalarType() ||
      Condition->EvaluateAsBooleanCondition(Always, Context)) // a constant is not assigned
    return P.refuse("the condition of the loop declares an object or a constant");
  P.Predicates.DeclaredAt[V] = At;
  Plan.Votes[Condition] = {At, PredicationPlan::Asks::WhoGoesOn, !Meets, Facts.has(V->getInit())};
  if (Facts.has(V->getInit()))
    askAll(V->getInit(), At);
}

void WalkedLoops::walkInit(const Stmt *Init, Depth At, unsigned Inner) {
  if (const auto *D = dyn_cast_or_null<DeclStmt>(Init)) {
    if (At)
      P.declare(D, *At, /*InList=*/false);
    for (const Decl *One : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(One))
        P.Predicates.DeclaredAt[V] = Inner;
  } else if (Init && At &&
             !(isSafeToSpeculate(Init, Context) && P.Predicates.mayAllChange(Init, *At))) {
    guardValue(cast<Expr>(Init), *At);
  }
}

void WalkedLoops::guardValue(const Expr *E, unsigned At) {
  if (!E->getType()->isScalarType())
    P.refuse("the head of the loop changes an object");
  Plan.GuardedValues[E] = At;
}

void WalkedBranches::walkCondition(const Expr *Condition, unsigned At, bool Meets,
                                   PredicationPlan::Block &Loop) {
  PredicationPlan::Operands InTurn = questions(Condition, At);
  const auto *Logical = dyn_cast<BinaryOperator>(Condition->IgnoreParenImpCasts());
  if (InTurn.empty() && Facts.has(Condition) && Logical && Logical->isLogicalOp()) {
    // What not all threads can evaluate is asked of those with the predicate.
    P.Exchanges.collect(Condition, At, /*IsSure=*/true);
    if (!P.Predicates.isSafeApart(Condition) || !P.Predicates.mayAllChange(Condition, At))
      InTurn = operandsOf(Logical);
  }
  Plan.Votes[Condition] = {At, PredicationPlan::Asks::WhoGoesOn, !Meets, Facts.has(Condition),
                           InTurn};
  if (!Facts.has(Condition))
    return;
  if (InTurn.empty())
    return P.Loops.askAll(Condition, At);
  bool IsAnd = InTurn.back().Operator->getOpcode() == BO_LAnd;
  for (const PredicationPlan::Operand &O : InTurn)
    if (O.IsForAll)
      P.Loops.askAll(O.Value, O.Operator && !IsAnd ? At + 1 : At);
  if (IsAnd)
    return;
  if (Loop.IsSetBefore)
    return P.refuse("there is a pragma before the loop");
  Loop.AsksOthers = Loop.Braces || P.Predicates.Declared.insert(At + 1).second;
  Plan.Depths = std::max(Plan.Depths, At + 2);
}

void WalkedLoops::askAll(const Expr *E, unsigned At) {
  P.Exchanges.collect(E, At, /*IsSure=*/true);
  if (!P.Predicates.isSafeApart(E) || !P.Predicates.mayAllChange(E, At))
    P.refuse("the condition of the loop cannot be evaluated by all threads");
}

bool WalkedLoops::continues(const Stmt *S) const {
  return isa<ContinueStmt>(S) || (!control::isLoop(S) && anyEvaluated(S, [&](const Stmt *Part) {
           return continues(Part);
         }));
}

} // namespace cu2cl
