// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Address spaces of device pointers: facts of all functions that kernels reach, solved with the
// five memories as kinds.

#include "analysis/reach/DeviceCallGraph.h"
#include "analysis/spaces/AddressSpaceSolution.h"
#include "core/report/Diagnostics.h"
#include "clang/AST/Attr.h"
#include "llvm/Support/ErrorHandling.h"

using namespace clang;
using namespace cu2cl;

llvm::StringRef cu2cl::keyword(AddressSpace S) {
  switch (S) {
  case AddressSpace::Global:
    return "__global ";
  case AddressSpace::Local:
    return "__local ";
  case AddressSpace::Constant:
    return "__constant ";
  case AddressSpace::Unknown:
  case AddressSpace::Private:
    return "";
  }
  llvm_unreachable("another address space");
}

SpacePart::SpacePart(AddressSpaceSolution &S)
    : Solution(S), Device(S.Device), Context(S.Context), Reached(S.Reached), Facts(S.Facts),
      Index(S.Index), Solver(S.Solver), List(S.List), Places(S.Places) {}

AddressSpaceSolution::AddressSpaceSolution(const ParsedSide &Device,
                                           std::shared_ptr<const DeviceCallGraph> Given)
    : Reached(std::move(Given)), Device(Device), Context(Device.context()) {
  const DeviceCallGraph &Reach = *Reached;
  Solving.solve(Reach);
  Solving.placeNumbers();
  // Pointers found in bytes of global memory point there, too; then all is solved once more.
  for (auto [B, E] : Index.BytesAsPointers) {
    const std::set<AddressSpace> Known = Solving.spacesOf(B, Spaces.exprNode(B, E));
    if (!Known.empty() && llvm::all_of(Known, [](AddressSpace S) {
          return S == AddressSpace::Global || S == AddressSpace::Constant;
        }))
      Index.GlobalPointers.insert(E);
  }
  if (!Index.GlobalPointers.empty())
    Solving.solveAgain(Index.Addresses);
  Solving.listVersions(Reach);
  for (size_t First = 0; First < List.size();) {
    size_t Last = First;
    while (Last < List.size() && List[Last].Function == List[First].Function)
      ++Last;
    Solving.nameVersions(First, Last);
    First = Last;
  }
  Records.listRecords();
  Solving.listConflicts();
}

/// Solves all once more with what Index says of the pointers in global memory.
void SpaceSolver::solveAgain(FactIndex::Integers Addresses) {
  llvm::DenseSet<const Expr *> Known = std::move(Index.GlobalPointers);
  Index = FactIndex();
  Index.GlobalPointers = std::move(Known);
  Index.Addresses = Addresses;
  Facts.clear();
  BodyOf.clear();
  solve(*Reached);
}

/// The pointers of which nothing is known: made of integers, or read or written through.
std::vector<FactIndex::PointerUse> SpaceSolver::unplaced() const {
  std::vector<FactIndex::PointerUse> Found;
  for (const auto *Uses : {&Index.NumbersAsPointers, &Index.Dereferenced})
    for (const FactIndex::PointerUse &Each : *Uses)
      if (spacesOf(Each.Body, Solver->Program.global({0, Each.Body}, Each.Node))
              .count(AddressSpace::Unknown))
        Found.push_back(Each);
  return Found;
}

/// Finds out where the pointers point that are made of integers. First the integers are followed
/// from variable to variable. Then those in global memory and those given to a kernel are taken for
/// addresses of global memory, and so is what comes by ways that are not followed (two halves of 32
/// bits, bytes), unless an address of another memory goes such a way, too: that is a conflict.
void SpaceSolver::placeNumbers() {
  using Integers = FactIndex::Integers;
  if (unplaced().empty())
    return;
  solveAgain(Integers::Followed);
  std::vector<FactIndex::PointerUse> Uses = unplaced();
  for (const FactIndex::PointerUse &Each : Uses)
    if (!Solution.MakesPointers && isa<CastExpr>(Each.Site) &&
        cast<CastExpr>(Each.Site)->getCastKind() == CK_IntegralToPointer)
      Solution.MakesPointers = Index.Bodies[Each.Body].Function;
  if (Uses.empty())
    return;
  solveAgain(Integers::GlobalInGlobalMemory);
  Uses = unplaced();
  if (Uses.empty())
    return;
  for (const FactIndex::PointerUse &Each : Uses)
    Index.GlobalPointers.insert(Each.Site);
  for (const FactIndex::PointerUse &Lost : Index.LostAddresses)
    for (AddressSpace S : spacesOf(Lost.Body, Solver->Program.global({0, Lost.Body}, Lost.Node)))
      if (S == AddressSpace::Local || S == AddressSpace::Private) {
        SourceLocation Found = Uses.front().Site->getExprLoc();
        Solution.Conflicts.push_back(
            {Found, Lost.Site->getExprLoc(), Found, "this expression", S, AddressSpace::Global});
        return;
      }
}

