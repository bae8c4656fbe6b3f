// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The link: facts of all units become one representation for each class of pointers.

#include "analysis/hostpointers/PointerRepresentations.h"
#include "analysis/flow/ConstraintGenerator.h"
#include <algorithm>
#include <tuple>

using namespace cu2cl;

PointerRepresentations::PointerRepresentations() = default;
PointerRepresentations::~PointerRepresentations() = default;
PointerRepresentations::PointerRepresentations(PointerRepresentations &&) = default;
PointerRepresentations &PointerRepresentations::operator=(PointerRepresentations &&) = default;

PointerRepresentations::Impl::Impl(llvm::ArrayRef<UnitPointerConstraints> U)
    : Units(U.begin(), U.end()) {
  // Whatever the order of the units, the answer is the same.
  std::stable_sort(Units.begin(), Units.end(),
                   [](const auto &A, const auto &B) { return A.Unit < B.Unit; });
  settleUncalled();
  UnificationSolver::Options O;
  O.Compatible = 1u << hostkind::Managed;
  O.Plain = 1u << hostkind::Host;
  O.KindUses = use::StoredOnDevice | use::Elsewhere | use::DeviceOnly;
  O.Memory = 1u << hostkind::Device | 1u << hostkind::Managed;
  Solver.emplace(Units, std::move(O));
  name();
  StoresUnknown = storesUnknown();
  HasManaged = hasManagedMemory();
  findOffsets();
  findDeviceOnly();
  diagnoseUses();
}

/// Drops what counts for functions that nothing calls from those that something does.
void PointerRepresentations::Impl::settleUncalled() {
  std::set<llvm::StringRef> Called;
  for (const UnitPointerConstraints &Unit : Units)
    for (const FactBody &Body : Unit.Bodies)
      for (const FactCall &C : Body.Calls)
        Called.insert(Unit.Strings[C.Callee]);
  for (UnitPointerConstraints &Unit : Units)
    for (FactBody &Body : Unit.Bodies)
      for (Fact &Each : Body.Facts)
        if (Each.Op == FactOp::Use && Each.Key & use::IfUncalled)
          Each.Key = Called.count(Unit.Strings[Body.Usr]) ? 0 : Each.Key & ~use::IfUncalled;
}

/// Returns true if device code finds pointers in memory: those whose way is lost may be there.
bool PointerRepresentations::Impl::storesUnknown() const {
  return Solver->Cells.anyUse(use::Found);
}

void PointerRepresentations::Impl::name() {
  for (uint32_t U = 0; U != Units.size(); ++U)
    for (uint32_t B = 0; B != Units[U].Bodies.size(); ++B) {
      BodyRef Ref{U, B};
      const FactBody &Body = Units[U].Bodies[B];
      for (const FactEntity &E : Body.Entities)
        ByUsr.try_emplace(Units[U].Strings[E.Usr], Named{Ref, Solver->Program.global(Ref, E.Node),
                                                         false, Units[U].Strings[E.Shape]});
      if (Body.Result != NoNode)
        Results.try_emplace(Units[U].Strings[Body.Usr],
                            Named{Ref, Solver->Program.global(Ref, Body.Result), true,
                                  Units[U].Strings[Body.ResultShape]});
    }
}

const PointerRepresentations::Impl::Named *
PointerRepresentations::Impl::find(llvm::StringRef Usr) const {
  if (auto It = ByUsr.find(Usr); It != ByUsr.end())
    return &It->second;
  auto It = Results.find(Usr);
  return It == Results.end() ? nullptr : &It->second;
}

std::optional<uint32_t>
PointerRepresentations::Impl::unitOf(const UnitPointerConstraints &Facts) const {
  auto It = llvm::find_if(Units, [&](const UnitPointerConstraints &U) {
    return U.Unit == Facts.Unit && U.Bodies.size() == Facts.Bodies.size() &&
           U.Strings == Facts.Strings;
  });
  return It == Units.end() ? std::nullopt : std::optional<uint32_t>(It - Units.begin());
}

uint32_t PointerRepresentations::Impl::level(uint32_t Address, llvm::StringRef Shape,
                                             unsigned Level) const {
  if (Level >= Shape.size())
    return NoNode;
  for (unsigned I = 0; I <= Level && Address != NoNode; ++I)
    if (Shape[I] != 'a')
      Address = deref(Address);
  return Address;
}

