// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Branches and jumps out of them.

#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/threads/Divergence.h"
#include "kernel/plan/WarpWalkPlanner.h"

using namespace clang;

namespace cu2cl {

unsigned WarpWalkPlanner::targetOf(const Stmt *Jump) const {
  return isa<ReturnStmt>(Jump) ? 0 : isa<BreakStmt>(Jump) ? Loops.back().Left : Loops.back().Round;
}

void WarpWalkPlanner::jump(const Stmt *S, unsigned At) {
  if (!isa<ReturnStmt>(S) && Loops.empty())
    return refuse("a jump leads out of a switch");
  if (const auto *R = dyn_cast<ReturnStmt>(S); R && R->getRetValue()) {
    if (!givesPlainValue())
      return refuse("a function returns an object");
    if (has(R))
      return refuse("it is in the value of an early return");
    Plan.ReturnsValue = true;
  }
  Plan.Guarded[S] = At;
  Plan.Leaves[S] = {targetOf(S), At};
}

bool WarpWalkPlanner::endsInJumps(const Stmt *S) {
  if (!S || isa<ReturnStmt, BreakStmt, ContinueStmt>(S))
    return true;
  if (const auto *List = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Part : List->body())
      if (Part != List->body_back() && hasJump(Part))
        return false;
    return List->body_empty() || endsInJumps(List->body_back());
  }
  if (const auto *If = dyn_cast<IfStmt>(S))
    return endsInJumps(If->getThen()) && endsInJumps(If->getElse());
  return !hasJump(S);
}

void WarpWalkPlanner::registerJumps(const Stmt *S, unsigned At) {
  StmtSet Jumps;
  addJumpsOf(S, Jumps);
  for (const Stmt *Jump : Jumps) {
    jump(Jump, At);
    Plan.Guarded.erase(Jump);
  }
}

void WarpWalkPlanner::walkIf(const IfStmt *If, Depth At, const Stmt *Parent) {
  if (If->isConstexpr() && !If->getInit() && !If->getConditionVariable()) {
    if (std::optional<const Stmt *> Taken = If->getNondiscardedCase(Context))
      walkList(*Taken, At, If);
    return;
  }
  if (If->getInit() || If->getConditionVariable())
    return refuse("a condition declares a variable");
  if (PredicationPlan::Operands Asks = questions(If->getCond(), At); !Asks.empty())
    return walkArms(If, At, Parent, Asks);
  if (!has(If) && endsInJumps(If)) {
    StmtSet Jumps;
    addJumpsOf(If, Jumps);
    const auto *R = dyn_cast<ReturnStmt>(*Jumps.begin());
    if (isPlainJump(If) && targetOf(*Jumps.begin()) == *At && !(R && R->getRetValue())) {
      Plan.Returns[If] = *At;
      return;
    }
    registerJumps(If, *At);
    if (If != Plan.FirstReturn)
      Plan.Guarded[If] = *At;
    else if (isUniform(If->getCond(), std::nullopt) && isa<CompoundStmt>(Parent))
      Walk.Rejoins.insert(If);
    return;
  }
  if (has(If->getCond()) && !wantsWalk(If->getThen()) && !wantsWalk(If->getElse()))
    return walkCondition(If, At);
  if (isUniform(If->getCond(), At)) {
    if (At && hasJump(If) && isa<CompoundStmt>(Parent))
      Walk.Rejoins.insert(If);
    walkList(If->getThen(), At, If);
    walkList(If->getElse(), At, If);
    if (If->getElse() && !isa<CompoundStmt>(If->getThen()) &&
        Plan.Guarded.contains(lastOf(If->getThen()))) {
      if (Plan.Guarded.contains(If->getThen()))
        Plan.Braced.insert(If);
      else
        refuse("an else follows a statement without braces");
    }
    return;
  }
  walkArms(If, At, Parent);
}

void WarpWalkPlanner::walkCondition(const IfStmt *If, Depth At) {
  hoist(If, If->getCond(), At, /*Always=*/true);
  if (!At)
    return;
  registerJumps(If, *At);
  Plan.Guarded[If] = *At;
}

