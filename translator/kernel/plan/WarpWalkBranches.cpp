// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Branches and jumps out of them.

#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/threads/Divergence.h"
#include "kernel/plan/WarpWalkPlanner.h"

using namespace clang;

namespace cu2cl {

Depth WalkedBranches::targetOf(const Stmt *Jump) const {
  if (isa<ReturnStmt>(Jump))
    return 0;
  if (P.Predicates.Loops.empty())
    return std::nullopt;
  const WalkedLoop &Inner = P.Predicates.Loops.back();
  return isa<BreakStmt>(Jump) ? Depth(Inner.Left) : Inner.Round;
}

void WalkedBranches::jump(const Stmt *S, unsigned At) {
  Depth Target = targetOf(S);
  if (!Target)
    return P.refuse("a jump leads out of a statement that all threads execute alike");
  if (const auto *R = dyn_cast<ReturnStmt>(S); R && R->getRetValue()) {
    if (!P.givesPlainValue())
      return P.refuse("a function returns an object");
    if (Facts.WithBarrier.contains(R))
      return P.refuse("it is in the value of an early return");
    P.Exchanges.hoist(R, R->getRetValue(), At, /*Always=*/true);
    Plan.ReturnsValue = true;
  }
  Plan.Guarded[S] = At;
  Plan.Leaves[S] = {*Target, At};
}

bool WalkedBranches::endsInJumps(const Stmt *S) {
  if (!S || isa<ReturnStmt, BreakStmt, ContinueStmt>(S))
    return true;
  if (const auto *List = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Part : List->body())
      if (Part != List->body_back() && WarpWalkFacts::hasJump(Part))
        return false;
    return List->body_empty() || endsInJumps(List->body_back());
  }
  if (const auto *If = dyn_cast<IfStmt>(S))
    return endsInJumps(If->getThen()) && endsInJumps(If->getElse());
  return !WarpWalkFacts::hasJump(S);
}

void WalkedBranches::registerJumps(const Stmt *S, unsigned At) {
  StmtSet Jumps;
  addJumpsOf(S, Jumps);
  for (const Stmt *Jump : Jumps) {
    jump(Jump, At);
    Plan.Guarded.erase(Jump);
  }
}

void WalkedBranches::walkIf(const IfStmt *If, Depth At, const Stmt *Parent) {
  if (If->isConstexpr() && !If->getInit() && !If->getConditionVariable()) {
    if (std::optional<const Stmt *> Taken = If->getNondiscardedCase(Context))
      P.walkList(*Taken, At, If);
    return;
  }
  bool Declares = If->getInit() || If->getConditionVariable();
  if (Declares && If->isConstexpr())
    return P.refuse("a condition declares a variable");
  bool OnlyJumps = !Facts.has(If) && endsInJumps(If);
  if (Declares && !OnlyJumps)
    return walkDeclaring(If, At, Parent);
  if (PredicationPlan::Operands Asks = questions(If->getCond(), At); !Asks.empty())
    return walkArms(If, At, Parent, Asks);
  if (OnlyJumps) {
    StmtSet Jumps;
    addJumpsOf(If, Jumps);
    const auto *R = dyn_cast<ReturnStmt>(*Jumps.begin());
    if (!Declares && isPlainJump(If) && targetOf(*Jumps.begin()) == *At &&
        !(R && R->getRetValue())) {
      Plan.Returns[If] = *At;
      return;
    }
    registerJumps(If, *At);
    if (If != Plan.FirstReturn)
      Plan.Guarded[If] = *At;
    else if (Facts.isUniform(If->getCond(), std::nullopt) && isa<CompoundStmt>(Parent))
      Walk.Rejoins.insert(If);
    return;
  }
  if (Facts.has(If->getCond()) && !wantsWalk(If->getThen()) && !wantsWalk(If->getElse()))
    return walkCondition(If, At);
  if (Facts.isUniform(If->getCond(), At)) {
    if (At && Facts.hasJump(If) && isa<CompoundStmt>(Parent))
      Walk.Rejoins.insert(If);
    P.walkList(If->getThen(), At, If);
    P.walkList(If->getElse(), At, If);
    if (If->getElse() && !isa<CompoundStmt>(If->getThen()) &&
        Plan.Guarded.contains(lastOf(If->getThen()))) {
      if (Plan.Guarded.contains(If->getThen()))
        Plan.Braced.insert(If);
      else
        P.refuse("an else follows a statement without braces");
    }
    return;
  }
  walkArms(If, At, Parent);
}

void WalkedBranches::walkDeclaring(const IfStmt *If, Depth At, const Stmt *Parent) {
  walkHead({If->getInit(), If->getConditionVariableDeclStmt()}, At);
  PredicationPlan::Operands Asks = questions(If->getCond(), At);
  bool Inside = wantsWalk(If->getThen()) || wantsWalk(If->getElse());
  if (At || !Asks.empty() || (Inside && !Facts.isUniform(If->getCond(), At)))
    return walkArms(If, At, Parent, Asks);
  P.Exchanges.collect(If->getCond(), At, /*IsSure=*/true);
  P.walkList(If->getThen(), At, If);
  P.walkList(If->getElse(), At, If);
}

