// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/Barriers.h"
#include "analysis/DeviceReach.h"
#include "analysis/Divergence.h"
#include "analysis/WarpRegions.h"
#include "frontend/ParsedUnit.h"
#include "report/Diagnostics.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {
namespace {

/// A __syncthreads form: a barrier of the whole block.
bool isBarrierCall(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  return F && F->getIdentifier() && !F->hasBody() &&
         llvm::is_contained(
             {"__syncthreads", "__syncthreads_count", "__syncthreads_and", "__syncthreads_or"},
             F->getName());
}

/// Where a statement stands: what decided that control came here.
struct Surroundings {
  const Expr *DivergentCondition = nullptr; ///< of a branch or loop around it
  bool InBranch = false;                    ///< inside an if or switch, not only loops
};

class Barriers : public BarrierMap {
public:
  Barriers(const ParsedSide &Device, const DeviceReach &Reach)
      : Device(Device), Reach(Reach), Differs(Reach) {
    for (const FunctionDecl *F : Reach.CalleesFirst) {
      findSites(F);
      Regions[F] =
          findWarpRegions(F, Differs, [this](const Stmt *S) { return containsBarrier(S); });
    }
    for (const FunctionDecl *F : Reach.CalleesFirst)
      for (WarpRegion &Region : Regions[F]) {
        if (!Region.If)
          Region.CanInsertBarriers = Region.Plain && allCallsSelectOneWarp(F);
        else if (hasDivergentReturn(F->getBody()))
          Region.CanInsertBarriers = false;
      }
  }

  std::vector<BarrierSite> sites(const FunctionDecl *F) const override { return Sites.lookup(F); }
  bool hasBarrier(const FunctionDecl *F) const override { return !Sites.lookup(F).empty(); }
  std::vector<WarpRegion> warpRegions(const FunctionDecl *F) const override {
    return Regions.lookup(F);
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
    visit(F->getBody(), {}, /*TopLevel=*/true);
  }