uint32_t PointerRepresentations::Impl::valueLevel(uint32_t Value, llvm::StringRef Shape,
                                                  unsigned Level) const {
  return Level == 0                         ? (Shape.empty() ? NoNode : Value)
         : Value == NoNode || Shape.empty() ? NoNode
                                            : level(Value, Shape.drop_front(), Level - 1);
}

uint32_t PointerRepresentations::Impl::nodeOf(const Named &N, unsigned Level) const {
  return N.IsResult ? valueLevel(N.Node, N.Shape, Level) : level(N.Node, N.Shape, Level);
}

PointerRep PointerRepresentations::Impl::rep(uint32_t F, uint32_t Node) const {
  if (Node == NoNode)
    return PointerRep::Host;
  constexpr uint16_t NeedsType = use::Offset | use::Typed | use::Order | use::Reinterpret |
                                 use::Integer | use::Untracked | use::StoredOnDevice;
  if (Solver->Types.kindsOfType(Node) == 1u << hostkind::Device &&
      !(Solver->Types.usesOfType(Node) & NeedsType))
    return PointerRep::ClMem;
  PointerRep Rep = PointerRep::Host;
  for (uint32_t V = 0; V != Solver->Versions.versionCount(F); ++V) {
    uint32_t Kinds = Solver->Cells.kinds(F, V, Node);
    bool OnDevice = Kinds >> hostkind::Device & 1;
    uint16_t Uses = Solver->Cells.uses(F, V, Node);
    if (Kinds >> hostkind::Managed & 1 || (OnDevice && Uses & use::StoredOnDevice) ||
        (OnDevice && StoresUnknown && Uses & use::Elsewhere))
      return PointerRep::Svm;
    if (OnDevice)
      Rep = PointerRep::Address;
  }
  return Rep;
}

bool PointerRepresentations::Impl::mayBeBuffer(uint32_t F, uint32_t Node) const {
  for (uint32_t V = 0; V != Solver->Versions.versionCount(F); ++V)
    if (Solver->Cells.kinds(F, V, Node) >> hostkind::Device & 1 &&
        !(Solver->Cells.uses(F, V, Node) & use::StoredOnDevice))
      return true;
  return false;
}

/// The USR without the file that is added for internal linkage: askers have the USR alone.
static std::string plainUsr(llvm::StringRef Usr) {
  // USRs have '#' too (in the types of parameters), but no path begins with another sign.
  return Usr.substr(0, Usr.find("#/")).str();
}

/// A kernel takes an offset where some launch passes a pointer that may have one.
void PointerRepresentations::Impl::findOffsets() {
  constexpr uint16_t Moves = use::Offset | use::Order | use::Integer | use::Untracked;
  for (uint32_t U = 0; U != Units.size(); ++U)
    for (uint32_t B = 0; B != Units[U].Bodies.size(); ++B) {
      BodyRef Ref{U, B};
      uint32_t F = Solver->Program.functionOf(Ref);
      for (const FactCall &C : Units[U].Bodies[B].Calls)
        for (size_t I = 0; C.Launch && I != C.Arguments.size(); ++I) {
          if (C.Arguments[I] == NoNode)
            continue;
          uint32_t N = Solver->Program.global(Ref, C.Arguments[I]);
          if (mayBeBuffer(F, N) && Solver->Types.usesOfType(N) & Moves)
            Offsets.insert({plainUsr(Units[U].Strings[C.Callee]), unsigned(I)});
        }
    }
}

/// Returns true if some unit allocates memory that both sides use.
bool PointerRepresentations::Impl::hasManagedMemory() const {
  return llvm::any_of(Units, [](const UnitPointerConstraints &Unit) {
    return llvm::any_of(Unit.Bodies, [](const FactBody &Body) {
      return llvm::any_of(Body.Facts, [](const Fact &Each) {
        return Each.Op == FactOp::Seed && Each.Key == hostkind::Managed;
      });
    });
  });
}

