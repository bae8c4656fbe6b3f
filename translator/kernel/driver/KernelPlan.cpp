// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/core/KernelPlan.h"
#include "analysis/effects/MutationCheck.h"
#include "analysis/effects/OwnAddresses.h"
#include "kernel/core/UniqueName.h"
#include "kernel/predication/ArmEnds.h"
#include "kernel/predication/RoundEnds.h"
#include "kernel/predication/WarpExchange.h"
#include "kernel/statements/StoreOrder.h"
#include "kernel/statements/Temporaries.h"
#include "clang/AST/Attr.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>

using namespace clang;

namespace cu2cl {

/// The barriers of \p F that some threads do not reach and that cannot be walked to.
static void reportBarriers(DeviceUnit &Unit, const FunctionDecl *F) {
  const SourceManager &SM = Unit.Side.sources();
  for (const BarrierSite &Site : Unit.Barriers->sites(F)) {
    unsigned Line = Site.Cause.isValid() ? SM.getExpansionLineNumber(Site.Cause) : 0;
    if (Site.Verdict == BarrierVerdict::Divergent)
      Unit.report(diag::DivergentBarrier, Site.Call->getBeginLoc(), {std::to_string(Line)});
    else if (Site.Verdict == BarrierVerdict::AfterDivergentReturn && !Site.Lowerable)
      Unit.report(diag::BarrierAfterDivergentExit, Site.Call->getBeginLoc(),
                  {std::to_string(Line)});
  }
}

KernelPlan planKernel(DeviceUnit &Unit, const FunctionClone &V) {
  KernelPlan Plan;
  if (!V.Function)
    return Plan;
  assert(!V.Function->doesThisDeclarationHaveABody() ||
         !findMissedMutation(V.Function, changedVariablesOf(V.Function->getBody())));
  Plan.Body = BodyTree(V.Function);
  if (const auto *C = dyn_cast<CXXConstructorDecl>(V.Function))
    Plan.MadeInPlace = keepsOwnAddress(C);
  Plan.Warp = planWarpExchange(Unit, V);
  if (Unit.Walks->exchanges(V.Function)) {
    Plan.Walk = &Unit.Walks->of(V.Function);
    Plan.Barriers = Plan.Walk->Predicates;
    if (!Plan.Walk->Refusal.empty() && Unit.Barriers->isWalked(V.Function))
      reportBarriers(Unit, V.Function);
  }
  if (Plan.Barriers.empty() && (!Plan.Walk || Plan.Walk->Refusal.empty()) &&
      V.Function->hasAttr<CUDAGlobalAttr>())
    Plan.Barriers = planBarriers(Unit.context(), *Unit.Barriers, V.Function,
                                 [&](SourceLocation Loc, const char *Reason) {
                                   Unit.report(diag::UnpredicableBarrier, Loc, {Reason});
                                 });
  auto NamePredicates = [&](unsigned Count, const std::string &Name) {
    for (unsigned I = 0; I < Count; ++I)
      Plan.Barriers.Predicates.push_back(
          uniqueName(Unit, V, I ? Name + std::to_string(I + 1) : Name));
  };
  NamePredicates(Plan.Barriers.Depths - Plan.Barriers.Arms, "active");
  NamePredicates(Plan.Barriers.Arms, "taken");
  if (Plan.Barriers.ReturnsValue)
    Plan.Result = uniqueName(Unit, V, "result");
  for (const CallExpr *Call : Plan.Barriers.ExchangesInOrder)
    Plan.Exchanged[Call] = uniqueName(
        Unit, V,
        "exchanged" + (Plan.Exchanged.empty() ? "" : std::to_string(Plan.Exchanged.size() + 1)));
  Plan.Rounds = planRoundEnds(Unit, V, Plan.Barriers);
  Plan.Arms = planArmEnds(Unit, V, Plan.Barriers);
  planTemporaries(Unit, V, Plan);
  Plan.StoreOrder = planStoreOrder(Unit, V);
  return Plan;
}

namespace {

/// Writes "file line: what" for each decision, in the order of the source.
class PlanText {
public:
  PlanText(const DeviceUnit &Unit) : Unit(Unit) {}