bool WarpWalkPlanner::wantsWalk(const Stmt *Arm) const {
  return Arm && (has(Arm) || !endsInJumps(Arm));
}

PredicationPlan::Operands WarpWalkPlanner::questions(const Expr *Condition, Depth At) const {
  const auto *B = dyn_cast<BinaryOperator>(Condition->IgnoreParenImpCasts());
  if (!B || !B->isLogicalOp())
    return {};
  PredicationPlan::Operands All = operandsOf(B);
  bool Splits = llvm::any_of(All, [&](const PredicationPlan::Operand &O) {
    return O.Operator && O.IsForAll && !isUniform(O.Operator->getLHS(), At);
  });
  return Splits ? All : PredicationPlan::Operands();
}

PredicationPlan::Operands WarpWalkPlanner::operandsOf(const BinaryOperator *Condition) const {
  const Expr *Left = Condition->getLHS();
  const auto *Inner = dyn_cast<BinaryOperator>(Left->IgnoreParens());
  PredicationPlan::Operands Out;
  if (has(Left) && Inner && Inner->getOpcode() == BO_LAnd && Condition->getOpcode() == BO_LAnd)
    Out = operandsOf(Inner);
  else
    Out.push_back({nullptr, Left, has(Left)});
  Out.push_back({Condition, Condition->getRHS(), has(Condition->getRHS())});
  return Out;
}

void WarpWalkPlanner::walkArms(const IfStmt *If, Depth At, const Stmt *Parent,
                               const PredicationPlan::Operands &Asks) {
  hoist(If, Asks.empty() ? If->getCond() : Asks.front().Value, At, /*Always=*/true);
  unsigned Inner = openBlock(If, At, Parent);
  for (const PredicationPlan::Operand &O : llvm::drop_begin(Asks, !Asks.empty()))
    hoist(O.Operator, O.Value, Inner, /*Always=*/true);
  PredicationPlan::Block &Block = Plan.Blocks[If];
  bool Then = !Asks.empty() || wantsWalk(If->getThen()), Else = wantsWalk(If->getElse());
  Block.Asks = Asks;
  Block.Body = Then ? If->getThen() : If->getElse();
  Block.BothArms = Then && Else;
  bool Meets = WithBarrier.contains(If->getThen()), Others = WithBarrier.contains(If->getElse());
  Block.Enters = !Meets && !Others;
  if (Meets || Others)
    Meetings[If] = Meets && Others ? If : Meets ? If->getThen() : If->getElse();
  for (const Stmt *Arm : {If->getThen(), If->getElse()}) {
    if (Arm && (wantsWalk(Arm) || (!Asks.empty() && Arm == If->getThen())))
      walkInside(Arm, Inner, If);
    else if (Arm && hasJump(Arm))
      registerJumps(Arm, Inner);
  }
}

unsigned WarpWalkPlanner::openBlock(const Stmt *S, Depth At, const Stmt *Parent) {
  IsWalked = true;
  unsigned Inner = At ? *At + 1 : 0;
  PredicationPlan::Block &Block = Plan.Blocks[S];
  bool Braces = !isa<CompoundStmt>(Parent);
  if (isa<AttributedStmt>(Parent)) {
    // Between the pragma and the loop there is no place for the predicate.
    const Stmt *Before = BeforeHinted.lookup(Parent);
    if (!Before)
      refuse("there is a pragma before the loop");
    Plan.SetBehind[Before] = S;
    Block.IsSetBefore = true;
    Braces = false;
  }
  Block.Depth = Inner;
  Block.Declares = Braces || Declared.insert(Inner).second;
  Block.Braces = Braces;
  Plan.Depths = std::max(Plan.Depths, Inner + 1);
  return Inner;
}

void WarpWalkPlanner::walkInside(const Stmt *Body, unsigned At, const Stmt *Parent) {
  llvm::SmallSet<unsigned, 4> Outside = Declared;
  Declared.insert(At);
  bool WasLast = std::exchange(IsLast, false);
  walkList(Body, At, Parent);
  IsLast = WasLast;
  Declared = Outside;
}

} // namespace cu2cl
