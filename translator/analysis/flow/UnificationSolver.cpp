// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The classes of pointers: unification of nodes, and the walk over the call graph that binds a copy
// of a callee's classes at each call. Versions and explanations have files of their own.

#include "analysis/flow/UnificationSolver.h"
#include <algorithm>
#include <functional>

using namespace cu2cl;

// The child that holds the kind of a node whose kind is shared with nodes of other shape.
static constexpr uint32_t KindKey = ~0u;

SolverPart::SolverPart(UnificationSolver &Solver)
    : Solver(Solver), Units(Solver.Units), Opts(Solver.Opts) {}

UnificationSolver::UnificationSolver(llvm::ArrayRef<UnitPointerConstraints> U, Options O)
    : Units(U), Opts(std::move(O)) {
  number();
  mergeBodies();
  findComponents();
  for (uint32_t C = 0; C != Versions.Components.size(); ++C)
    solve(C);
  Versions.makeVersions();
  Cells.joinCells();
  if (Opts.Memory) {
    Stored.storeContents();
    Stored.storeArguments();
    Stored.storeParts();
    Types.joinTypes();
    Types.collectTypes();
  }
  flatten();
}

uint32_t PointerGraph::addNode() {
  uint32_t N = Nodes.size();
  Nodes.emplace_back();
  Nodes.back().Parent = N;
  Edges.emplace_back();
  return N;
}

uint32_t PointerGraph::find(uint32_t N) const {
  assert(N < Nodes.size() && "no node, or one of another graph");
  while (Nodes[N].Parent != N) {
    uint32_t Up = Nodes[N].Parent;
    if (Nodes[Up].Parent != Up) // never once flatten() was here
      Nodes[N].Parent = Nodes[Up].Parent;
    N = Nodes[N].Parent;
  }
  return N;
}

uint32_t PointerGraph::findChild(uint32_t N, uint32_t Key) const {
  for (auto [K, Child] : Nodes[find(N)].Children)
    if (K == Key)
      return find(Child);
  return NoNode;
}

uint32_t PointerGraph::makeChild(uint32_t N, uint32_t Key) {
  uint32_t R = find(N);
  if (uint32_t C = findChild(R, Key); C != NoNode)
    return C;
  uint32_t C = addNode();
  Nodes[C].Tied = Nodes[R].Tied;
  Nodes[R].Children.push_back({Key, C});
  return C;
}

uint32_t PointerGraph::kindNode(uint32_t N) const {
  uint32_t K = findChild(N, KindKey);
  return K == NoNode ? find(N) : K;
}

void PointerGraph::pushKinds(uint32_t Root) {
  uint32_t K = kindNode(Root);
  if (K == Root)
    return;
  Nodes[K].Kinds |= Nodes[Root].Kinds;
  Nodes[K].Reported |= Nodes[Root].Reported;
  Nodes[Root].Kinds = 0;
}

uint32_t PointerGraph::makeKindNode(uint32_t N) {
  uint32_t R = find(N);
  uint32_t K = findChild(R, KindKey);
  if (K != NoNode)
    return K;
  K = makeChild(R, KindKey);
  addEdge(R, K, FlowDirection::Flat, {});
  pushKinds(R);
  return K;
}

void PointerGraph::addEdge(uint32_t A, uint32_t B, FlowDirection Direction, SolverEvidence Why) {
  assert(A < Nodes.size() && B < Nodes.size() && "no nodes, or those of another graph");
  if (A == B)
    return;
  FlowDirection Back = Direction == FlowDirection::ToCaller   ? FlowDirection::ToCallee
                       : Direction == FlowDirection::ToCallee ? FlowDirection::ToCaller
                                                              : FlowDirection::Flat;
  Edges[A].push_back({B, Direction, Why});
  Edges[B].push_back({A, Back, Why});
}

void PointerGraph::tie(uint32_t N) {
  N = find(N);
  if (Nodes[N].Tied)
    return;
  Nodes[N].Tied = true;
  auto Children = Nodes[N].Children;
  for (auto [Key, Child] : Children)
    tie(Child);
}

void PointerGraph::unify(uint32_t A, uint32_t B, SolverEvidence Why) {
  addEdge(A, B, FlowDirection::Flat, Why);
  A = find(A);
  B = find(B);
  if (A == B)
    return;
  if (Nodes[A].Tied != Nodes[B].Tied) {
    tie(A);
    tie(B);
  }
  if (B < A)
    std::swap(A, B);
  Nodes[B].Parent = A;
  Nodes[A].Kinds |= Nodes[B].Kinds;
  Nodes[A].Uses |= Nodes[B].Uses;
  Nodes[A].Reported |= Nodes[B].Reported;
  auto Moved = std::move(Nodes[B].Children);
  Nodes[B].Children.clear();
  llvm::SmallVector<std::pair<uint32_t, uint32_t>, 2> Both;
  for (auto [Key, Child] : Moved) {
    uint32_t Mine = findChild(A, Key);
    if (Mine == NoNode)
      Nodes[A].Children.push_back({Key, Child});
    else
      Both.push_back({Mine, Child});
  }
  pushKinds(A);
  for (auto [Mine, Child] : Both)
    unify(Mine, Child, Why);
}

