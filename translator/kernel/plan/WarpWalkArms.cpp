// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Plans exchanges in an arm of `?:`, or on the right side of `&&` or `||`.
//
// Precondition: not all threads come to the arm, or what is exchanged there is not for all.
// Effect: "v += lane < n ? shfl(v) : 0" is "bool taken = lane < n; int exchanged = shfl(v); v +=
// taken ? exchanged : 0": each arm has a predicate, set in front of the statement, as the block of
// an if has one. What the condition does is done there, once.

#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/threads/Divergence.h"
#include "kernel/plan/WarpWalkPlanner.h"

using namespace clang;

namespace cu2cl {

/// Depths of arms' predicates until all others are known.
static constexpr unsigned FirstArm = 1u << 16;

/// The arms of \p E: for the threads whose condition holds, and for the others.
static std::pair<const Expr *, const Expr *> armsOf(const Expr *E) {
  if (const auto *C = dyn_cast<ConditionalOperator>(E))
    return {C->getTrueExpr(), C->getFalseExpr()};
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || !B->isLogicalOp())
    return {nullptr, nullptr};
  bool IsAnd = B->getOpcode() == BO_LAnd;
  return {IsAnd ? B->getRHS() : nullptr, IsAnd ? nullptr : B->getRHS()};
}

bool WalkedExchanges::isChoice(const Stmt *S, const Expr *Condition, Depth At) const {
  auto [Then, Else] = armsOf(cast<Expr>(S));
  if (!Facts.has(Then) && !Facts.has(Else))
    return false;
  if (!Facts.isUniform(Condition, At))
    return true;
  // In front of the statement all threads would do what none does here.
  std::function<bool(const Stmt *)> IsHarmless = [&](const Stmt *Part) {
    const CallExpr *Call = Facts.call(Part);
    return Call && isWarpFunction(Call) && llvm::all_of(Call->arguments(), [&](const Expr *A) {
             return isSafeToSpeculate(A, Context, IsHarmless);
           });
  };
  return (Facts.has(Then) && !isSafeToSpeculate(Then, Context, IsHarmless)) ||
         (Facts.has(Else) && !isSafeToSpeculate(Else, Context, IsHarmless));
}

bool WalkedExchanges::needsLift(const Stmt *E, Depth At) const {
  if (!Facts.has(E))
    return false;
  const Expr *Condition = isa<Expr>(E) ? control::condition(E) : nullptr;
  auto [Then, Else] = isa<Expr>(E) ? armsOf(cast<Expr>(E)) : armsOf(nullptr);
  if (Condition && (Facts.has(Then) || Facts.has(Else)) && !Facts.isUniform(Condition, At))
    return true;
  if (const CallExpr *Call = Facts.call(E); Call && All.isExchange(Call) && At) {
    catalog::DeviceRole Role = deviceRoleOf(Call->getDirectCallee());
    bool IsVote = Role == catalog::DeviceRole::WarpVote ||
                  Role == catalog::DeviceRole::WarpVoteOfAll ||
                  Role == catalog::DeviceRole::GroupBarrier;
    if (IsVote && Facts.has(Call->getArg(Call->getNumArgs() - 1)))
      return true;
  }
  return anyEvaluated(E, [&](const Stmt *Part) { return needsLift(Part, At); });
}

void WalkedExchanges::collectArms(const Expr *E, const Expr *Condition, Depth At) {
  collect(Condition, At, /*IsSure=*/true);
  auto [Then, Else] = armsOf(E);
  Choice C = {Condition, At};
  auto CollectArm = [&](const Expr *Arm, Depth &ArmsDepth) {
    if (!Facts.has(Arm))
      return;
    if (Facts.WithBarrier.contains(Arm))
      return P.refuse("whether a barrier is evaluated differs between threads");
    if (Arm->getType()->isVoidType())
      return P.refuse("whether it is evaluated differs between threads");
    ArmsDepth = FirstArm + Plan.Arms++;
    collect(Arm, ArmsDepth, /*IsSure=*/true);
  };
  CollectArm(Then, C.Then);
  CollectArm(Else, C.Else);
  Choices[E] = C;
}

void WalkedExchanges::liftArms(const Choice &C, const Expr *E, LiftedList &Out) const {
  addOutermost(C.Condition, Out);
  auto [Then, Else] = armsOf(E);
  PredicationPlan::Lifted Arm;
  Arm.Outer = C.Outer;
  Arm.Condition = C.Condition;
  if (C.Then) {
    Arm.Depth = *C.Then;
    Out.push_back(Arm);
    addOutermost(Then, Out);
    Arm.Condition = nullptr;
    Arm.Other = *C.Then;
  }
  if (C.Else) {
    Arm.Depth = *C.Else;
    Arm.IsNot = true;
    Out.push_back(Arm);
    addOutermost(Else, Out);
  }
}

bool WalkedExchanges::hasOtherEffectInArms(const Choice &C, const Expr *E, bool IsWhole) const {
  if (!IsWhole && hasOwnEffect(C.Condition))
    return true;
  auto [Then, Else] = armsOf(E);
  return (Then && hasOtherEffect(Then, IsWhole)) || (Else && hasOtherEffect(Else, IsWhole));
}

void WalkedExchanges::addOutermost(const Stmt *S, LiftedList &Out) const {
  if (!Facts.has(S))
    return;
  if (auto It = Choices.find(S); It != Choices.end())
    return liftArms(It->second, cast<Expr>(S), Out);
  const CallExpr *Call = Facts.call(S);
  if (!Call || !Collected.contains(Call)) {
    forEachEvaluated(S, [&](const Stmt *Part) { addOutermost(Part, Out); });
    return;
  }
  addInArguments(Call, Out);
  if (Call->getType()->isVoidType())
    return;
  PredicationPlan::Lifted Exchange;
  Exchange.Call = Call;
  Out.push_back(Exchange);
}

/// What is exchanged for the arguments of \p Call, if some of that cannot stay there.
void WalkedExchanges::addInArguments(const CallExpr *Call, LiftedList &Out) const {
  std::function<bool(const Stmt *)> HasChoice = [&](const Stmt *S) {
    const CallExpr *Vote = Facts.call(S);
    return Choices.contains(S) || (Vote && VotesOnExchanges.contains(Vote)) ||
           anyEvaluated(S, HasChoice);
  };
  if (HasChoice(Call))
    forEachEvaluated(Call, [&](const Stmt *Part) { addOutermost(Part, Out); });
}

void WalkedExchanges::numberArms() {
  auto Number = [&](unsigned &Of) {
    if (Of >= FirstArm)
      Of = Plan.Depths + (Of - FirstArm);
  };
  for (auto &[S, Parts] : Plan.Hoisted)
    for (PredicationPlan::Lifted &L : Parts) {
      Number(L.Depth);
      Number(L.Other);
      if (L.Outer)
        Number(*L.Outer);
    }
  for (auto &[E, At] : Plan.GuardedValues)
    Number(At);
  for (auto &[E, Argument] : Plan.VoteArguments)
    Number(Argument.first);
  for (auto &[Call, At] : Walk.Calls)
    Number(At);
  Plan.Depths += Plan.Arms;
}

} // namespace cu2cl