/// Collects the facts and solves them.
void SpaceSolver::solve(const DeviceCallGraph &Reach) {
  Facts.emplace_back();
  ConstraintGenerator Builder(Device, Side::Device, Facts[0], Index);
  Builder.setReach(&Reach);
  std::vector<const VarDecl *> Globals;
  for (const VarDecl *V : Reach.Variables)
    if (!V->isLocalVarDecl())
      Globals.push_back(V);
  for (const VarDecl *V : Reach.Constants)
    if (!V->isLocalVarDecl())
      Globals.push_back(V);
  std::vector<const FunctionDecl *> Held;
  for (const DeviceCall &C : Reach.calls(nullptr))
    if (const auto *M = dyn_cast<CXXMethodDecl>(C.Callee); !M || M->isStatic())
      Held.push_back(C.Callee);
  Builder.addGlobals(Globals, Held);
  UnificationSolver::Options Options;
  Options.OnlyCalled = true;
  for (const FunctionDecl *F : Reach.Functions) {
    BodyOf[F->getCanonicalDecl()] = Index.Bodies.size();
    Builder.addFunction(F);
  }
  for (const FunctionDecl *K : Reach.Kernels)
    Options.Roots.push_back(Facts[0].Strings[Facts[0].Bodies[BodyOf[K->getCanonicalDecl()]].Usr]);
  // An initial value alone may take their address.
  for (const FunctionDecl *F : Held)
    Options.Roots.push_back(Facts[0].Strings[Facts[0].Bodies[BodyOf[F->getCanonicalDecl()]].Usr]);
  Solver.emplace(Facts, std::move(Options));
}

/// Returns where pointer \p Node points in the versions of the function of body \p B.
std::set<AddressSpace> SpaceSolver::spacesOf(uint32_t B, uint32_t Node) const {
  std::set<AddressSpace> Spaces;
  uint32_t Fn = Solver->Program.functionOf({0, B});
  for (uint32_t V = 0; V != Solver->Versions.versionCount(Fn); ++V)
    Spaces.insert(Solution.Spaces.space({B, Fn, V}, Node));
  return Spaces;
}

void SpaceSolver::listVersions(const DeviceCallGraph &Reach) {
  for (const FunctionDecl *F : Reach.CalleesFirst) {
    uint32_t B = BodyOf[F->getCanonicalDecl()];
    uint32_t Fn = Solver->Program.functionOf({0, B});
    // Versions that look the same from outside are one (members of a recursive group).
    std::map<std::string, unsigned> Seen;
    for (uint32_t V = 0; V != Solver->Versions.versionCount(Fn); ++V) {
      SolvedPlace W{B, Fn, V};
      auto [It, New] = Seen.try_emplace(spell(W, F), List.size());
      Solution.Spaces.ByBodyAndVersion[{B, V}] = It->second;
      if (!New)
        continue;
      FunctionClone Version;
      Version.Function = F;
      Version.Index = List.size();
      List.push_back(Version);
      Places.push_back(W);
    }
  }
}

/// One letter for each pointer level of parameters, result and `this`, '-' where nothing is known.
std::string SpaceSolver::spell(const SolvedPlace &W, const FunctionDecl *F) const {
  static const char Letters[] = "-pglc";
  std::string Result;
  auto Add = [&](uint32_t Address, QualType T) {
    for (unsigned L = 0; L != 8; ++L) {
      QualType Sub = T.getCanonicalType();
      for (unsigned I = 0; I != L && !Sub.isNull(); ++I)
        Sub = Sub->isReferenceType() || Sub->isPointerType() ? Sub->getPointeeType()
              : Sub->isArrayType() ? Context.getAsArrayType(Sub)->getElementType()
                                   : QualType();
      if (Sub.isNull() || !(Sub->isReferenceType() || Sub->isPointerType()))
        return;
      Result += Letters[unsigned(Solution.Spaces.level(W, Address, T, L))];
    }
  };
  bool Numbers = Index.Addresses != FactIndex::Integers::InExpressions;
  auto AddRecord = [&](const RecordNode &R) {
    if (R.Record)
      Solution.Records.signature(W, R, Result);
  };
  if (uint32_t This = Facts[0].Bodies[W.Body].This; This != NoNode) {
    Result +=
        Letters[unsigned(Solution.Spaces.space(W, Solver->Program.global({0, W.Body}, This)))];
    AddRecord(Solution.Records.selfNode(W, F));
  }
  for (const ParmVarDecl *P : F->parameters()) {
    Add(Solution.Spaces.entityNode(W.Body, P), P->getType());
    if (Numbers && P->getType()->isIntegerType()) // an address, if it is followed
      Result += Letters[unsigned(
          Solution.Spaces.space(W, Solution.Spaces.deref(Solution.Spaces.entityNode(W.Body, P))))];
    AddRecord(Solution.Records.recordNode(Solution.Spaces.entityNode(W.Body, P), P->getType(),
                                          /*IsAddress=*/true));
  }
  return Result;
}

