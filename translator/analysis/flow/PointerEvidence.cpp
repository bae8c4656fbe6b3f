// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Why a pointer has its kind: the shortest chain of facts from a seed.

#include "analysis/flow/UnificationSolver.h"
#include <algorithm>
#include <deque>

using namespace cu2cl;

/// Breadth-first over the edges of unification. A chain may climb from a function to its callers
/// and then descend into callees, but not climb again: what another caller passes says nothing
/// about this one.
std::vector<SolverEvidence> SolverExplanations::explain(uint32_t Start, uint32_t Kind) const {
  std::map<uint32_t, const KindSeed *> SeedAt;
  for (const KindSeed &S : Seeds)
    if (S.Kind == Kind)
      SeedAt.try_emplace(S.Node, &S);
  using State = std::pair<uint32_t, bool>; // node, has descended
  std::map<State, std::pair<State, SolverEvidence>> From;
  std::deque<State> Queue;
  auto Push = [&](State S, State Before, SolverEvidence Why) {
    if (From.try_emplace(S, std::make_pair(Before, Why)).second)
      Queue.push_back(S);
  };
  // The class may have been found through its root only.
  Push({Start, false}, {Start, false}, {});
  while (!Queue.empty()) {
    State S = Queue.front();
    Queue.pop_front();
    if (auto It = SeedAt.find(S.first); It != SeedAt.end()) {
      std::vector<SolverEvidence> Chain{It->second->Why};
      for (State At = S; At != State{Start, false}; At = From[At].first)
        Chain.push_back(From[At].second);
      return Chain;
    }
    for (const SolverEdge &E : Solver.Graph.Edges[S.first]) {
      if (E.Direction == FlowDirection::ToCaller && S.second)
        continue;
      Push({E.To, S.second || E.Direction == FlowDirection::ToCallee}, S, E.Why);
    }
  }
  return {};
}

std::optional<SolverEvidence> DeviceStores::reason(uint32_t F, uint32_t Version, uint32_t N,
                                                   uint16_t Use) const {
  uint32_t Wanted =
      Solver.Cells.cellAt(Solver.Cells.kindKey(Solver.Program.Functions[F].Component, Version, N));
  for (const SolvedFunction &Fn : Solver.Program.Functions)
    for (BodyRef B : Fn.Bodies)
      for (const Fact &Each : Units[B.Unit].Bodies[B.Body].Facts)
        for (uint32_t V = 0; Each.Op == FactOp::Use && Each.Key & Use &&
                             V != Solver.Versions.Components[Fn.Component].Versions.size();
             ++V)
          if (Solver.Cells.cellAt(Solver.Cells.kindKey(Fn.Component, V,
                                                       Solver.Program.global(B, Each.A))) == Wanted)
            return SolverEvidence{B.Unit, Each.Place, Each.Text};
  for (const auto &[Cell, Why] : Stores)
    if (Use == use::StoredOnDevice && Solver.Cells.findCell(Cell) == Wanted)
      return Why;
  return std::nullopt;
}

void SolverExplanations::nameConflicts(std::vector<SolverConflict> &Conflicts, BodyRef B,
                                       const FactEntity &E, bool Evidence) const {
  uint32_t N = Solver.Program.global(B, E.Node);
  for (unsigned Level = 0; N != NoNode && Level != 4; ++Level) {
    for (SolverConflict &C : Conflicts) {
      bool IsEvidence = (C.First.Unit == B.Unit && C.First.Place == E.Place) ||
                        (C.Second.Unit == B.Unit && C.Second.Place == E.Place);
      if (C.Subject.empty() && Solver.Graph.kindNode(N) == C.Node && IsEvidence == Evidence) {
        C.Subject = Units[B.Unit].Strings[E.Name];
        C.SubjectPlace = {B.Unit, E.Place, 0};
      }
    }
    N = Solver.Graph.findChild(N, step::Deref);
  }
}

std::vector<SolverConflict> SolverExplanations::conflicts() const {
  std::vector<SolverConflict> Result;
  for (uint32_t N = 0; N != Solver.Graph.Nodes.size(); ++N) {
    uint32_t Mask = Solver.Graph.Nodes[N].Kinds & ~Opts.Compatible;
    if (Solver.Graph.Nodes[N].Parent != N || Solver.Graph.Nodes[N].Reported ||
        (Solver.Graph.Nodes[N].Kinds & Opts.Compatible) || !(Mask & (Mask - 1)))
      continue;
    SolverConflict C;
    C.Node = N;
    while (!(Mask >> C.FirstKind & 1))
      ++C.FirstKind;
    C.SecondKind = C.FirstKind + 1;
    while (!(Mask >> C.SecondKind & 1))
      ++C.SecondKind;
    auto Nearest = [&](uint32_t Kind) {
      std::vector<SolverEvidence> Chain = explain(N, Kind);
      return Chain.empty() ? SolverEvidence{} : Chain.front();
    };
    C.First = Nearest(C.FirstKind);
    C.Second = Nearest(C.SecondKind);
    Result.push_back(C);
  }
  // The declaration whose pointer is in trouble: rather one that is not itself the evidence.
  for (bool Evidence : {false, true})
    for (uint32_t U = 0; U != Units.size(); ++U)
      for (uint32_t B = 0; B != Units[U].Bodies.size(); ++B)
        for (const FactEntity &E : Units[U].Bodies[B].Entities)
          nameConflicts(Result, {U, B}, E, Evidence);
  return Result;
}
