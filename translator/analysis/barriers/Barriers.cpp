// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Over 400 lines: one walk over a function finds its barriers, returns and jumps together.

#include "analysis/barriers/Barriers.h"
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

/// A __syncthreads form: a barrier of the whole block.
bool isBarrierCall(const CallExpr *Call) { return isBarrier(Call->getDirectCallee()); }

/// The context of a statement: the conditions that control passed.
struct Surroundings {
  const Expr *DivergentCondition = nullptr; ///< of a branch or loop around it
  /// The innermost block around it that gets a predicate: barriers are met, the rest differs.
  const Stmt *Predicated = nullptr;
};

class Barriers : public BarrierMap {
public:
  Barriers(const ParsedSide &Device, const DeviceCallGraph &Reach)
      : Device(Device), Reach(Reach), Differs(Reach) {
    for (const FunctionDecl *F : Reach.CalleesFirst) {
      findSites(F);
      if (exchangesInWarp(F->getBody()))
        ExchangeInWarps.insert(F);
      if (ordersWarp(F->getBody()))
        OrderWarps.insert(F);
      Regions[F] = findWarpSynchronousRegions(
          F, Differs, [this](const Stmt *S) { return containsBarrier(S) || ordersWarp(S); });
    }
    findWalked();
    for (const FunctionDecl *F : Reach.CalleesFirst)
      for (WarpSynchronousRegion &Region : Regions[F]) {
        if (!Region.If)
          Region.CanInsertBarriers = Region.Plain && allCallsSelectOneWarp(F);
        else if (!inUniformControlFlow(F, Region.If) || !isRunByWholeBlocks(F))
          Region.CanInsertBarriers = false;
      }
    Lockstep = LockstepMemory(Reach, Differs, Regions, [this](const Stmt *S) {
      return containsBarrier(S) || ordersWarp(S);
    });
    for (const FunctionDecl *F : Reach.Kernels)
      for (GlobalRead &Read : findGlobalRaces(F, Differs)) {
        bool Around = Read.After && isa_and_nonnull<DeclStmt>(Read.Before);
        if (Around || (Read.Before && !canAddBarrier(F, Read.Before)))
          Read.Before = nullptr;
        GlobalRaces[F].push_back(Read);
      }
  }

  std::vector<BarrierSite> sites(const FunctionDecl *F) const override { return Sites.lookup(F); }
  bool hasBarrier(const FunctionDecl *F) const override { return !Sites.lookup(F).empty(); }
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
  bool isUniform(const FunctionDecl *, const Expr *E) const override {
    return !Differs.isDivergent(E);
  }
  bool inUniformControlFlow(const FunctionDecl *F, const Stmt *S) const override {
    return !DivergentPlaces.lookup(F).contains(S);
  }