/// Returns true if the node of \p Use points to device memory in some version of its function. A
/// pointer of which no allocation is known, or whose way is lost, may lead to managed memory, if
/// there is some.
bool PointerRepresentations::Impl::isDeviceUse(BodyRef Where, const Fact &Use) const {
  uint32_t F = Solver->Program.functionOf(Where), N = Solver->Program.global(Where, Use.A);
  for (uint32_t V = 0; V != Solver->Versions.versionCount(F); ++V) {
    const uint16_t Uses = Solver->Cells.uses(F, V, N);
    const bool MayBeManaged = Uses & use::Elsewhere || !(Uses & use::DeviceOnly);
    if (Solver->Cells.kinds(F, V, N) == 1u << hostkind::Device && !(HasManaged && MayBeManaged))
      return true;
  }
  return false;
}

/// Returns true if the function reads or writes device memory, or returns a reference into it.
bool PointerRepresentations::Impl::touchesDevice(BodyRef Where) const {
  const FactBody &Body = body(Where);
  for (const Fact &Each : Body.Facts)
    if (Each.Op == FactOp::Use && (Each.Key & use::Access) && isDeviceUse(Where, Each))
      return true;
  if (Body.Result == NoNode || !llvm::StringRef(text(Where, Body.ResultShape)).starts_with("r"))
    return false;
  uint32_t F = Solver->Program.functionOf(Where), N = Solver->Program.global(Where, Body.Result);
  for (uint32_t V = 0; V != Solver->Versions.versionCount(F); ++V)
    if (Solver->Cells.kinds(F, V, N) == 1u << hostkind::Device)
      return true;
  return false;
}

/// Functions of both sides that no host code calls, and that touch device memory or call such a
/// function: `__host__ __device__ float at(int i) const { return data[i]; }` of a class that is
/// passed to kernels. On the host they would not mean anything.
void PointerRepresentations::Impl::findDeviceOnly() {
  std::map<std::string, std::vector<BodyRef>> Both;
  std::vector<BodyRef> Calling; // bodies that host code runs, as far as is known
  for (uint32_t U = 0; U != Units.size(); ++U)
    for (uint32_t B = 0; B != Units[U].Bodies.size(); ++B)
      if (const FactBody &Body = Units[U].Bodies[B]; Body.HostDevice)
        Both[Units[U].Strings[Body.Usr]].push_back({U, B});
      else
        Calling.push_back({U, B});
  std::map<std::string, std::vector<BodyRef>> Uncalled = Both;
  while (!Calling.empty()) {
    BodyRef Where = Calling.back();
    Calling.pop_back();
    for (const FactCall &C : body(Where).Calls)
      if (Uncalled.erase(text(Where, C.Callee)))
        llvm::append_range(Calling, Both[text(Where, C.Callee)]);
  }
  auto IsDeviceOnly = [&](BodyRef Where) {
    return touchesDevice(Where) || llvm::any_of(body(Where).Calls, [&](const FactCall &C) {
             return DeviceOnly.count(text(Where, C.Callee)) != 0;
           });
  };
  for (size_t Before = ~size_t(0); Before != DeviceOnly.size();) {
    Before = DeviceOnly.size();
    for (const auto &[Usr, Bodies] : Uncalled)
      if (llvm::any_of(Bodies, IsDeviceOnly))
        DeviceOnly.insert(Usr);
  }
}

/// Host code that reads or writes device memory.
void PointerRepresentations::Impl::diagnoseUses() {
  std::set<std::tuple<std::string, unsigned, unsigned>> Seen;
  for (uint32_t U = 0; U != Units.size(); ++U)
    for (uint32_t B = 0; B != Units[U].Bodies.size(); ++B) {
      BodyRef Ref{U, B};
      if (DeviceOnly.count(text(Ref, Units[U].Bodies[B].Usr)))
        continue;
      for (const Fact &Each : Units[U].Bodies[B].Facts) {
        if (Each.Op != FactOp::Use || !(Each.Key & use::Access) || !isDeviceUse(Ref, Each))
          continue;
        Diagnostic D;
        D.Number = diag::HostDereference;
        D.Where = Units[U].Places[Each.Place];
        D.Arguments = {Units[U].Strings[Each.Text]};
        if (Seen.insert({D.Where.File, D.Where.Line, D.Where.Column}).second)
          Messages.push_back(std::move(D));
      }
    }
}

