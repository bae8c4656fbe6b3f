// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/barriers/BarrierSites.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/effects/TakenBranch.h"
#include "analysis/threads/LoopExits.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {

/// A __syncthreads form: a barrier of the whole block.
static bool isBarrierCall(const CallExpr *Call) { return isBarrier(Call->getDirectCallee()); }

bool BarrierSites::hasBarrier(const FunctionDecl *F) const { return !Sites.lookup(F).empty(); }

bool BarrierSites::inUniformControlFlow(const FunctionDecl *F, const Stmt *S) const {
  return !DivergentPlaces.lookup(F).contains(S);
}

void BarrierSites::findSites(const FunctionDecl *F) {
  Returns.clear();
  Current = F;
  MeetingPoints = control::meetingPoints(F);
  collectReturns(F->getBody(), /*Backward=*/true, false);
  if (auto *Constructor = dyn_cast<CXXConstructorDecl>(F))
    for (const CXXCtorInitializer *Init : Constructor->inits())
      visit(Init->getInit(), {}, /*TopLevel=*/false);
  visit(F->getBody(), {}, /*TopLevel=*/true);
}

bool BarrierSites::hasDivergentReturn(const Stmt *S, bool Divergent) const {
  if (Divergent && isa<ReturnStmt, GotoStmt>(S))
    return true;
  Divergent |= splits(S);
  return anyEvaluated(S, [&](const Stmt *Child) { return hasDivergentReturn(Child, Divergent); });
}

bool BarrierSites::containsBarrier(const Stmt *S) const {
  if (!S)
    return false;
  if (isBarrier(S))
    return true;
  if (const Expr *Taken = takenBranch(S, Current->getASTContext()))
    return containsBarrier(Taken);
  return anyEvaluated(S, [&](const Stmt *Child) { return containsBarrier(Child); });
}

bool BarrierSites::ordersWarp(const Stmt *S) const {
  const auto *Call = dyn_cast_or_null<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (Callee && (isWarpBarrier(Callee) || (Callee->hasBody(Callee) && OrderWarps.contains(Callee))))
    return true;
  return S && anyEvaluated(S, [&](const Stmt *Child) { return ordersWarp(Child); });
}

bool BarrierSites::exchangesInWarp(const Stmt *S) const {
  const auto *Call = dyn_cast_or_null<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (Callee && (threadRoleOf(Callee) == ThreadRole::Warp ||
                 (Callee->hasBody(Callee) && ExchangeInWarps.contains(Callee))))
    return true;
  return S && anyEvaluated(S, [&](const Stmt *Child) { return exchangesInWarp(Child); });
}

bool BarrierSites::splits(const Stmt *S) const {
  return (control::condition(S) && Differs.isDivergent(control::condition(S))) ||
         Differs.hasDivergentExit(S);
}

bool BarrierSites::isBarrier(const Stmt *S) const {
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

void BarrierSites::addSite(const Expr *Call, const Surroundings &Around) {
  BarrierSite Site;
  Site.In = Current;
  Site.Call = Call;
  Site.Direct = isa<CallExpr>(Call) && isBarrierCall(cast<CallExpr>(Call));
  // In a function the caller's code after the call would have to know who returned.
  bool Lowerable = (Site.Direct || exchangesInWarp(Call)) && Current->hasAttr<CUDAGlobalAttr>() &&
                   llvm::all_of(Returns, [](const DivergentReturn &R) { return R.If; });
  const Expr *Condition = Around.DivergentCondition;
  if (!Condition && Around.Predicated && !Lowerable)
    Condition = control::condition(Around.Predicated);
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

std::vector<const Stmt *> BarrierSites::returnsOf(const IfStmt *If) const {
  std::vector<const Stmt *> Found;
  bool Last = findLastReturns(If, Found);
  return Last && !containsBarrier(If) ? Found : std::vector<const Stmt *>();
}

const Stmt *BarrierSites::predicableBlock(const Stmt *S) const {
  const Stmt *Found = nullptr;
  for (const Stmt *Block : Differs.hasDivergentExit(S) ? control::leftBlocks(Current, S)
                                                       : control::closedBlocks(Current, S))
    Found = !Found && containsBarrier(Block) ? Block : Found;
  bool Elsewhere =
      anyEvaluated(S, [&](const Stmt *Part) { return Part != Found && containsBarrier(Part); });
  return Elsewhere ? nullptr : Found;
}

void BarrierSites::visitPredicated(const Stmt *S, const Stmt *Block, const Surroundings &Around) {
  const Expr *Condition = control::condition(S);
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

void BarrierSites::addReturn(const Stmt *Return, const IfStmt *If) {
  if (llvm::none_of(Returns, [&](const DivergentReturn &R) { return R.Return == Return; }))
    Returns.push_back({Return, If});
}

void BarrierSites::meet(const LabelDecl *Label) {
  if (MeetingPoints.contains(Label))
    llvm::erase_if(Returns, [&](const DivergentReturn &R) {
      auto *Goto = dyn_cast<GotoStmt>(R.Return);
      return Goto && Goto->getLabel() == Label &&
             control::jumpsForward(Goto, Current->getASTContext());
    });
}

void BarrierSites::visit(const Stmt *S, Surroundings Around, bool TopLevel) {
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
  bool IsLeft = control::isLoop(S) && Differs.hasDivergentExit(S);
  if (!Around.DivergentCondition && (IsLeft || Differs.isDivergent(control::condition(S))))
    if (const Stmt *Block = predicableBlock(S))
      return visitPredicated(S, Block, Around);
  const Expr *Condition = control::condition(S);
  Surroundings Inside = Around;
  if (!Inside.DivergentCondition && Condition && Differs.isDivergent(Condition))
    Inside.DivergentCondition = Condition;
  bool Loop = control::isLoop(S);
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

const Expr *BarrierSites::firstExpression(const Stmt *S) {
  if (auto *E = dyn_cast<Expr>(S))
    return E;
  const Expr *Found = nullptr;
  forEachEvaluated(S, [&](const Stmt *Child) { Found = Found ? Found : firstExpression(Child); });
  return Found;
}

void BarrierSites::collectReturns(const Stmt *S, bool Backward, bool Divergent) {
  auto *Goto = dyn_cast<GotoStmt>(S);
  if (Divergent && (Goto || isa<ReturnStmt>(S)))
    if (!Backward || (Goto && !control::jumpsForward(Goto, Current->getASTContext())))
      addReturn(S, nullptr);
  Divergent |= splits(S);
  forEachEvaluated(S, [&](const Stmt *Child) { collectReturns(Child, Backward, Divergent); });
}

bool BarrierSites::hasDivergentJump(const Stmt *S, bool Divergent) const {
  if (Divergent && isa<BreakStmt, ContinueStmt, GotoStmt>(S))
    return true;
  Divergent |= control::condition(S) && Differs.isDivergent(control::condition(S));
  return anyEvaluated(S, [&](const Stmt *Child) { return hasDivergentJump(Child, Divergent); });
}

} // namespace cu2cl