void UnificationSolver::number() {
  Program.Functions.emplace_back(); // namespace scope
  Program.FunctionByUsr[""] = 0;
  for (uint32_t U = 0; U != Units.size(); ++U) {
    Program.Base.emplace_back();
    Program.OwnerOf.emplace_back();
    for (uint32_t B = 0; B != Units[U].Bodies.size(); ++B) {
      const FactBody &Body = Units[U].Bodies[B];
      Program.Base[U].push_back(Graph.Nodes.size());
      for (uint32_t I = 0; I != Body.NodeCount; ++I)
        Graph.addNode();
      const std::string &Usr = Units[U].Strings[Body.Usr];
      auto [It, New] = Program.FunctionByUsr.try_emplace(Usr, Program.Functions.size());
      if (New) {
        Program.Functions.emplace_back();
        Program.Functions.back().Usr = Usr;
      }
      Program.OwnerOf[U].push_back(It->second);
      Program.Functions[It->second].Bodies.push_back({U, B});
      Program.Functions[It->second].Tied |= Body.Tied;
    }
  }
}

/// Joins the nodes of one declaration in all bodies that name it.
void UnificationSolver::mergeBodies() {
  for (const UnitPointerConstraints &Unit : Units)
    for (const FactBody &Body : Unit.Bodies)
      for (const FactCall &C : Body.Calls)
        if (C.AddressTaken)
          if (uint32_t F = Program.function(Unit.Strings[C.Callee]); F != NoNode)
            Program.Functions[F].Tied = true;
  for (uint32_t F = 0; F != Program.Functions.size(); ++F) {
    llvm::StringMap<uint32_t> Own;
    const SolvedFunction &Fn = Program.Functions[F];
    const FactBody *First = nullptr;
    for (BodyRef B : Fn.Bodies) {
      const UnitPointerConstraints &Unit = Units[B.Unit];
      const FactBody &Body = Unit.Bodies[B.Body];
      for (const FactEntity &E : Body.Entities) {
        auto &Map = E.Shared ? Program.SharedByUsr : Own;
        auto [It, New] = Map.try_emplace(Unit.Strings[E.Usr], Program.global(B, E.Node));
        Graph.unify(It->second, Program.global(B, E.Node), {});
        if (E.Shared || F == 0 || Fn.Tied)
          Graph.tie(It->second);
      }
      auto Join = [&](uint32_t X, uint32_t Y) {
        if (X != NoNode && Y != NoNode)
          Graph.unify(Program.global(Fn.Bodies[0], X), Program.global(B, Y), {});
      };
      if (First) {
        for (size_t I = 0; I < std::min(First->Parameters.size(), Body.Parameters.size()); ++I)
          Join(First->Parameters[I], Body.Parameters[I]);
        Join(First->Result, Body.Result);
        Join(First->This, Body.This);
      } else {
        First = &Body;
      }
      if (Fn.Tied)
        for (uint32_t N : {Body.Result, Body.This})
          if (N != NoNode)
            Graph.tie(Program.global(B, N));
    }
  }
}

/// Tarjan's strongly connected components; they come out callees first.
void UnificationSolver::findComponents() {
  std::vector<std::vector<uint32_t>> Callees(Program.Functions.size());
  for (uint32_t F = 0; F != Program.Functions.size(); ++F)
    for (BodyRef B : Program.Functions[F].Bodies)
      for (const FactCall &C : Units[B.Unit].Bodies[B.Body].Calls)
        if (auto It = Program.FunctionByUsr.find(Units[B.Unit].Strings[C.Callee]);
            It != Program.FunctionByUsr.end() && !C.Launch)
          Callees[F].push_back(It->second);
  std::vector<uint32_t> Index(Program.Functions.size(), NoNode), Low(Program.Functions.size());
  std::vector<uint32_t> Stack;
  std::vector<bool> OnStack(Program.Functions.size());
  uint32_t Next = 0;
  std::function<void(uint32_t)> Visit = [&](uint32_t F) {
    Index[F] = Low[F] = Next++;
    Stack.push_back(F);
    OnStack[F] = true;
    for (uint32_t G : Callees[F]) {
      if (Index[G] == NoNode)
        Visit(G);
      if (OnStack[G])
        Low[F] = std::min(Low[F], Low[G]);
    }
    if (Low[F] != Index[F])
      return;
    SolvedComponent C;
    uint32_t G;
    do {
      G = Stack.back();
      Stack.pop_back();
      OnStack[G] = false;
      Program.Functions[G].Component = Versions.Components.size();
      C.Functions.push_back(G);
    } while (G != F);
    std::sort(C.Functions.begin(), C.Functions.end());
    Order.insert(Order.end(), C.Functions.begin(), C.Functions.end());
    Versions.Components.push_back(std::move(C));
  };
  for (uint32_t F = 0; F != Program.Functions.size(); ++F)
    if (Index[F] == NoNode)
      Visit(F);
}