PointerRepresentations cu2cl::linkPointers(llvm::ArrayRef<UnitPointerConstraints> Units) {
  PointerRepresentations D;
  D.State = std::make_unique<PointerRepresentations::Impl>(Units);
  return D;
}

PointerRep PointerRepresentations::representation(llvm::StringRef Usr, unsigned Level) const {
  const Impl::Named *N = State ? State->find(Usr) : nullptr;
  return N ? State->rep(State->Solver->Program.functionOf(N->Where), State->nodeOf(*N, Level))
           : PointerRep::Host;
}

bool PointerRepresentations::needsOffset(llvm::StringRef KernelUsr, unsigned Index) const {
  return State && State->Offsets.count({plainUsr(KernelUsr), Index});
}

bool PointerRepresentations::isDeviceOnly(llvm::StringRef FunctionUsr) const {
  return State && State->DeviceOnly.count(FunctionUsr.str());
}

bool PointerRepresentations::storesPointers() const { return State && State->StoresUnknown; }

std::vector<PointerEvidence> PointerRepresentations::explain(llvm::StringRef Usr,
                                                             unsigned Level) const {
  std::vector<PointerEvidence> Chain;
  const Impl::Named *N = State ? State->find(Usr) : nullptr;
  uint32_t Node = N ? State->nodeOf(*N, Level) : NoNode;
  if (Node == NoNode)
    return Chain;
  std::vector<SolverEvidence> Links = State->Solver->Explanations.explain(Node, hostkind::Device);
  if (Links.empty())
    Links = State->Solver->Explanations.explain(Node, hostkind::Managed);
  if (auto Why = State->Solver->Stored.reason(State->Solver->Program.functionOf(N->Where), 0, Node,
                                              use::StoredOnDevice))
    Links.push_back(*Why);
  for (SolverEvidence E : Links) {
    const UnitPointerConstraints &Unit = State->Units[E.Unit];
    if (Unit.Strings[E.Text].empty())
      continue;
    PointerEvidence P{Unit.Places[E.Place], Unit.Strings[E.Text]};
    if (!Chain.empty() && Chain.back().Text == P.Text && Chain.back().Where.Line == P.Where.Line)
      continue;
    Chain.push_back(std::move(P));
  }
  return Chain;
}

std::vector<ExplainedPointer> PointerRepresentations::devicePointers() const {
  std::vector<ExplainedPointer> Result;
  if (!State)
    return Result;
  std::set<std::pair<std::string, unsigned>> Seen;
  const UnificationSolver &Solver = *State->Solver;
  for (uint32_t U = 0; U != State->Units.size(); ++U)
    for (uint32_t B = 0; B != State->Units[U].Bodies.size(); ++B) {
      const UnitPointerConstraints &Unit = State->Units[U];
      uint32_t F = Solver.Program.functionOf({U, B});
      for (const FactEntity &E : Unit.Bodies[B].Entities) {
        llvm::StringRef Shape = Unit.Strings[E.Shape];
        for (unsigned L = 0; L != Shape.size(); ++L) {
          if (Shape[L] != 'p')
            continue;
          uint32_t N = State->level(Solver.Program.global({U, B}, E.Node), Shape, L);
          PointerRep R = State->rep(F, N);
          if (R != PointerRep::Host && Seen.insert({Unit.Strings[E.Usr], L}).second)
            Result.push_back(
                {Unit.Strings[E.Usr], Unit.Strings[E.Name], Unit.Places[E.Place], L, R});
        }
      }
    }
  std::sort(Result.begin(), Result.end(), [](const auto &A, const auto &B) {
    return std::tie(A.Where.File, A.Where.Line, A.Where.Column, A.Usr, A.Level) <
           std::tie(B.Where.File, B.Where.Line, B.Where.Column, B.Usr, B.Level);
  });
  return Result;
}

llvm::ArrayRef<cu2cl::Diagnostic> PointerRepresentations::diagnostics() const {
  return State ? llvm::ArrayRef<cu2cl::Diagnostic>(State->Messages)
               : llvm::ArrayRef<cu2cl::Diagnostic>();
}