void WalkedBranches::walkHead(std::initializer_list<const Stmt *> Parts, Depth At) {
  for (const Stmt *Part : Parts)
    P.walk(Part, At, /*Parent, a list like this one=*/F->getBody());
}

/// Returns true if \p S, an if or a switch, declares or does something before it asks.
static bool hasHead(const Stmt *S) {
  const auto *If = dyn_cast<IfStmt>(S);
  const auto *Switch = dyn_cast<SwitchStmt>(S);
  return (If && (If->getInit() || If->getConditionVariable())) ||
         (Switch && (Switch->getInit() || Switch->getConditionVariable()));
}

void WalkedBranches::walkCondition(const IfStmt *If, Depth At) {
  P.Exchanges.hoist(If, If->getCond(), At, /*Always=*/true);
  if (!At)
    return;
  registerJumps(If, *At);
  Plan.Guarded[If] = *At;
}

bool WalkedBranches::wantsWalk(const Stmt *Arm) const {
  return Arm && (Facts.has(Arm) || !endsInJumps(Arm));
}

PredicationPlan::Operands WalkedBranches::questions(const Expr *Condition, Depth At) const {
  const auto *B = dyn_cast<BinaryOperator>(Condition->IgnoreParenImpCasts());
  if (!B || !B->isLogicalOp())
    return {};
  PredicationPlan::Operands All = operandsOf(B);
  bool Splits = llvm::any_of(All, [&](const PredicationPlan::Operand &O) {
    return O.Operator && O.IsForAll && !Facts.isUniform(O.Operator->getLHS(), At);
  });
  return Splits ? All : PredicationPlan::Operands();
}

PredicationPlan::Operands WalkedBranches::operandsOf(const BinaryOperator *Condition) const {
  const Expr *Left = Condition->getLHS();
  const auto *Inner = dyn_cast<BinaryOperator>(Left->IgnoreParens());
  PredicationPlan::Operands Out;
  if (Facts.has(Left) && Inner && Inner->getOpcode() == BO_LAnd &&
      Condition->getOpcode() == BO_LAnd)
    Out = operandsOf(Inner);
  else
    Out.push_back({nullptr, Left, Facts.has(Left)});
  Out.push_back({Condition, Condition->getRHS(), Facts.has(Condition->getRHS())});
  return Out;
}

void WalkedBranches::walkArms(const IfStmt *If, Depth At, const Stmt *Parent,
                              const PredicationPlan::Operands &Asks) {
  P.Exchanges.hoist(If, Asks.empty() ? If->getCond() : Asks.front().Value, At, /*Always=*/true);
  unsigned Inner = openBlock(If, At, Parent);
  for (const PredicationPlan::Operand &O : llvm::drop_begin(Asks, !Asks.empty()))
    P.Exchanges.hoist(O.Operator, O.Value, Inner, /*Always=*/true);
  PredicationPlan::Block &Block = Plan.Blocks[If];
  bool Whole = !Asks.empty() || Block.HasHead;
  bool Then = Whole || wantsWalk(If->getThen()), Else = wantsWalk(If->getElse());
  Block.Asks = Asks;
  Block.Body = Then ? If->getThen() : If->getElse();
  Block.BothArms = Then && Else;
  bool Meets = Facts.WithBarrier.contains(If->getThen()),
       Others = Facts.WithBarrier.contains(If->getElse());
  Block.Enters = !Meets && !Others;
  if (Meets || Others)
    P.Meetings[If] = Meets && Others ? If : Meets ? If->getThen() : If->getElse();
  for (const Stmt *Arm : {If->getThen(), If->getElse()}) {
    if (Arm && (wantsWalk(Arm) || (Whole && Arm == If->getThen())))
      walkInside(Arm, Inner, If);
    else if (Arm && Facts.hasJump(Arm))
      registerJumps(Arm, Inner);
  }
}

unsigned WalkedBranches::openBlock(const Stmt *S, Depth At, const Stmt *Parent) {
  P.IsWalked = true;
  unsigned Inner = At ? *At + 1 : 0;
  PredicationPlan::Block &Block = Plan.Blocks[S];
  Block.HasHead = hasHead(S);
  bool Braces = !isa<CompoundStmt>(Parent) || Block.HasHead;
  if (isa<AttributedStmt>(Parent)) {
    // Between the pragma and the loop there is no place for the predicate.
    const Stmt *Before = P.BeforeHinted.lookup(Parent);
    if (!Before)
      P.refuse("there is a pragma before the loop");
    Plan.SetBehind[Before] = S;
    Block.IsSetBefore = true;
    Braces = false;
  }
  Block.Depth = Inner;
  Block.Declares = Braces || P.Predicates.Declared.insert(Inner).second;
  Block.Braces = Braces;
  Plan.Depths = std::max(Plan.Depths, Inner + 1);
  return Inner;
}

void WalkedBranches::walkInside(const Stmt *Body, unsigned At, const Stmt *Parent) {
  llvm::SmallSet<unsigned, 4> Outside = P.Predicates.Declared;
  P.Predicates.Declared.insert(At);
  bool WasLast = std::exchange(P.IsLast, false);
  P.walkList(Body, At, Parent);
  P.IsLast = WasLast;
  P.Predicates.Declared = Outside;
}

} // namespace cu2cl