void SpaceSolver::nameVersions(size_t First, size_t Last) {
  if (Last - First < 2)
    return;
  std::vector<std::string> Spelled;
  for (size_t I = First; I != Last; ++I)
    Spelled.push_back(spell(Places[I], List[I].Function));
  for (size_t C = 0; C != Spelled[0].size(); ++C) {
    bool Differs =
        llvm::any_of(Spelled, [&](const std::string &S) { return S[C] != Spelled[0][C]; });
    for (size_t I = First; Differs && I != Last; ++I)
      List[I].Suffix += Spelled[I - First][C] == '-' ? 'p' : Spelled[I - First][C];
  }
  for (size_t I = First; I != Last; ++I)
    List[I].Suffix = "_" + List[I].Suffix;
}

void SpaceSolver::listConflicts() {
  for (const SolverConflict &C : Solver->Explanations.conflicts()) {
    AddressSpaceConflict Out;
    Out.FirstEvidence = Index.Locations[C.First.Place];
    Out.SecondEvidence = Index.Locations[C.Second.Place];
    Out.Loc = C.Subject.empty() ? Out.FirstEvidence : Index.Locations[C.SubjectPlace.Place];
    Out.Subject = C.Subject.empty() ? "this expression" : "'" + C.Subject + "'";
    Out.First = AddressSpace(C.FirstKind);
    Out.Second = AddressSpace(C.SecondKind);
    Solution.Conflicts.push_back(std::move(Out));
  }
}

AddressSpace SolvedSpaces::space(const SolvedPlace &W, uint32_t N) const {
  uint32_t Mask = Solver->Cells.kinds(W.Function, W.SolverVersion, N);
  // Of a conflict, which is reported, the first counts.
  for (unsigned Kind = 1; Kind <= unsigned(AddressSpace::Constant); ++Kind)
    if (Mask >> Kind & 1)
      return AddressSpace(Kind);
  return AddressSpace::Unknown;
}

AddressSpace SolvedSpaces::level(const SolvedPlace &W, uint32_t Address, QualType T,
                                 unsigned Level) const {
  for (;; --Level) {
    if (Address == NoNode)
      return AddressSpace::Unknown;
    T = T.getCanonicalType();
    if (const ArrayType *A = Context.getAsArrayType(T)) {
      T = A->getElementType();
    } else if (T->isReferenceType() || T->isPointerType()) {
      Address = deref(Address);
      T = T->getPointeeType();
    } else {
      return AddressSpace::Unknown;
    }
    if (Level == 0)
      return space(W, Address);
  }
}

uint32_t SolvedSpaces::entityNode(uint32_t Body, const ValueDecl *D) const {
  D = cast<ValueDecl>(D->getCanonicalDecl());
  auto Find = [&](uint32_t B) {
    auto It = Index.Bodies[B].Entities.find(D);
    return It == Index.Bodies[B].Entities.end() ? NoNode
                                                : Solver->Program.global({0, B}, It->second);
  };
  if (uint32_t N = Find(Body); N != NoNode)
    return N;
  // Globals are the same everywhere.
  for (uint32_t B = 0; B != Index.Bodies.size(); ++B)
    if (uint32_t N = Find(B); N != NoNode)
      return N;
  return NoNode;
}

uint32_t SolvedSpaces::exprNode(uint32_t Body, const Expr *E) const {
  const auto &Nodes = Index.Bodies[Body].Nodes;
  for (;;) {
    auto It = Nodes.find(E);
    if (It != Nodes.end())
      return It->second == NoNode ? NoNode : Solver->Program.global({0, Body}, It->second);
    // Wrappers that initialisers look through.
    const Expr *Inner = E->IgnoreUnlessSpelledInSource();
    if (Inner == E)
      return NoNode;
    E = Inner;
  }
}