  void report(DiagnosticSink &Sink) const;

private:
  void findSites(const FunctionDecl *F) {
    Returns.clear();
    Current = F;
    MeetingPoints = Divergence::meetingPoints(F);
    collectReturns(F->getBody(), /*Backward=*/true, false);
    if (auto *Constructor = dyn_cast<CXXConstructorDecl>(F))
      for (const CXXCtorInitializer *Init : Constructor->inits())
        visit(Init->getInit(), {}, /*TopLevel=*/false);
    visit(F->getBody(), {}, /*TopLevel=*/true);
  }

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
          llvm::any_of(Sites.lookup(F),
                       [this](const BarrierSite &Site) { return waitsForArrivals(Site); }))
        WaitsForArrivals.insert(F->getCanonicalDecl());
    for (const FunctionDecl *F : llvm::reverse(Reach.CalleesFirst)) {
      if (llvm::any_of(Sites.lookup(F), [this](const BarrierSite &Site) {
            return isSplit(Site) && !waitsForArrivals(Site);
          }))
        Walked.insert(F);
      if (Walked.contains(F))
        for (const DeviceCall &Call : Reach.calls(F))
          if (hasBarrier(Call.Callee))
            Walked.insert(Call.Callee);
    }
  }

  /// Returns true if only some threads go on in the parts of \p S.
  bool splits(const Stmt *S) const {
    return (Divergence::condition(S) && Differs.isDivergent(Divergence::condition(S))) ||
           Differs.hasDivergentExit(S);
  }

  /// Some threads of \p S's function return, or jump, before others.
  bool hasDivergentReturn(const Stmt *S, bool Divergent = false) const {
    if (Divergent && isa<ReturnStmt, GotoStmt>(S))
      return true;
    Divergent |= splits(S);
    return anyEvaluated(S, [&](const Stmt *Child) { return hasDivergentReturn(Child, Divergent); });
  }

  /// All threads of a block run \p F together, from its first statement to its last: it is a
  /// kernel, or called where all threads of such a function come.
  bool isRunByWholeBlocks(const FunctionDecl *F) const {
    if (hasDivergentReturn(F->getBody()))
      return false;
    if (F->hasAttr<CUDAGlobalAttr>())
      return true;
    for (const FunctionDecl *Caller : Reach.Functions)
      for (const DeviceCall &Call : Reach.calls(Caller))
        if (Call.Callee == F && (Caller == F || !inUniformControlFlow(Caller, Call.Site) ||
                                 !isRunByWholeBlocks(Caller)))
          return false;
    return true;
  }

  /// Returns true if all threads of a block come to \p S, of a block of \p Kernel, or none.
  bool canAddBarrier(const FunctionDecl *Kernel, const Stmt *S) const {
    // Statements with predicates are printed in parts.
    bool Predicates = llvm::any_of(Sites.lookup(Kernel), [](const BarrierSite &Site) {
      return Site.Verdict != BarrierVerdict::Uniform;
    });
    if (!isa<IfStmt, ForStmt, WhileStmt, DeclStmt, Expr>(S) || Predicates ||
        !inUniformControlFlow(Kernel, S))
      return false;
    if (!hasDivergentReturn(Kernel->getBody()))
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
            (!Caller->hasAttr<CUDAGlobalAttr>() || hasDivergentReturn(Caller->getBody()) ||
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
        return inUniformControlFlow(Caller, If) &&
               llvm::all_of(cast<CallExpr>(Call)->arguments(), [&](const Expr *Argument) {
                 return isSafeToSpeculate(Argument, Caller->getASTContext());
               });
    }
    return llvm::any_of(S->children(), [&](const Stmt *Child) {
      return standsAloneInUniformIf(Caller, Child, Call);
    });
  }

  bool containsBarrier(const Stmt *S) const {
    if (!S)
      return false;
    if (isBarrier(S))
      return true;
    if (const Expr *Taken = takenBranch(S, Current->getASTContext()))
      return containsBarrier(Taken);
    return anyEvaluated(S, [&](const Stmt *Child) { return containsBarrier(Child); });
  }

  /// Returns true if the threads of a warp meet in \p S: that orders what they do to shared memory.
  bool ordersWarp(const Stmt *S) const {
    const auto *Call = dyn_cast_or_null<CallExpr>(S);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    if (Callee &&
        (isWarpBarrier(Callee) || (Callee->hasBody(Callee) && OrderWarps.contains(Callee))))
      return true;
    return S && anyEvaluated(S, [&](const Stmt *Child) { return ordersWarp(Child); });
  }

  /// A barrier call, or the call of a function or constructor that reaches a barrier. Callees are
  /// visited first, so their sites are known.
  bool isBarrier(const Stmt *S) const {
    const FunctionDecl *F = nullptr;
    if (auto *Call = dyn_cast<CallExpr>(S)) {
      if (isBarrierCall(Call))
        return true;
      F = Call->getDirectCallee();
    } else if (auto *Construct = dyn_cast<CXXConstructExpr>(S)) {
      F = Construct->getConstructor();
    }
    return F && F->hasBody(F) && hasBarrier(F);
  }

  /// Returns true if \p S calls a warp function, itself or through functions: all threads walk
  /// through what does (kernel/plan/WarpWalk.h).
  bool exchangesInWarp(const Stmt *S) const {
    const auto *Call = dyn_cast_or_null<CallExpr>(S);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    if (Callee && (threadRoleOf(Callee) == ThreadRole::Warp ||
                   (Callee->hasBody(Callee) && ExchangeInWarps.contains(Callee))))
      return true;
    return S && anyEvaluated(S, [&](const Stmt *Child) { return exchangesInWarp(Child); });
  }

  void addSite(const Expr *Call, const Surroundings &Around) {
    BarrierSite Site;
    Site.In = Current;
    Site.Call = Call;
    Site.Direct = isa<CallExpr>(Call) && isBarrierCall(cast<CallExpr>(Call));
    // In a function the caller's code after the call would have to know who returned.
    bool Lowerable = (Site.Direct || exchangesInWarp(Call)) && Current->hasAttr<CUDAGlobalAttr>() &&
                     llvm::all_of(Returns, [](const DivergentReturn &R) { return R.If; });
    const Expr *Condition = Around.DivergentCondition;
    if (!Condition && Around.Predicated && !Lowerable)
      Condition = Divergence::condition(Around.Predicated);
    if (Condition) {
      Site.Verdict = BarrierVerdict::Divergent;
      Site.Cause = Condition->getBeginLoc();
    } else if (!Returns.empty() || !Blocks.empty()) {
      Site.Verdict = BarrierVerdict::AfterDivergentReturn;
      Site.Returns = Returns;
      Site.Returns.insert(Site.Returns.end(), Blocks.begin(), Blocks.end());
      Site.Cause = Site.Returns.front().Return->getBeginLoc();
      Site.Lowerable = Lowerable;
    }
    Sites[Current].push_back(std::move(Site));
  }

  /// The returns of `if (Condition) { ...; return; }`, also with else, if those end it; empty if
  /// not.
  std::vector<const Stmt *> returnsOf(const IfStmt *If) const {
    std::vector<const Stmt *> Found;
    bool Last = findLastReturns(If, Found);
    return Last && !containsBarrier(If) ? Found : std::vector<const Stmt *>();
  }

  /// A block of \p S, an if or loop in a kernel, that alone in it has barriers, and no way out but
  /// those of a loop that have predicates, too: one can take the place of the condition.
  const Stmt *predicableBlock(const Stmt *S) const {
    const Stmt *Found = nullptr;
    for (const Stmt *Block : Differs.hasDivergentExit(S) ? Divergence::leftBlocks(Current, S)
                                                         : Divergence::closedBlocks(Current, S))
      Found = !Found && containsBarrier(Block) ? Block : Found;
    bool Elsewhere =
        anyEvaluated(S, [&](const Stmt *Part) { return Part != Found && containsBarrier(Part); });
    return Elsewhere ? nullptr : Found;
  }

  /// \p S, of which \p Block gets a predicate.
  void visitPredicated(const Stmt *S, const Stmt *Block, const Surroundings &Around) {
    const Expr *Condition = Divergence::condition(S);
    Surroundings Inside = Around, Beside = Around;
    Inside.Predicated = S;
    Beside.DivergentCondition = Condition;
    size_t Outer = Blocks.size();
    Blocks.push_back({S, nullptr, Block, S});
    std::vector<LoopExit> Exits;
    if (Differs.hasDivergentExit(S))
      Exits = findLoopExits(S).value_or(std::vector<LoopExit>());
    for (const LoopExit &Exit : Exits) {
      Blocks.push_back({Exit.Jump, Exit.If, nullptr, S});
      Jumps.insert(Exit.Jump);
    }
    forEachEvaluated(S, [&](const Stmt *Part) {
      bool Before = Part == Condition && isa<IfStmt>(S);
      visit(Part, Part == Block ? Inside : Before ? Around : Beside, /*TopLevel=*/false);
    });
    Blocks.truncate(Outer);
    for (const LoopExit &Exit : Exits)
      if (isa<ReturnStmt>(Exit.Jump))
        addReturn(Exit.Jump, Exit.If);
  }

  void addReturn(const Stmt *Return, const IfStmt *If) {
    if (llvm::none_of(Returns, [&](const DivergentReturn &R) { return R.Return == Return; }))
      Returns.push_back({Return, If});
  }

  /// At a label on the top level the threads that jumped there meet the others.
  void meet(const LabelDecl *Label) {
    if (MeetingPoints.contains(Label))
      llvm::erase_if(Returns, [&](const DivergentReturn &R) {
        auto *Goto = dyn_cast<GotoStmt>(R.Return);
        return Goto && Goto->getLabel() == Label &&
               Divergence::jumpsForward(Goto, Current->getASTContext());
      });
  }

  void visit(const Stmt *S, Surroundings Around, bool TopLevel) {
    if (Around.DivergentCondition || Around.Predicated)
      DivergentPlaces[Current].insert(S);
    if (const Expr *Taken = takenBranch(S, Current->getASTContext()))
      return visit(Taken, Around, /*TopLevel=*/false);
    if (isBarrier(S))
      addSite(cast<Expr>(S), Around);
    if (auto *Label = dyn_cast<LabelStmt>(S))
      meet(Label->getDecl());
    if (isa<ReturnStmt, GotoStmt>(S) && Around.DivergentCondition && !Jumps.contains(S))
      addReturn(S, nullptr);
    if (auto *If = dyn_cast<IfStmt>(S); If && TopLevel && hasDivergentReturn(S))
      for (const Stmt *Return : returnsOf(If))
        addReturn(Return, If);
    bool IsLeft = Divergence::isLoop(S) && Differs.hasDivergentExit(S);
    if (!Around.DivergentCondition && (IsLeft || Differs.isDivergent(Divergence::condition(S))))
      if (const Stmt *Block = predicableBlock(S))
        return visitPredicated(S, Block, Around);
    const Expr *Condition = Divergence::condition(S);
    Surroundings Inside = Around;
    if (!Inside.DivergentCondition && Condition && Differs.isDivergent(Condition))
      Inside.DivergentCondition = Condition;
    bool Loop = Divergence::isLoop(S);
    if (!Inside.DivergentCondition && Differs.hasDivergentExit(S)) {
      // A return in the loop stops some threads before the barrier of the next round.
      if (Loop)
        collectReturns(S, /*Backward=*/false, false);
      if (hasDivergentJump(S))
        Inside.DivergentCondition = Condition ? Condition : firstExpression(S);
    }
    bool InnerTop = TopLevel && S == Current->getBody();
    forEachEvaluated(S, [&](const Stmt *Child) {
      visit(Child, Child == Condition && !Loop ? Around : Inside, InnerTop);
    });
  }

  /// Some expression in \p S, to point to.
  static const Expr *firstExpression(const Stmt *S) {
    if (auto *E = dyn_cast<Expr>(S))
      return E;
    const Expr *Found = nullptr;
    forEachEvaluated(S, [&](const Stmt *Child) { Found = Found ? Found : firstExpression(Child); });
    return Found;
  }

  /// Returns and gotos under a divergent condition anywhere in \p S; or only the gotos that jump
  /// back.
  void collectReturns(const Stmt *S, bool Backward, bool Divergent) {
    auto *Goto = dyn_cast<GotoStmt>(S);
    if (Divergent && (Goto || isa<ReturnStmt>(S)))
      if (!Backward || (Goto && !Divergence::jumpsForward(Goto, Current->getASTContext())))
        addReturn(S, nullptr);
    Divergent |= splits(S);
    forEachEvaluated(S, [&](const Stmt *Child) { collectReturns(Child, Backward, Divergent); });
  }

  /// A break, continue or goto under a divergent condition: then rounds differ between threads that
  /// go on.
  bool hasDivergentJump(const Stmt *S, bool Divergent = false) const {
    if (Divergent && isa<BreakStmt, ContinueStmt, GotoStmt>(S))
      return true;
    Divergent |= Divergence::condition(S) && Differs.isDivergent(Divergence::condition(S));
    return anyEvaluated(S, [&](const Stmt *Child) { return hasDivergentJump(Child, Divergent); });
  }

  const ParsedSide &Device;
  const DeviceCallGraph &Reach;
  Divergence Differs;
  llvm::DenseMap<const FunctionDecl *, std::vector<BarrierSite>> Sites;
  llvm::DenseMap<const FunctionDecl *, std::vector<WarpSynchronousRegion>> Regions;
  LockstepMemory Lockstep;
  llvm::DenseMap<const FunctionDecl *, std::vector<GlobalRead>> GlobalRaces;
  llvm::DenseMap<const FunctionDecl *, llvm::DenseSet<const Stmt *>> DivergentPlaces;
  llvm::DenseSet<const FunctionDecl *> ExchangeInWarps;
  llvm::DenseSet<const FunctionDecl *> OrderWarps; ///< in which the threads of a warp meet
  llvm::DenseSet<const FunctionDecl *> Walked, WaitsForArrivals;
  const FunctionDecl *Current = nullptr;
  std::vector<DivergentReturn> Returns;         ///< of the current function, so far
  llvm::SmallVector<DivergentReturn, 4> Blocks; ///< with a predicate, around the current place
  llvm::DenseSet<const Stmt *> Jumps;           ///< out of loops among those, with a predicate
  llvm::DenseSet<const LabelDecl *> MeetingPoints;
};

Place placeOf(const ParsedSide &Device, SourceLocation Loc) {
  const SourceManager &SM = Device.sources();
  Loc = SM.getExpansionLoc(Loc);
  return {Device.pathOf(Loc), SM.getSpellingLineNumber(Loc), SM.getSpellingColumnNumber(Loc)};
}

void Barriers::report(DiagnosticSink &Sink) const {
  for (const FunctionDecl *F : Reach.Functions) {
    for (const BarrierSite &Site : Sites.lookup(F)) {
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
