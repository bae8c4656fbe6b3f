// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/barriers/Barriers.h"
#include "analysis/barriers/BarrierSites.h"
#include "analysis/barriers/GlobalRaces.h"
#include "analysis/barriers/LockstepMemory.h"
#include "analysis/barriers/WarpSynchronousRegions.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/effects/TakenBranch.h"
#include "analysis/reach/DeviceCallGraph.h"
#include "analysis/threads/Divergence.h"
#include "analysis/threads/LoopExits.h"
#include "core/report/Diagnostics.h"
#include "frontend/ParsedUnit.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {
namespace {

/// The barriers of a unit's device code.
class Barriers : public BarrierMap {
public:
  Barriers(const ParsedSide &Device, const DeviceCallGraph &Reach)
      : Device(Device), Reach(Reach), Differs(Reach) {
    for (const FunctionDecl *F : Reach.CalleesFirst) {
      Found.findSites(F);
      if (Found.exchangesInWarp(F->getBody()))
        Found.ExchangeInWarps.insert(F);
      if (Found.ordersWarp(F->getBody()))
        Found.OrderWarps.insert(F);
      Regions[F] = findWarpSynchronousRegions(F, Differs, [this](const Stmt *S) {
        return Found.containsBarrier(S) || Found.ordersWarp(S);
      });
    }
    findWalked();
    for (const FunctionDecl *F : Reach.CalleesFirst)
      for (WarpSynchronousRegion &Region : Regions[F]) {
        if (!Region.If)
          Region.CanInsertBarriers = Region.Plain && allCallsSelectOneWarp(F);
        else if (!Found.inUniformControlFlow(F, Region.If) || !isRunByWholeBlocks(F))
          Region.CanInsertBarriers = false;
      }
    Lockstep = LockstepMemory(Reach, Differs, Regions, [this](const Stmt *S) {
      return Found.containsBarrier(S) || Found.ordersWarp(S);
    });
    for (const FunctionDecl *F : Reach.Kernels)
      for (GlobalRead &Read : findGlobalRaces(F, Differs)) {
        bool Around = Read.After && isa_and_nonnull<DeclStmt>(Read.Before);
        if (Around || (Read.Before && !canAddBarrier(F, Read.Before)))
          Read.Before = nullptr;
        GlobalRaces[F].push_back(Read);
      }
  }

  std::vector<BarrierSite> sites(const FunctionDecl *F) const override {
    return Found.Sites.lookup(F);
  }
  std::vector<WarpSynchronousRegion> warpSynchronousRegions(const FunctionDecl *F) const override {
    return Regions.lookup(F);
  }

  bool isWalked(const FunctionDecl *F) const override { return Walked.contains(F); }
  const LockstepMemory &lockstepMemory() const override { return Lockstep; }
  std::vector<MissingBarrier> missingBarriers(const FunctionDecl *Kernel) const override {
    std::vector<MissingBarrier> Out;
    for (const GlobalRead &Read : GlobalRaces.lookup(Kernel))
      if (Read.Before)
        Out.push_back({Read.Before, Read.After});
    return Out;
  }

  bool hasBarrier(const FunctionDecl *F) const override { return Found.hasBarrier(F); }
  bool inUniformControlFlow(const FunctionDecl *F, const Stmt *S) const override {
    return Found.inUniformControlFlow(F, S);
  }

  bool isUniform(const FunctionDecl *, const Expr *E) const override {
    return !Differs.isDivergent(E);
  }

  void report(DiagnosticSink &Sink) const;

private:
  /// Returns true if some of the threads at \p Site are elsewhere, and no plain predicate stands
  /// for that.
  static bool isSplit(const BarrierSite &Site) {
    return Site.Verdict == BarrierVerdict::Divergent ||
           (Site.Verdict == BarrierVerdict::AfterDivergentReturn && !Site.Lowerable);
  }

  /// Returns true if threads at \p Site wait for others that need not wait there.
  bool waitsForArrivals(const BarrierSite &Site) const {
    const auto *Call = dyn_cast<CallExpr>(Site.Call);
    return Call && WaitsForArrivals.contains(Call->getDirectCallee()->getCanonicalDecl());
  }

  void findWalked() {
    for (const FunctionDecl *F : Reach.CalleesFirst)
      if (llvm::any_of(F->specific_attrs<AnnotateAttr>(),
                       [](const AnnotateAttr *A) { return A->getAnnotation() == "cu2cl.waits"; }) ||
          llvm::any_of(Found.Sites.lookup(F),
                       [this](const BarrierSite &Site) { return waitsForArrivals(Site); }))
        WaitsForArrivals.insert(F->getCanonicalDecl());
    for (const FunctionDecl *F : llvm::reverse(Reach.CalleesFirst)) {
      if (llvm::any_of(Found.Sites.lookup(F), [this](const BarrierSite &Site) {
            return isSplit(Site) && !waitsForArrivals(Site);
          }))
        Walked.insert(F);
      if (Walked.contains(F))
        for (const DeviceCall &Call : Reach.calls(F))
          if (Found.hasBarrier(Call.Callee))
            Walked.insert(Call.Callee);
    }
  }

