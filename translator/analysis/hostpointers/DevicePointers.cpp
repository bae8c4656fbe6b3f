// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One unit's side of the whole-program decision: collects the facts of its host AST, and finds the
// solved nodes of declarations and expressions again by collecting them once more.

#include "analysis/flow/ConstraintGenerator.h"
#include "analysis/hostpointers/UnitPointerQuery.h"
#include "core/source/AstVisitor.h"
#include "clang/AST/Attr.h"
#include <algorithm>

using namespace clang;
using namespace cu2cl;

namespace {

class BodyFinder : public AstVisitor {
public:
  explicit BodyFinder(const SourceManager &SM) : SM(SM) {}
  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool shouldVisitMeaning() const override { return true; }

  bool visitFunctionDecl(FunctionDecl *F) override {
    if (F->hasAttr<CUDAGlobalAttr>() && F->doesThisDeclarationHaveABody() &&
        !F->isDependentContext() && !isSystem(F))
      Kernels.push_back(F);
    // What overrides a pure virtual function has its types.
    bool Pure = F->isPureVirtual() && !F->isDependentContext() && !isSystem(F);
    if (!Pure && (!F->doesThisDeclarationHaveABody() || F->isDependentContext() || isSystem(F) ||
                  F->isDefaulted() || F->hasAttr<CUDAGlobalAttr>() ||
                  (F->hasAttr<CUDADeviceAttr>() && !F->hasAttr<CUDAHostAttr>()) || !F->getBody()))
      return true;
    const auto *M = dyn_cast<CXXMethodDecl>(F);
    if (M && M->getParent()->isLambda())
      return true; // part of the function around it
    if (Seen.insert(F).second)
      Functions.push_back(F);
    return true;
  }
  bool visitVarDecl(VarDecl *V) override {
    if (V->hasGlobalStorage() && !V->isStaticLocal() &&
        !V->getDeclContext()->isDependentContext() && !V->getType()->isDependentType() &&
        !isSystem(V) && !isa<ParmVarDecl>(V) && !V->getDescribedVarTemplate())
      Variables.push_back(V);
    return true;
  }
  bool visitFieldDecl(FieldDecl *F) override {
    if (F->hasInClassInitializer() && F->getInClassInitializer() &&
        !F->getDeclContext()->isDependentContext() && !isSystem(F))
      Fields.push_back(F);
    return true;
  }
  bool traverseFunctionDecl(FunctionDecl *F) override {
    return isSystem(F) || AstVisitor::traverseFunctionDecl(F);
  }

  std::vector<const FunctionDecl *> Functions, Kernels;
  std::vector<const VarDecl *> Variables;
  std::vector<const FieldDecl *> Fields; ///< with initialisers in their classes

private:
  bool isSystem(const Decl *D) const {
    SourceLocation L = D->getLocation();
    return L.isInvalid() || SM.isInSystemHeader(SM.getFileLoc(L));
  }
  const SourceManager &SM;
  llvm::DenseSet<const FunctionDecl *> Seen;
};

UnitPointerConstraints collect(const ParsedSide &Host, FactIndex &Index) {
  UnitPointerConstraints Facts;
  const SourceManager &SM = Host.sources();
  Facts.Unit = Host.pathOf(SM.getLocForStartOfFile(SM.getMainFileID()));
  ConstraintGenerator Builder(Host, Side::Host, Facts, Index);
  BodyFinder Finder(SM);
  // Traversing top-level declarations of system headers costs more than all the rest.
  for (Decl *D : Host.context().getTranslationUnitDecl()->decls()) {
    SourceLocation L = D->getLocation();
    bool System = L.isInvalid() || SM.isInSystemHeader(SM.getFileLoc(L));
    if (!System)
      Finder.traverseDecl(D);
  }
  // A program that loads the module launches its kernels with any arguments.
  llvm::ArrayRef<const FunctionDecl *> Launched;
  if (Host.IsModule)
    Launched = Finder.Kernels;
  Builder.addGlobals(Finder.Variables, Launched, Finder.Fields);
  for (const FunctionDecl *F : Finder.Functions)
    Builder.addFunction(F);
  return Facts;
}

} // namespace

UnitPointerQuery::UnitPointerQuery(const PointerRepresentations &D, const ParsedSide &H)
    : Decisions(D), Host(H), State(D.State.get()) {
  UnitPointerConstraints Facts = collect(H, Index);
  if (!State)
    return;
  std::optional<uint32_t> Number = State->unitOf(Facts);
  if (!Number) {
    State = nullptr;
    return;
  }
  Unit = *Number;
  for (uint32_t B = 0; B != Index.Bodies.size(); ++B) {
    const BodyIndex &Body = Index.Bodies[B];
    bool Instance = Body.Function && Body.Function->getTemplateInstantiationPattern();
    for (auto [E, N] : Body.Nodes) {
      Nodes.try_emplace(E, B, N);
      if (Instance && N != NoNode) {
        const Expr *&Known = InstanceNodes[keyOf(E)];
        // Of several with one place the one with the pointer itself is wanted.
        if (!Known || (E->getType()->isPointerType() && !Known->getType()->isPointerType()))
          Known = E;
      }
    }
  }
}

std::optional<UnitPointerQuery::Found> UnitPointerQuery::find(const Expr *E) const {
  if (!State)
    return std::nullopt;
  const Expr *Start = E;
  while (E) {
    auto It = Nodes.find(E);
    if (It != Nodes.end()) {
      auto [B, N] = It->second;
      BodyRef Ref{Unit, B};
      return Found{Ref, N == NoNode ? NoNode : State->Solver->Program.global(Ref, N),
                   E->isGLValue(), E->getType()};
    }
    const Expr *Inner = E->IgnoreUnlessSpelledInSource();
    if (Inner == E)
      Inner = E->IgnoreParens();
    E = Inner == E ? nullptr : Inner;
  }
  auto It = InstanceNodes.find(keyOf(Start));
  return It == InstanceNodes.end() || Nodes.count(Start) ? std::nullopt : find(It->second);
}

PointerRep UnitPointerQuery::of(const Expr *E, unsigned Level) const {
  std::optional<Found> F = find(E);
  if (!F || F->Node == NoNode)
    return PointerRep::Host;
  std::string Shape = pointerShape(Host.context(), F->Type);
  uint32_t N =
      F->IsAddress ? State->level(F->Node, Shape, Level) : State->valueLevel(F->Node, Shape, Level);
  return State->rep(State->Solver->Program.functionOf(F->Where), N);
}

PointerRep UnitPointerQuery::of(const ValueDecl *D, unsigned Level) const {
  return Decisions.representation(usr(D), Level);
}

PointerRep UnitPointerQuery::returned(const FunctionDecl *F, unsigned Level) const {
  return Decisions.representation(usr(F), Level);
}

UnitPointerConstraints cu2cl::collectPointerConstraints(const ParsedSide &Host) {
  FactIndex Index;
  return collect(Host, Index);
}

std::unique_ptr<PointerQuery> cu2cl::viewPointers(const PointerRepresentations &Decisions,
                                                  const ParsedSide &Host) {
  return std::make_unique<UnitPointerQuery>(Decisions, Host);
}