AddressSpace AddressSpaceSolution::pointee(const FunctionClone &V, const ValueDecl *D,
                                           unsigned Level) const {
  if (const auto *F = dyn_cast<FieldDecl>(D)) {
    const RecordClone *R = anyVersion(F->getParent());
    return R ? pointee(*R, F, Level) : AddressSpace::Unknown;
  }
  return Spaces.level(Spaces.where(V), Spaces.entityNode(Spaces.where(V).Body, D), D->getType(),
                      Level);
}

AddressSpace AddressSpaceSolution::self(const FunctionClone &V) const {
  const SolvedPlace &W = Spaces.where(V);
  uint32_t This = Facts[0].Bodies[W.Body].This;
  return This == NoNode ? AddressSpace::Unknown
                        : Spaces.space(W, Solver->Program.global({0, W.Body}, This));
}

AddressSpace AddressSpaceSolution::returned(const FunctionClone &V, unsigned Level) const {
  const SolvedPlace &W = Spaces.where(V);
  uint32_t Result = Facts[0].Bodies[W.Body].Result;
  if (Result == NoNode)
    return AddressSpace::Unknown;
  uint32_t N = Solver->Program.global({0, W.Body}, Result);
  if (Level == 0)
    return Spaces.space(W, N);
  QualType T = V.Function->getReturnType().getCanonicalType()->getPointeeType();
  return T.isNull() ? AddressSpace::Unknown : Spaces.level(W, N, T, Level - 1);
}

AddressSpace AddressSpaceSolution::pointee(const FunctionClone &V, const Expr *E,
                                           unsigned Level) const {
  const SolvedPlace &W = Spaces.where(V);
  uint32_t N = Spaces.exprNode(W.Body, E);
  if (E->isGLValue())
    return Spaces.level(W, N, E->getType(), Level);
  if (Level == 0 || N == NoNode)
    return Spaces.space(W, N);
  QualType T = E->getType().getCanonicalType()->getPointeeType();
  return T.isNull() ? AddressSpace::Unknown : Spaces.level(W, N, T, Level - 1);
}

AddressSpace AddressSpaceSolution::storage(const FunctionClone &V, const Expr *E) const {
  const SolvedPlace &W = Spaces.where(V);
  return Spaces.space(W, Spaces.exprNode(W.Body, E));
}

const FunctionClone *AddressSpaceSolution::callee(const FunctionClone &V, const Expr *Call) const {
  const SolvedPlace &W = Spaces.where(V);
  auto It = Index.Bodies[W.Body].Calls.find(Call);
  if (It == Index.Bodies[W.Body].Calls.end())
    return nullptr;
  return Spaces.calleeOf(W, It->second);
}

const FunctionClone *AddressSpaceSolution::destructor(const FunctionClone &V,
                                                      const void *Object) const {
  const SolvedPlace &W = Spaces.where(V);
  auto It = Index.Bodies[W.Body].Destructors.find(Object);
  return It == Index.Bodies[W.Body].Destructors.end() ? nullptr : Spaces.calleeOf(W, It->second);
}

const FunctionClone *SolvedSpaces::calleeOf(const SolvedPlace &W, uint32_t Call) const {
  const FactCall &C = Facts[0].Bodies[W.Body].Calls[Call];
  uint32_t Fn = Solver->Program.function(Facts[0].Strings[C.Callee]);
  if (Fn == NoNode)
    return nullptr;
  uint32_t Version = Solver->Versions.calleeVersion({0, W.Body}, Call, W.SolverVersion);
  auto Found = ByBodyAndVersion.find({Solver->Program.bodies(Fn).front().Body, Version});
  return Found == ByBodyAndVersion.end() ? nullptr : &List[Found->second];
}

void cu2cl::reportConflicts(const AddressSpaceMap &Spaces, const ParsedSide &Device,
                            DiagnosticSink &Sink) {
  const SourceManager &SM = Device.sources();
  auto PlaceOf = [&](SourceLocation Loc) {
    SourceLocation File = SM.getFileLoc(Loc);
    return Place{Device.pathOf(File), SM.getSpellingLineNumber(File),
                 SM.getSpellingColumnNumber(File)};
  };
  static const char *const Names[] = {"unknown", "private", "global", "shared", "constant"};
  auto Points = [&](AddressSpace Space, SourceLocation Loc) {
    return RelatedPlace{PlaceOf(Loc),
                        std::string("points to ") + Names[unsigned(Space)] + " memory"};
  };
  for (const AddressSpaceConflict &C : Spaces.conflicts())
    Sink.report({diag::AddressSpaceConflict,
                 PlaceOf(C.Loc),
                 {C.Subject, Names[unsigned(C.First)], Names[unsigned(C.Second)]},
                 {Points(C.First, C.FirstEvidence), Points(C.Second, C.SecondEvidence)}});
}