  /// Some threads of \p S's function return before others.
  bool hasDivergentReturn(const Stmt *S, bool Divergent = false) const {
    if (!S)
      return false;
    if (Divergent && isa<ReturnStmt>(S))
      return true;
    Divergent |= Divergence::condition(S) && Differs.isDivergent(Divergence::condition(S));
    return llvm::any_of(S->children(),
                        [&](const Stmt *Child) { return hasDivergentReturn(Child, Divergent); });
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

  bool standsAloneInUniformIf(const FunctionDecl *Caller, const Stmt *S, const Expr *Call) const {
    if (!S)
      return false;
    if (auto *If = dyn_cast<IfStmt>(S); If && !If->getElse()) {
      const Stmt *Then = If->getThen();
      if (auto *Block = dyn_cast<CompoundStmt>(Then); Block && Block->size() == 1)
        Then = Block->body_front();
      if (Then == Call)
        return inUniformControlFlow(Caller, If);
    }
    return llvm::any_of(S->children(), [&](const Stmt *Child) {
      return standsAloneInUniformIf(Caller, Child, Call);
    });
  }

  bool containsBarrier(const Stmt *S) const {
    if (!S)
      return false;
    if (auto *Call = dyn_cast<CallExpr>(S))
      if (isBarrierCall(Call) || callsBarrier(Call))
        return true;
    return llvm::any_of(S->children(), [&](const Stmt *Child) { return containsBarrier(Child); });
  }

  /// Callees are visited first, so their sites are known.
  bool callsBarrier(const CallExpr *Call) const {
    const FunctionDecl *F = Call->getDirectCallee();
    return F && F->hasBody(F) && hasBarrier(F);
  }

  void addSite(const CallExpr *Call, const Surroundings &Around) {
    BarrierSite Site;
    Site.In = Current;
    Site.Call = Call;
    Site.Direct = isBarrierCall(Call);
    if (Around.DivergentCondition) {
      Site.Verdict = BarrierVerdict::Divergent;
      Site.Cause = Around.DivergentCondition->getBeginLoc();
    } else if (!Returns.empty()) {
      Site.Verdict = BarrierVerdict::AfterDivergentReturn;
      Site.Returns = Returns;
      Site.Cause = Returns.front().Return->getBeginLoc();
      // In a function the caller's code after the call would have to know who returned.
      Site.Lowerable =
          Site.Direct && Current->hasAttr<CUDAGlobalAttr>() &&
          llvm::all_of(Returns, [](const DivergentReturn &R) { return R.If != nullptr; });
    }
    Sites[Current].push_back(std::move(Site));
  }

  /// `if (Condition) return;`, also with braces, without else.
  static const ReturnStmt *plainReturn(const IfStmt *If) {
    const Stmt *Then = If->getThen();
    if (auto *Block = dyn_cast<CompoundStmt>(Then); Block && Block->size() == 1)
      Then = Block->body_front();
    auto *Return = dyn_cast<ReturnStmt>(Then);
    return Return && !Return->getRetValue() && !If->getElse() ? Return : nullptr;
  }

  void visit(const Stmt *S, Surroundings Around, bool TopLevel) {
    if (!S)
      return;
    if (Around.DivergentCondition)
      DivergentPlaces[Current].insert(S);
    if (auto *Call = dyn_cast<CallExpr>(S); Call && (isBarrierCall(Call) || callsBarrier(Call)))
      addSite(Call, Around);
    if (auto *Return = dyn_cast<ReturnStmt>(S);
        Return && Around.DivergentCondition &&
        llvm::none_of(Returns, [&](const DivergentReturn &R) { return R.Return == Return; }))
      Returns.push_back({Return, nullptr});
    if (auto *If = dyn_cast<IfStmt>(S); If && TopLevel && Differs.isDivergent(If->getCond()))
      if (const ReturnStmt *Return = plainReturn(If))
        Returns.push_back({Return, If});
    const Expr *Condition = Divergence::condition(S);
    if (!Around.DivergentCondition && Condition && Differs.isDivergent(Condition))
      Around.DivergentCondition = Condition;
    bool Loop = isa<WhileStmt, DoStmt, ForStmt, CXXForRangeStmt>(S);
    if (Loop && !Around.DivergentCondition && Differs.hasDivergentExit(S)) {
      // A return in the loop stops some threads before the barrier of the next round.
      collectReturns(S, Differs);
      if (hasDivergentJump(S))
        Around.DivergentCondition = Condition ? Condition : dyn_cast<Expr>(*S->child_begin());
    }
    bool InnerTop = TopLevel && isa<CompoundStmt>(S);
    for (const Stmt *Child : S->children())
      visit(Child, Around, InnerTop);
  }

  /// Returns under a divergent condition anywhere in \p S.
  void collectReturns(const Stmt *S, const Divergence &D, bool Divergent = false) {
    if (!S)
      return;
    if (auto *Return = dyn_cast<ReturnStmt>(S); Return && Divergent)
      if (llvm::none_of(Returns, [&](const DivergentReturn &R) { return R.Return == Return; }))
        Returns.push_back({Return, nullptr});
    Divergent |= Divergence::condition(S) && D.isDivergent(Divergence::condition(S));
    for (const Stmt *Child : S->children())
      collectReturns(Child, D, Divergent);
  }

  /// A break, continue or goto under a divergent condition: then rounds differ between threads that
  /// go on.
  bool hasDivergentJump(const Stmt *S, bool Divergent = false) const {
    if (!S)
      return false;
    if (Divergent && isa<BreakStmt, ContinueStmt, GotoStmt>(S))
      return true;
    Divergent |= Divergence::condition(S) && Differs.isDivergent(Divergence::condition(S));
    return llvm::any_of(S->children(),
                        [&](const Stmt *Child) { return hasDivergentJump(Child, Divergent); });
  }

  const ParsedSide &Device;
  const DeviceReach &Reach;
  Divergence Differs;
  llvm::DenseMap<const FunctionDecl *, std::vector<BarrierSite>> Sites;
  llvm::DenseMap<const FunctionDecl *, std::vector<WarpRegion>> Regions;
  llvm::DenseMap<const FunctionDecl *, llvm::DenseSet<const Stmt *>> DivergentPlaces;
  const FunctionDecl *Current = nullptr;
  std::vector<DivergentReturn> Returns; ///< of the current function, so far
};

Place placeOf(const ParsedSide &Device, SourceLocation Loc) {
  const SourceManager &SM = Device.sources();
  Loc = SM.getExpansionLoc(Loc);
  return {Device.pathOf(Loc), SM.getSpellingLineNumber(Loc), SM.getSpellingColumnNumber(Loc)};
}

void Barriers::report(DiagnosticSink &Sink) const {
  for (const FunctionDecl *F : Reach.Functions) {
    for (const BarrierSite &Site : Sites.lookup(F)) {
      Place Where = placeOf(Device, Site.Call->getBeginLoc());
      Place Cause = Site.Cause.isValid() ? placeOf(Device, Site.Cause) : Place();
      if (Site.Verdict == BarrierVerdict::Divergent)
        Sink.report({2030, Where, {std::to_string(Cause.Line)}, {Cause}});
      else if (Site.Verdict == BarrierVerdict::AfterDivergentReturn && !Site.Lowerable)
        Sink.report({2031, Where, {std::to_string(Cause.Line)}, {Cause}});
    }
    for (const WarpRegion &Region : Regions.lookup(F))
      if (!Region.CanInsertBarriers)
        Sink.report({2032, placeOf(Device, Region.Body->getBeginLoc()), {}, {}});
    for (const Stmt *Loop : findSpinLoops(F))
      Sink.report({2033, placeOf(Device, Loop->getBeginLoc()), {}, {}});
  }
}

} // namespace

std::unique_ptr<BarrierMap> analyseBarriers(const ParsedSide &Device, const DeviceReach &Reach,
                                            DiagnosticSink &Sink) {
  auto Map = std::make_unique<Barriers>(Device, Reach);
  Map->report(Sink);
  return Map;
}

} // namespace cu2cl
