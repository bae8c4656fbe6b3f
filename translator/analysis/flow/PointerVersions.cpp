// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The second half of the solver: from callers to callees, which combinations of kinds each function
// is called with, and which pointers must have one type across calls.

#include "analysis/flow/UnificationSolver.h"
#include <algorithm>

using namespace cu2cl;

void FunctionVersions::reach(uint32_t N, SolvedComponent &C, std::map<uint32_t, bool> &Seen) {
  N = Solver.Graph.find(N);
  if (Solver.Graph.Nodes[N].Tied || !Seen.insert({N, true}).second)
    return;
  if (Solver.Graph.kindNode(N) == N) {
    C.SignatureIndex[N] = C.Signature.size();
    C.Signature.push_back(N);
  }
  auto Children = Solver.Graph.Nodes[N].Children;
  for (auto [Key, Child] : Children)
    reach(Child, C, Seen);
}

/// Lists the classes that a caller can see: those of parameters, results and `this`.
void FunctionVersions::collectSignature(SolvedComponent &C) {
  std::map<uint32_t, bool> Seen;
  for (uint32_t F : C.Functions) {
    for (BodyRef B : Solver.Program.Functions[F].Bodies) {
      const FactBody &Body = Units[B.Unit].Bodies[B.Body];
      for (uint32_t P : Body.Parameters)
        if (P != NoNode)
          if (uint32_t V = Solver.Graph.findChild(Solver.Program.global(B, P), step::Deref);
              V != NoNode)
            reach(V, C, Seen);
      for (uint32_t N : {Body.Result, Body.This})
        if (N != NoNode)
          reach(Solver.Program.global(B, N), C, Seen);
    }
  }
}

uint32_t FunctionVersions::rawKinds(uint32_t C, uint32_t Version, uint32_t N) const {
  uint32_t K = Solver.Graph.kindNode(N);
  uint32_t Mask = Solver.Graph.Nodes[K].Kinds;
  if (Solver.Graph.Nodes[K].Tied)
    return Mask;
  const SolvedComponent &Comp = Components[C];
  auto It = Comp.SignatureIndex.find(K);
  if (It != Comp.SignatureIndex.end() && Version < Comp.Versions.size())
    Mask |= Comp.Versions[Version][It->second];
  return Mask;
}

void FunctionVersions::requestCallees(uint32_t C, uint32_t Version,
                                      std::vector<std::vector<VersionRequest>> &Requests) {
  for (uint32_t Id : Components[C].Instances) {
    const CallInstance &I = Instances[Id];
    uint32_t Target = Solver.Program.Functions[I.Callee].Component;
    if (Target == C) {
      CallVersion[{Id, Version}] = Version;
      continue;
    }
    const SolvedComponent &Callee = Components[Target];
    VersionRequest R{Id, Version, {}};
    std::map<uint32_t, uint32_t> Copies(I.Copies.begin(), I.Copies.end());
    for (uint32_t S : Callee.Signature) {
      auto It = Copies.find(S);
      R.Key.push_back(It == Copies.end() ? Solver.Graph.Nodes[S].Kinds
                                         : rawKinds(C, Version, It->second));
    }
    Requests[Target].push_back(std::move(R));
  }
}

bool FunctionVersions::compatible(const std::vector<uint32_t> &A,
                                  const std::vector<uint32_t> &B) const {
  auto Type = [&](uint32_t Kinds) { return Kinds & Opts.Compatible ? Opts.Plain : Kinds; };
  for (size_t I = 0; I != A.size(); ++I)
    if (A[I] && B[I] && Type(A[I]) != Type(B[I]))
      return false;
  return true;
}

