// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Joins the pointers that must have one type: a function is written once, so a parameter has the
// type of everything that is passed for it in any version.

#include "analysis/flow/UnificationSolver.h"
#include <algorithm>
#include <numeric>

using namespace cu2cl;

uint32_t UnificationSolver::findType(uint32_t N) const {
  while (TypeParent[N] != N)
    N = TypeParent[N];
  return N;
}

/// Joins what the calls bind, and what lies below it.
void UnificationSolver::joinTypes() {
  TypeParent.resize(Nodes.size());
  std::iota(TypeParent.begin(), TypeParent.end(), 0);
  std::vector<std::vector<std::pair<uint32_t, uint32_t>>> Below(Nodes.size());
  for (uint32_t N = 0; N != Nodes.size(); ++N)
    if (Nodes[N].Parent == N)
      Below[N].assign(Nodes[N].Children.begin(), Nodes[N].Children.end());
  std::vector<std::pair<uint32_t, uint32_t>> Waiting;
  for (const Instance &I : Instances)
    Waiting.insert(Waiting.end(), I.Copies.begin(), I.Copies.end());
  auto Find = [&](uint32_t N) {
    for (N = find(N); TypeParent[N] != N; N = TypeParent[N])
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
  for (uint32_t N = 0; N != Nodes.size(); ++N)
    if (Nodes[N].Parent == N)
      TypeParent[N] = Find(N);
}

/// The kinds and uses of the members of each class.
void UnificationSolver::collectTypes() {
  std::vector<bool> Stored(Nodes.size());
  for (const auto &[Key, Id] : CellIds) {
    uint32_t Cell = findCell(Id);
    if (Cell < CellUses.size() && CellUses[Cell] & use::StoredOnDevice)
      Stored[Key.second] = true;
  }
  TypeKinds.resize(Nodes.size());
  TypeUses.resize(Nodes.size());
  for (uint32_t N = 0; N != Nodes.size(); ++N) {
    if (Nodes[N].Parent != N)
      continue;
    uint32_t Kind = kindNode(N), Class = findType(N);
    TypeKinds[Class] |= Nodes[Kind].Kinds;
    TypeUses[Class] |= Nodes[N].Uses;
    if (Stored[N] || Stored[Kind])
      TypeUses[Class] |= use::StoredOnDevice;
  }
}
