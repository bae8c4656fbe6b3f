// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Joins the pointers that must have one type: a function is written once, so a parameter has the
// type of everything that is passed for it in any version.

#include "analysis/flow/UnificationSolver.h"
#include <algorithm>
#include <numeric>

using namespace cu2cl;

uint32_t PointerTypes::kindsOfType(uint32_t Node) const {
  return TypeKinds[findType(Solver.Graph.find(Node))];
}

uint16_t PointerTypes::usesOfType(uint32_t Node) const {
  return TypeUses[findType(Solver.Graph.find(Node))];
}

uint32_t PointerTypes::findType(uint32_t N) const {
  while (TypeParent[N] != N)
    N = TypeParent[N];
  return N;
}

/// Joins what the calls bind, what is compared, and what lies below these.
void PointerTypes::joinTypes() {
  TypeParent.resize(Solver.Graph.Nodes.size());
  std::iota(TypeParent.begin(), TypeParent.end(), 0);
  std::vector<std::vector<std::pair<uint32_t, uint32_t>>> Below(Solver.Graph.Nodes.size());
  for (uint32_t N = 0; N != Solver.Graph.Nodes.size(); ++N)
    if (Solver.Graph.Nodes[N].Parent == N)
      Below[N].assign(Solver.Graph.Nodes[N].Children.begin(), Solver.Graph.Nodes[N].Children.end());
  std::vector<std::pair<uint32_t, uint32_t>> Waiting;
  for (const CallInstance &I : Solver.Versions.Instances)
    Waiting.insert(Waiting.end(), I.Copies.begin(), I.Copies.end());
  for (uint32_t U = 0; U != Units.size(); ++U)
    for (uint32_t B = 0; B != Units[U].Bodies.size(); ++B)
      for (const Fact &F : Units[U].Bodies[B].Facts)
        if (F.Op == FactOp::SameKind && F.Key)
          Waiting.push_back(
              {Solver.Program.global({U, B}, F.A), Solver.Program.global({U, B}, F.B)});
  auto Find = [&](uint32_t N) {
    for (N = Solver.Graph.find(N); TypeParent[N] != N; N = TypeParent[N])
      TypeParent[N] = TypeParent[TypeParent[N]];
    return N;
  };
  while (!Waiting.empty()) {
    uint32_t A = Find(Waiting.back().first), B = Find(Waiting.back().second);
    Waiting.pop_back();
    if (A == B)
      continue;
    if (B < A)
      std::swap(A, B);
    TypeParent[B] = A;
    for (auto [Key, Child] : std::exchange(Below[B], {})) {
      auto Mine = llvm::find_if(Below[A], [Key = Key](const auto &C) { return C.first == Key; });
      if (Mine == Below[A].end())
        Below[A].push_back({Key, Child});
      else
        Waiting.push_back({Mine->second, Child});
    }
  }
  // Later questions change nothing.
  for (uint32_t N = 0; N != Solver.Graph.Nodes.size(); ++N)
    if (Solver.Graph.Nodes[N].Parent == N)
      TypeParent[N] = Find(N);
}

/// The kinds and uses of the members of each class.
void PointerTypes::collectTypes() {
  std::vector<bool> Stored(Solver.Graph.Nodes.size());
  for (const auto &[Key, Id] : Solver.Cells.CellIds) {
    uint32_t Cell = Solver.Cells.findCell(Id);
    if (Cell < Solver.Cells.CellUses.size() && Solver.Cells.CellUses[Cell] & use::StoredOnDevice)
      Stored[Key.second] = true;
  }
  TypeKinds.resize(Solver.Graph.Nodes.size());
  TypeUses.resize(Solver.Graph.Nodes.size());
  for (uint32_t N = 0; N != Solver.Graph.Nodes.size(); ++N) {
    if (Solver.Graph.Nodes[N].Parent != N)
      continue;
    uint32_t Kind = Solver.Graph.kindNode(N), Class = findType(N);
    TypeKinds[Class] |= Solver.Graph.Nodes[Kind].Kinds;
    TypeUses[Class] |= Solver.Graph.Nodes[N].Uses;
    if (Stored[N] || Stored[Kind])
      TypeUses[Class] |= use::StoredOnDevice;
  }
}