void UnificationSolver::solve(uint32_t C) {
  for (uint32_t F : Versions.Components[C].Functions)
    for (BodyRef B : Program.Functions[F].Bodies)
      apply(B, Units[B.Unit].Bodies[B.Body], C);
  Versions.collectSignature(Versions.Components[C]);
}

void UnificationSolver::apply(BodyRef B, const FactBody &Body, uint32_t C) {
  for (const Fact &F : Body.Facts) {
    SolverEvidence Why{B.Unit, F.Place, F.Text};
    switch (F.Op) {
    case FactOp::Unify:
      Graph.unify(Program.global(B, F.A), Program.global(B, F.B), Why);
      break;
    case FactOp::SameKind:
      Graph.unify(Graph.makeKindNode(Program.global(B, F.A)),
                  Graph.makeKindNode(Program.global(B, F.B)), Why);
      break;
    case FactOp::Child:
      Graph.unify(Graph.makeChild(Program.global(B, F.A), F.Key), Program.global(B, F.B), {});
      break;
    case FactOp::Seed:
      Graph.Nodes[Graph.kindNode(Program.global(B, F.A))].Kinds |= 1u << F.Key;
      Explanations.Seeds.push_back({Program.global(B, F.A), F.Key, Why});
      break;
    case FactOp::Use:
      Graph.Nodes[Graph.find(Program.global(B, F.A))].Uses |= F.Key;
      break;
    case FactOp::Call:
      bind(B, Body, F, C);
      break;
    case FactOp::Holds: // storeParts()
      break;
    }
  }
}

/// The class of \p N of a callee, for one call: itself if it belongs to the whole program.
uint32_t PointerGraph::copy(uint32_t N, std::map<uint32_t, uint32_t> &Memo, SolverEvidence Why) {
  N = find(N);
  if (Nodes[N].Tied)
    return N;
  if (auto It = Memo.find(N); It != Memo.end())
    return It->second;
  uint32_t New = addNode();
  Memo[N] = New;
  Nodes[New].Kinds = Nodes[N].Kinds;
  Nodes[New].Uses = Nodes[N].Uses;
  uint32_t Real = Nodes[N].Kinds & ~Opts.Compatible;
  Nodes[New].Reported = Nodes[N].Reported || (Real & (Real - 1));
  addEdge(N, New, FlowDirection::ToCaller, Why);
  auto Children = Nodes[N].Children;
  for (auto [Key, Child] : Children) {
    uint32_t Copy = copy(Child, Memo, Why);
    Nodes[New].Children.push_back({Key, Copy});
    if (Key == KindKey)
      addEdge(New, Copy, FlowDirection::Flat, {});
  }
  return New;
}

void UnificationSolver::bind(BodyRef B, const FactBody &Body, const Fact &F, uint32_t C) {
  const FactCall &Call = Body.Calls[F.Key];
  auto It = Program.FunctionByUsr.find(Units[B.Unit].Strings[Call.Callee]);
  if (It == Program.FunctionByUsr.end() || Call.Launch)
    return;
  const SolvedFunction &Callee = Program.Functions[It->second];
  SolverEvidence Why{B.Unit, F.Place, F.Text};
  BodyRef T = Callee.Bodies.front();
  const FactBody &Target = Units[T.Unit].Bodies[T.Body];
  CallInstance I;
  I.Component = C;
  I.Callee = It->second;
  I.Direct = Callee.Component == C || Callee.Tied;
  std::map<uint32_t, uint32_t> Memo;
  auto Bind = [&](uint32_t Formal, uint32_t Actual) {
    if (Actual == NoNode || Formal == NoNode)
      return;
    uint32_t N = I.Direct ? Formal : Graph.copy(Formal, Memo, Why);
    Graph.unify(N, Program.global(B, Actual), Why);
  };
  for (size_t P = 0; P < std::min(Call.Arguments.size(), Target.Parameters.size()); ++P)
    if (Call.Arguments[P] != NoNode && Target.Parameters[P] != NoNode)
      Bind(Graph.makeChild(Program.global(T, Target.Parameters[P]), step::Deref),
           Call.Arguments[P]);
  if (Target.Result != NoNode)
    Bind(Program.global(T, Target.Result), Call.Result);
  if (Target.This != NoNode)
    Bind(Program.global(T, Target.This), Call.This);
  I.Copies.assign(Memo.begin(), Memo.end());
  Versions.InstanceOf[{Program.Base[B.Unit][B.Body], F.Key}] = Versions.Instances.size();
  Versions.Components[C].Instances.push_back(Versions.Instances.size());
  Versions.Instances.push_back(std::move(I));
}
