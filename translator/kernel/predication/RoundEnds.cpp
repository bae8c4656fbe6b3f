// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The end of a round of a loop around barriers that is left before the end of its body.
//
// Precondition: the loop is one of findOpenLoops (analysis/barriers/LoopRounds.h), or one that
// threads leave one by one under predicates.
// Effect: "if (!clrt_next_round()) break;" is its last statement (clrt/device/rounds.clh). Where
// threads `continue` it has a label, and the continue is a "goto" there.

#include "kernel/predication/RoundEnds.h"
#include "analysis/barriers/LoopRounds.h"
#include "kernel/core/LineBreaks.h"
#include "kernel/core/Rules.h"
#include "kernel/core/UniqueName.h"
#include "kernel/predication/Meetings.h"
#include "kernel/statements/Statements.h"

using namespace clang;

namespace cu2cl {
RoundEnds planRoundEnds(const DeviceUnit &Unit, const FunctionClone &V,
                        const PredicationPlan &Predicates) {
  RoundEnds Plan;
  Plan.OfWarps = Unit.Walks->exchanges(V.Function);
  for (const Stmt *Last : Predicates.RoundEnds)
    Plan.Ends[Last] = "";
  if (!V.Function->getBody())
    return Plan;
  StmtSet Around = findMeetings(Unit, V);
  if (Around.empty())
    return Plan;
  unsigned Labels = 0;
  for (const OpenLoop &Open : findOpenLoops(*Unit.Barriers, V.Function, Around)) {
    const Stmt *Last = endOfBody(Open.Body);
    if (!Last || Predicates.Blocks.contains(Open.Loop))
      continue; // the predicates' own
    std::string Label;
    if (!Open.Continues.empty())
      Label = uniqueName(Unit, V, "next_round" + (Labels++ ? std::to_string(Labels) : ""));
    Plan.Ends[Last] = Label;
    for (const ContinueStmt *C : Open.Continues)
      Plan.Continues[C] = Label;
  }
  return Plan;
}

std::optional<Fragment> printEndOfRound(KernelPrinter &P, const Stmt *S) {
  const RoundEnds &Plan = P.plan().Rounds;
  auto It = Plan.Ends.find(S);
  if (It == Plan.Ends.end() || P.Scope.isInside(PrintLayer::RoundEnd, S))
    return std::nullopt;
  P.Found.needHelper(Plan.OfWarps ? "warp" : "rounds");
  std::string Ask = It->second.empty() ? "" : It->second + ": ";
  Ask += Plan.OfWarps ? "if (!clrt_next_warp_round()) break" : "if (!clrt_next_round()) break";
  Fragment Text = P.printInside(PrintLayer::RoundEnd, S);
  if (!isa_and_nonnull<CompoundStmt>(P.plan().Body.parent(S)))
    return (Fragment("{ ") + withSemicolon(S, Text) + " " + Ask + "; }").closed();
  // The ';' of an expression follows it, also at the end of an if.
  if (hasSemicolon(S) && !Text.isClosed())
    return Text + ";" + breakBefore(P, S) + Ask;
  return (Text + " " + Ask + ";").closed();
}

} // namespace cu2cl