/// Chooses the versions of \p C. Where a caller knows no kind (a null pointer), it shares a version
/// with one that does.
void FunctionVersions::settle(SolvedComponent &C, std::vector<VersionRequest> &Requests) {
  std::vector<std::vector<uint32_t>> Keys;
  for (const VersionRequest &R : Requests)
    Keys.push_back(R.Key);
  auto Unknowns = [](const std::vector<uint32_t> &K) { return std::count(K.begin(), K.end(), 0u); };
  std::sort(Keys.begin(), Keys.end(), [&](const auto &A, const auto &B) {
    return std::make_pair(Unknowns(A), A) < std::make_pair(Unknowns(B), B);
  });
  Keys.erase(std::unique(Keys.begin(), Keys.end()), Keys.end());
  for (const auto &K : Keys) {
    auto It = std::find_if(C.Versions.begin(), C.Versions.end(),
                           [&](const auto &V) { return compatible(K, V); });
    if (It == C.Versions.end()) {
      C.Versions.push_back(K);
      continue;
    }
    for (size_t I = 0; I != K.size(); ++I)
      (*It)[I] |= K[I];
  }
  std::sort(C.Versions.begin(), C.Versions.end());
  for (const VersionRequest &R : Requests) {
    auto It = std::find_if(C.Versions.begin(), C.Versions.end(),
                           [&](const auto &V) { return compatible(R.Key, V); });
    CallVersion[{R.Instance, R.Version}] = It - C.Versions.begin();
  }
}

void FunctionVersions::makeVersions() {
  std::vector<std::vector<VersionRequest>> Requests(Components.size());
  std::map<uint32_t, bool> IsRoot;
  for (const std::string &R : Opts.Roots)
    if (uint32_t F = Solver.Program.function(R); F != NoNode)
      IsRoot[F] = true;
  for (uint32_t C = Components.size(); C-- != 0;) {
    SolvedComponent &Comp = Components[C];
    bool Wanted = !Requests[C].empty() || !Opts.OnlyCalled;
    for (uint32_t F : Comp.Functions)
      Wanted |= F == 0 || IsRoot.count(F);
    if (!Wanted)
      continue;
    settle(Comp, Requests[C]);
    if (Comp.Versions.empty()) {
      std::vector<uint32_t> Own;
      for (uint32_t S : Comp.Signature)
        Own.push_back(Solver.Graph.Nodes[S].Kinds);
      Comp.Versions.push_back(std::move(Own));
    }
    for (uint32_t V = 0; V != Comp.Versions.size(); ++V)
      requestCallees(C, V, Requests);
  }
}

uint32_t PointerCells::findCell(uint32_t Cell) const {
  while (CellParent[Cell] != Cell)
    Cell = CellParent[Cell];
  return Cell;
}

// The first number of a kind's cell in CellIds; without it, it is a class's.
static constexpr uint64_t KindCell = uint64_t(1) << 63;

CellKey PointerCells::classKey(uint32_t C, uint32_t Version, uint32_t N) const {
  N = Solver.Graph.find(N);
  return {Solver.Graph.Nodes[N].Tied ? 0 : (uint64_t(C + 1) << 32 | Version), N};
}

CellKey PointerCells::kindKey(uint32_t C, uint32_t Version, uint32_t N) const {
  N = Solver.Graph.kindNode(N);
  return {KindCell | (Solver.Graph.Nodes[N].Tied ? 0 : (uint64_t(C + 1) << 32 | Version)), N};
}

uint32_t PointerCells::makeCell(CellKey Key) {
  auto [It, New] = CellIds.try_emplace(Key, CellParent.size());
  if (New)
    CellParent.push_back(It->second);
  uint32_t Cell = It->second;
  while (CellParent[Cell] != Cell)
    Cell = CellParent[Cell] = CellParent[CellParent[Cell]];
  return Cell;
}

uint32_t PointerCells::cellAt(CellKey Key) const {
  auto It = CellIds.find(Key);
  return It == CellIds.end() ? NoNode : findCell(It->second);
}

/// Makes every way to a root one step long, so that the questions of several threads write nothing.
void UnificationSolver::flatten() {
  for (uint32_t N = 0; N != Graph.Nodes.size(); ++N)
    Graph.Nodes[N].Parent = Graph.find(N);
  for (uint32_t C = 0; C != Cells.CellParent.size(); ++C)
    Cells.CellParent[C] = Cells.findCell(C);
}