  /// All threads of a block run \p F together, from its first statement to its last: it is a
  /// kernel, or called where all threads of such a function come.
  bool isRunByWholeBlocks(const FunctionDecl *F) const {
    if (Found.hasDivergentReturn(F->getBody()))
      return false;
    if (F->hasAttr<CUDAGlobalAttr>())
      return true;
    for (const FunctionDecl *Caller : Reach.Functions)
      for (const DeviceCall &Call : Reach.calls(Caller))
        if (Call.Callee == F && (Caller == F || !Found.inUniformControlFlow(Caller, Call.Site) ||
                                 !isRunByWholeBlocks(Caller)))
          return false;
    return true;
  }

  /// Returns true if all threads of a block come to \p S, of a block of \p Kernel, or none.
  bool canAddBarrier(const FunctionDecl *Kernel, const Stmt *S) const {
    // Statements with predicates are printed in parts.
    bool Predicates = llvm::any_of(Found.Sites.lookup(Kernel), [](const BarrierSite &Site) {
      return Site.Verdict != BarrierVerdict::Uniform;
    });
    if (!isa<IfStmt, ForStmt, WhileStmt, DeclStmt, Expr>(S) || Predicates ||
        !Found.inUniformControlFlow(Kernel, S))
      return false;
    if (!Found.hasDivergentReturn(Kernel->getBody()))
      return true;
    for (const Stmt *Part : Kernel->getBody()->children()) {
      if (Part == S)
        return true;
      if (leaves(Part))
        return false;
    }
    return false;
  }

  /// Every call of \p F is `if (condition) f(...);` that all threads of a block come to.
  bool allCallsSelectOneWarp(const FunctionDecl *F) const {
    for (const FunctionDecl *Caller : Reach.Functions)
      for (const DeviceCall &Call : Reach.calls(Caller))
        if (Call.Callee == F &&
            (!Caller->hasAttr<CUDAGlobalAttr>() || Found.hasDivergentReturn(Caller->getBody()) ||
             !standsAloneInUniformIf(Caller, Caller->getBody(), Call.Site)))
          return false;
    return true;
  }

  /// ... and all threads may evaluate the arguments.
  bool standsAloneInUniformIf(const FunctionDecl *Caller, const Stmt *S, const Expr *Call) const {
    if (!S)
      return false;
    if (auto *If = dyn_cast<IfStmt>(S); If && !If->getElse()) {
      const Stmt *Then = If->getThen();
      if (auto *Block = dyn_cast<CompoundStmt>(Then); Block && Block->size() == 1)
        Then = Block->body_front();
      if (Then == Call)
        return Found.inUniformControlFlow(Caller, If) &&
               llvm::all_of(cast<CallExpr>(Call)->arguments(), [&](const Expr *Argument) {
                 return isSafeToSpeculate(Argument, Caller->getASTContext());
               });
    }
    return llvm::any_of(S->children(), [&](const Stmt *Child) {
      return standsAloneInUniformIf(Caller, Child, Call);
    });
  }

  const ParsedSide &Device;
  const DeviceCallGraph &Reach;
  Divergence Differs;
  BarrierSites Found{Differs};
  llvm::DenseMap<const FunctionDecl *, std::vector<WarpSynchronousRegion>> Regions;
  LockstepMemory Lockstep;
  llvm::DenseMap<const FunctionDecl *, std::vector<GlobalRead>> GlobalRaces;
  llvm::DenseSet<const FunctionDecl *> Walked, WaitsForArrivals;
};

Place placeOf(const ParsedSide &Device, SourceLocation Loc) {
  const SourceManager &SM = Device.sources();
  Loc = SM.getExpansionLoc(Loc);
  return {Device.pathOf(Loc), SM.getSpellingLineNumber(Loc), SM.getSpellingColumnNumber(Loc)};
}

void Barriers::report(DiagnosticSink &Sink) const {
  for (const FunctionDecl *F : Reach.Functions) {
    for (const BarrierSite &Site : Found.Sites.lookup(F)) {
      if (!isSplit(Site) || !waitsForArrivals(Site))
        continue; // what is walked in vain is reported there
      Place Cause = Site.Cause.isValid() ? placeOf(Device, Site.Cause) : Place();
      bool Divergent = Site.Verdict == BarrierVerdict::Divergent;
      Sink.report({Divergent ? diag::DivergentBarrier : diag::BarrierAfterDivergentExit,
                   placeOf(Device, Site.Call->getBeginLoc()),
                   {std::to_string(Cause.Line)},
                   {{Cause, Divergent ? "the condition is here" : "threads leave here"}}});
    }
    for (const GlobalRead &Read : GlobalRaces.lookup(F)) {
      Place Write = placeOf(Device, Read.Write->getBeginLoc());
      Sink.report({Read.Before ? diag::BarrierInsertedForRace : diag::GlobalMemoryRace,
                   placeOf(Device, Read.Read->getBeginLoc()),
                   {"'" + Read.Memory->getNameAsString() + "'", std::to_string(Write.Line)},
                   {{Write, "written here"}}});
    }
    for (const SpinLoop &Spin : findSpinLoops(F))
      Sink.report({Spin.TakesLock ? diag::SpinLock : diag::InterBlockSpinWait,
                   placeOf(Device, Spin.Loop->getBeginLoc()),
                   {},
                   {}});
  }
}

} // namespace

std::unique_ptr<BarrierMap> analyseBarriers(const ParsedSide &Device, const DeviceCallGraph &Reach,
                                            DiagnosticSink &Sink) {
  auto Map = std::make_unique<Barriers>(Device, Reach);
  Map->report(Sink);
  return Map;
}

} // namespace cu2cl