  template <class Node> void add(const Node *S, const llvm::Twine &What) {
    const SourceManager &SM = Unit.Side.sources();
    SourceLocation Loc = SM.getExpansionLoc(S->getBeginLoc());
    Lines.push_back(
        {SM.getFileOffset(Loc),
         "  line " + std::to_string(SM.getSpellingLineNumber(Loc)) + ": " + What.str() + "\n"});
  }
  template <class Set> void addEach(const Set &Of, const llvm::Twine &What) {
    for (const auto *S : Of)
      add(S, What);
  }
  std::string text() {
    llvm::sort(Lines); // sets of nodes have no order of their own
    std::string Out;
    for (const auto &[Offset, Line] : Lines)
      Out += Line;
    return Out;
  }

private:
  const DeviceUnit &Unit;
  std::vector<std::pair<unsigned, std::string>> Lines;
};

void describeBarriers(PlanText &Out, const PredicationPlan &Plan) {
  auto Under = [&](unsigned Depth) { return " under " + Plan.Predicates[Depth]; };
  for (const auto &[S, Depth] : Plan.Returns)
    Out.add(S, "a return becomes an assignment to " + Plan.Predicates[Depth]);
  for (const auto &[S, Ends] : Plan.Leaves)
    Out.add(S, "a jump clears " + Plan.Predicates[Ends.first]);
  for (const auto &[S, Round] : Plan.Rounds)
    Out.add(S, "an iteration begins" + Under(Round.Depth));
  for (const auto &[S, Block] : Plan.Blocks)
    Out.add(S, "a block around barriers" + Under(Block.Depth));
  for (const auto &[E, Vote] : Plan.Votes)
    Out.add(E, "a vote" + Under(Vote.Depth));
  for (const auto &[E, Argument] : Plan.VoteArguments)
    Out.add(E, "the argument of a vote" + Under(Argument.first));
  for (const auto &[S, Depth] : Plan.Guarded)
    Out.add(S, "a statement" + Under(Depth));
  for (const auto &[E, Depth] : Plan.GuardedConditions)
    Out.add(E, "a loop's condition" + Under(Depth));
  for (const auto &[V, Depth] : Plan.GuardedInits)
    Out.add(V, "an initial value" + Under(Depth));
  for (const auto &[V, Depth] : Plan.SplitInits)
    Out.add(V, "an initial value after its declaration" + Under(Depth));
  if (Plan.Last)
    Out.add(Plan.Last, "after the last barrier, the other threads return");
}

} // namespace

std::string describePlan(const DeviceUnit &Unit, const FunctionClone &V, const KernelPlan &Plan) {
  PlanText Out(Unit);
  describeBarriers(Out, Plan.Barriers);
  Out.addEach(Plan.Warp.Ifs, "all threads run the region of a warp");
  for (const auto &[S, Label] : Plan.Rounds.Ends)
    Out.add(S, "an iteration ends with a barrier");
  for (const auto &[S, Step] : Plan.Warp.Steps)
    Out.add(S, Step.Store ? "a warp reads, then stores" : "a step of a warp");
  for (const auto &[S, Lacking] : Plan.Warp.Lacking)
    Out.add(S, Lacking.After ? "a barrier after it" : "a barrier before it");
  Out.addEach(Plan.Warp.Returns, "a barrier before the return");
  for (const auto &[E, Pointer] : Plan.TemporaryPointers)
    Out.add(E, "a temporary that is destroyed, '" + Pointer + "'");
  Out.addEach(Plan.StoreOrder, "stores keep their order from here on");
  if (Plan.MadeInPlace)
    Out.add(V.Function, "the object is constructed in place");
  return Out.text();
}

} // namespace cu2cl