void PointerCells::joinCells() {
  for (uint32_t C = 0; C != Solver.Versions.Components.size(); ++C)
    for (uint32_t Id : Solver.Versions.Components[C].Instances)
      for (uint32_t V = 0; V != Solver.Versions.Components[C].Versions.size(); ++V) {
        const CallInstance &I = Solver.Versions.Instances[Id];
        uint32_t Target = Solver.Program.Functions[I.Callee].Component;
        for (auto [Theirs, Ours] : I.Copies) {
          uint32_t TheirVersion = Solver.Versions.CallVersion[{Id, V}];
          uint32_t A = makeCell(classKey(Target, TheirVersion, Theirs));
          uint32_t B = makeCell(classKey(C, V, Ours));
          CellParent[std::max(A, B)] = std::min(A, B);
          A = makeCell(kindKey(Target, TheirVersion, Theirs));
          B = makeCell(kindKey(C, V, Ours));
          CellParent[std::max(A, B)] = std::min(A, B);
        }
      }
  // Where a caller knows no kind, the callee's counts (and the other way).
  CellKinds.resize(CellParent.size());
  for (const auto &[Key, Id] : std::map(CellIds)) {
    if (Key.first & KindCell)
      continue;
    uint32_t C = uint32_t(Key.first >> 32), V = uint32_t(Key.first);
    if (Solver.Graph.kindNode(Key.second) == Key.second)
      CellKinds[findCell(Id)] |=
          C ? Solver.Versions.rawKinds(C - 1, V, Key.second) : Solver.Graph.Nodes[Key.second].Kinds;
  }
  // A use counts for every pointer of its class, in every version of its function.
  for (uint32_t F = 0; F != Solver.Program.Functions.size(); ++F)
    for (uint32_t V = 0; V != Solver.Versions.versionCount(F); ++V)
      for (BodyRef B : Solver.Program.Functions[F].Bodies)
        for (const Fact &Fact : Units[B.Unit].Bodies[B.Body].Facts)
          if (Fact.Op == FactOp::Use) {
            uint32_t Cell = makeCell(classKey(Solver.Program.Functions[F].Component, V,
                                              Solver.Program.global(B, Fact.A)));
            uint32_t Kind = makeCell(kindKey(Solver.Program.Functions[F].Component, V,
                                             Solver.Program.global(B, Fact.A)));
            CellUses.resize(CellParent.size());
            CellUses[Cell] |= Fact.Key;
            CellUses[Kind] |= Fact.Key & Opts.KindUses;
          }
}

uint32_t ProgramBodies::function(llvm::StringRef Usr) const {
  auto It = FunctionByUsr.find(Usr);
  return It == FunctionByUsr.end() ? NoNode : It->second;
}

uint32_t ProgramBodies::shared(llvm::StringRef Usr) const {
  auto It = SharedByUsr.find(Usr);
  return It == SharedByUsr.end() ? NoNode : It->second;
}

uint32_t FunctionVersions::versionCount(uint32_t F) const {
  return Components[Solver.Program.Functions[F].Component].Versions.size();
}

uint32_t PointerCells::kinds(uint32_t F, uint32_t Version, uint32_t N) const {
  if (N == NoNode)
    return 0;
  if (uint32_t Mask = Solver.Versions.rawKinds(Solver.Program.Functions[F].Component, Version, N))
    return Mask;
  uint32_t Cell = cell(F, Version, Solver.Graph.kindNode(N));
  return Cell < CellKinds.size() ? CellKinds[Cell] : 0;
}

uint32_t PointerCells::cell(uint32_t F, uint32_t Version, uint32_t N) const {
  return cellAt(classKey(Solver.Program.Functions[F].Component, Version, N));
}

uint16_t PointerCells::uses(uint32_t F, uint32_t Version, uint32_t N) const {
  if (N == NoNode)
    return 0;
  uint32_t Cell = cell(F, Version, N),
           Kind = cellAt(kindKey(Solver.Program.Functions[F].Component, Version, N));
  return (Cell < CellUses.size() ? CellUses[Cell] : 0) |
         (Kind < CellUses.size() ? CellUses[Kind] : 0);
}

uint32_t FunctionVersions::calleeVersion(BodyRef B, uint32_t Call, uint32_t Version) const {
  auto It = InstanceOf.find({Solver.Program.Base[B.Unit][B.Body], Call});
  if (It == InstanceOf.end())
    return 0;
  auto V = CallVersion.find({It->second, Version});
  return V == CallVersion.end() ? 0 : V->second;
}
