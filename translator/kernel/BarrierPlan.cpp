// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/BarrierPlan.h"
#include "analysis/DeviceReach.h"
#include "analysis/Divergence.h"
#include "analysis/Evaluation.h"
#include "kernel/Constructors.h"
#include "kernel/ControlVariables.h"
#include "kernel/Destructors.h"
#include "kernel/FreshName.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cu2cl {
namespace {

class Planner {
public:
  Planner(DeviceUnit &Unit, const BarrierMap &Barriers, const FunctionVersion &V)
      : Unit(Unit), Barriers(Barriers), V(V), F(V.Function), Control(F) {}

  BarrierPlan plan(const std::vector<BarrierSite> &Sites) {
    for (const BarrierSite &Site : Sites)
      markAncestors(F->getBody(), Site.Call);
    llvm::DenseSet<const Stmt *> Blocks;
    for (const BarrierSite &Site : Sites)
      if (Site.Verdict == BarrierVerdict::AfterDivergentReturn)
        for (const DivergentReturn &R : Site.Returns)
          R.Block ? Blocks.insert(R.Block) : ReturnIfs.insert(R.If);
    Plan.Predicate = freshName(Unit, V, "active");
    if (ReturnIfs.empty())
      planBlocks(Blocks);
    else if (Blocks.empty())
      planReturns();
    else
      refuse(*Blocks.begin()); // would need a predicate of its own
    return Failed ? BarrierPlan() : Plan;
  }

private:
  void planReturns() {
    const auto *Body = cast<CompoundStmt>(F->getBody());
    size_t First = 0, Last = 0;
    for (size_t I = 0; I < Body->size(); ++I) {
      const Stmt *S = Body->body_begin()[I];
      if (!First && ReturnIfs.contains(S))
        First = I + 1;
      if (WithBarrier.contains(S))
        Last = I;
    }
    refuseLabels(Body, Last);
    addRegion({Body->body_begin() + First, Body->body_begin() + Last + 1}, nullptr);
    Plan.Returns[Body->body_begin()[First - 1]] = true;
    if (Last + 1 < Body->size())
      Plan.Last = Body->body_begin()[Last];
  }

  void planBlocks(const llvm::DenseSet<const Stmt *> &Blocks) {
    bool First = true;
    for (const Stmt *S : cast<CompoundStmt>(F->getBody())->body()) {
      if (!Blocks.contains(S))
        continue;
      const CompoundStmt *Block = Divergence::closedBlock(F, S);
      Control = ControlVariables(F);
      addRegion({Block->body_begin(), Block->body_end()}, isa<IfStmt>(S) ? nullptr : S);
      if (!isa<IfStmt>(S))
        Plan.Votes.insert(Divergence::condition(S));
      // All threads count in the loops of the block, and in the block if it is one, but only some
      // were to change what counts.
      auto *For = dyn_cast<ForStmt>(S);
      if (For && For->getInc()) {
        addControl(For->getInc());
        Control.add(For->getInc());
        if (const Stmt *Escape = Control.escape())
          refuse(Escape);
      }
      for (const VarDecl *Var : Control.changedBy(S))
        if (!declares(S, Var) && isReadBehind(S, Var))
          refuse(S);
      Plan.Blocks[S] = First;
      First = false;
    }
  }

  static bool declares(const Stmt *S, const VarDecl *Var) {
    if (const auto *D = dyn_cast<DeclStmt>(S))
      return llvm::is_contained(D->decls(), Var);
    return anyEvaluated(S, [&](const Stmt *Part) { return declares(Part, Var); });
  }

  static bool names(const Stmt *S, const VarDecl *Var) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      return Ref->getDecl() == Var;
    return anyEvaluated(S, [&](const Stmt *Part) { return names(Part, Var); });
  }

  /// Whether \p Var may be read behind \p Block, a statement of the body, before all threads set it:
  /// `for (Var = 0; ...`. (Beside labels such a variable counts as different: see findCounters.)
  bool isReadBehind(const Stmt *Block, const VarDecl *Var) const {
    const auto *Body = cast<CompoundStmt>(F->getBody());
    for (auto It = std::next(llvm::find(Body->body(), Block)); It != Body->body_end(); ++It) {
      const Stmt *S = *It;
      const auto *For = dyn_cast<ForStmt>(S);
      const auto *Set = dyn_cast_or_null<BinaryOperator>(For ? For->getInit() : S);
      if (Set && Set->getOpcode() == BO_Assign && names(Set->getLHS(), Var) &&
          isa<DeclRefExpr>(Set->getLHS()))
        return names(Set->getRHS(), Var);
      if (names(S, Var))
        return true;
    }
    return false;
  }

  /// The statements of \p Region, the body of \p Loop if that is not null, run under the predicate.
  void addRegion(llvm::ArrayRef<const Stmt *> Region, const Stmt *Loop) {
    size_t Before;
    do {
      Before = WithBarrier.size();
      for (const Stmt *S : Region)
        markJumps(S, Loop, Loop);
    } while (WithBarrier.size() != Before);
    // What decides how often a barrier is met must be the same for the threads that returned.
    for (const Stmt *S : Region)
      collectControl(S);
    Control.close();
    if (const Stmt *Escape = Control.escape())
      refuse(Escape);
    for (const Stmt *S : Region)
      addStatement(S);
  }

  bool markAncestors(const Stmt *S, const Stmt *Target) {
    if (!S)
      return false;
    bool Found = S == Target;
    for (const Stmt *C : S->children())
      Found |= markAncestors(C, Target);
    if (Found)
      WithBarrier.insert(S);
    return Found;
  }

  /// A break, continue or return that leaves a statement around a barrier is for all threads, and
  /// so is what stands around it. \p Loop and \p Broken are what a continue and a break leave.
  bool markJumps(const Stmt *S, const Stmt *Loop, const Stmt *Broken) {
    if (ReturnIfs.contains(S))
      return false;
    bool Found = isa<ReturnStmt>(S) || (isa<BreakStmt>(S) && WithBarrier.contains(Broken)) ||
                 (isa<ContinueStmt>(S) && WithBarrier.contains(Loop));
    bool IsLoop = isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
    const Stmt *InnerLoop = IsLoop ? S : Loop;
    const Stmt *InnerBroken = IsLoop || isa<SwitchStmt>(S) ? S : Broken;
    forEachEvaluated(S, [&](const Stmt *C) { Found |= markJumps(C, InnerLoop, InnerBroken); });
    if (Found)
      WithBarrier.insert(S);
    return Found;
  }

  /// No goto may lead into or out of the statements of \p Body up to \p Last.
  void refuseLabels(const CompoundStmt *Body, size_t Last) {
    llvm::DenseSet<const LabelDecl *> Inside;
    for (size_t I = 0; I <= Last; ++I)
      forEachLabel(Body->body_begin()[I], [&](const Stmt *S) {
        if (const auto *Label = dyn_cast<LabelStmt>(S))
          Inside.insert(Label->getDecl());
        else
          refuse(S);
      });
    for (size_t I = Last + 1; I < Body->size(); ++I)
      forEachLabel(Body->body_begin()[I], [&](const Stmt *S) {
        if (const auto *Goto = dyn_cast<GotoStmt>(S); Goto && Inside.contains(Goto->getLabel()))
          refuse(S);
      });
  }

  /// Labels and gotos in \p S.
  static void forEachLabel(const Stmt *S, llvm::function_ref<void(const Stmt *)> Do) {
    if (isa<LabelStmt, GotoStmt>(S))
      Do(S);
    forEachEvaluated(S, [&](const Stmt *C) { forEachLabel(C, Do); });
  }

  /// Variables in the conditions around barriers.
  void collectControl(const Stmt *S) {
    if (!WithBarrier.contains(S))
      return;
    if (const auto *For = dyn_cast<ForStmt>(S)) {
      Control.add(For->getInit());
      Control.add(For->getInc());
    }
    if (const Expr *Condition = conditionOf(S))
      Control.add(Condition);
    for (const Stmt *C : S->children())
      if (C)
        collectControl(C);
  }

  static const Expr *conditionOf(const Stmt *S) {
    if (const auto *For = dyn_cast<ForStmt>(S))
      return For->getCond();
    if (const auto *While = dyn_cast<WhileStmt>(S))
      return While->getCond();
    if (const auto *Do = dyn_cast<DoStmt>(S))
      return Do->getCond();
    if (const auto *If = dyn_cast<IfStmt>(S))
      return If->getCond();
    return nullptr;
  }

  bool isHarmless(const Stmt *S) const { return cu2cl::isHarmless(S, Unit.context()); }

  void refuse(const Stmt *S) {
    if (!Failed)
      Unit.report(2059, S->getBeginLoc());
    Failed = true;
  }

  void addList(const Stmt *S) {
    if (const auto *Block = dyn_cast_or_null<CompoundStmt>(S)) {
      for (const Stmt *C : Block->body())
        addStatement(C);
      return;
    }
    if (S)
      addStatement(S);
  }

  void addStatement(const Stmt *S) {
    if (WithBarrier.contains(S))
      return addWithBarrier(S);
    if (ReturnIfs.contains(S)) {
      Plan.Returns[S] = false;
      return;
    }
    if (const auto *D = dyn_cast<DeclStmt>(S)) {
      for (const Decl *One : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(One))
          addVariable(D, V);
      return;
    }
    if (isa<NullStmt>(S))
      return;
    if (Control.areChangedBy(S)) {
      if (!isa<Expr>(S) || !isHarmless(S))
        refuse(S);
      return; // all threads do it
    }
    if (const auto *A = dyn_cast<AttributedStmt>(S))
      return guardLoop(A);
    Plan.Guarded.insert(S);
  }

  /// `#pragma unroll` wants its loop behind it: the loop's condition is guarded.
  void guardLoop(const AttributedStmt *S) {
    const auto *For = dyn_cast<ForStmt>(S->getSubStmt());
    const auto *While = dyn_cast<WhileStmt>(S->getSubStmt());
    if (While && !While->getConditionVariable())
      Plan.GuardedConditions.insert(While->getCond());
    else if (For && For->getCond() && !For->getConditionVariable() && isHarmless(For->getInit()))
      Plan.GuardedConditions.insert(For->getCond());
    else
      refuse(S);
  }

  /// Something that ends with the declaration, and was not made where the predicate is false.
  static bool makesTemporary(const Stmt *S) {
    const auto *Made = dyn_cast<CXXBindTemporaryExpr>(S);
    return (Made && !hasNoDestructor(Made->getType())) || anyEvaluated(S, makesTemporary);
  }

  void addVariable(const DeclStmt *S, const VarDecl *V) {
    if (V->isStaticLocal() || deviceStorage(V) != DeviceStorage::None)
      return;
    if (!hasNoDestructor(V->getType()))
      return refuse(S);
    const Expr *Init = V->getInit();
    const auto *Construct = dyn_cast_or_null<CXXConstructExpr>(Init);
    if (!Init || isHarmless(Init) || (Construct && doesNothing(Construct->getConstructor())))
      return;
    bool CanBeZero = V->getType()->isScalarType() && !makesTemporary(Init);
    if (Control.contains(V) || Control.areChangedBy(Init) || !CanBeZero)
      return refuse(S);
    Plan.GuardedInits.insert(V);
  }

  /// \p S, a condition or part of a for around a barrier, is for all threads.
  void addControl(const Stmt *S) {
    if (!S)
      return;
    if (WithBarrier.contains(S) || !isHarmless(S))
      refuse(S);
  }

  void addCondition(const Expr *E) {
    addControl(E);
    if (E && !Barriers.isUniform(F, E))
      refuse(E);
  }

  void addIf(const IfStmt *If) {
    if (If->getInit() || If->getConditionVariable())
      return refuse(If);
    addCondition(If->getCond());
    addList(If->getThen());
    addList(If->getElse());
    if (!If->getElse() || isa<CompoundStmt>(If->getThen()))
      return;
    // The else would go to the "if (active)" before it.
    if (Plan.Guarded.contains(If->getThen()))
      Plan.Braced.insert(If);
    else if (Plan.Guarded.contains(lastOf(If->getThen())))
      refuse(If);
  }

  /// The statement that \p S ends with.
  static const Stmt *lastOf(const Stmt *S) {
    while (true) {
      if (const auto *For = dyn_cast<ForStmt>(S))
        S = For->getBody();
      else if (const auto *While = dyn_cast<WhileStmt>(S))
        S = While->getBody();
      else if (const auto *If = dyn_cast<IfStmt>(S))
        S = If->getElse() ? If->getElse() : If->getThen();
      else if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
        S = Attributed->getSubStmt();
      else
        return S;
    }
  }

  /// A barrier, a jump out of a statement around one, or a statement around one of these.
  void addWithBarrier(const Stmt *S) {
    if (const auto *For = dyn_cast<ForStmt>(S)) {
      if (For->getConditionVariable())
        return refuse(S);
      addControl(For->getInit());
      addCondition(For->getCond());
      addControl(For->getInc());
      return addList(For->getBody());
    }
    if (const auto *While = dyn_cast<WhileStmt>(S)) {
      if (While->getConditionVariable())
        return refuse(S);
      addCondition(While->getCond());
      return addList(While->getBody());
    }
    if (const auto *Do = dyn_cast<DoStmt>(S)) {
      addCondition(Do->getCond());
      return addList(Do->getBody());
    }
    if (const auto *If = dyn_cast<IfStmt>(S))
      return addIf(If);
    if (isa<CompoundStmt, AttributedStmt>(S))
      return isa<CompoundStmt>(S) ? addList(S)
                                  : addStatement(cast<AttributedStmt>(S)->getSubStmt());
    if (isa<ReturnStmt, BreakStmt, ContinueStmt>(S))
      return;
    const auto *Call = dyn_cast<CallExpr>(S);
    if (!Call || Call->getNumArgs() != 0)
      refuse(S);
  }

  DeviceUnit &Unit;
  const BarrierMap &Barriers;
  const FunctionVersion &V;
  const FunctionDecl *F;
  BarrierPlan Plan;
  llvm::DenseSet<const Stmt *> WithBarrier, ReturnIfs;
  ControlVariables Control;
  bool Failed = false;
};

} // namespace

BarrierPlan planBarriers(DeviceUnit &Unit, const BarrierMap &Barriers, const FunctionVersion &V) {
  const FunctionDecl *F = V.Function;
  std::vector<BarrierSite> Sites = Barriers.sites(F);
  bool Any = false;
  for (const BarrierSite &Site : Sites) {
    if (Site.Verdict == BarrierVerdict::Divergent ||
        (Site.Verdict == BarrierVerdict::AfterDivergentReturn && !Site.Lowerable))
      return BarrierPlan(); // reported by the analysis
    Any |= Site.Verdict == BarrierVerdict::AfterDivergentReturn;
  }
  if (!Any || !isa<CompoundStmt>(F->getBody()))
    return BarrierPlan();
  return Planner(Unit, Barriers, V).plan(Sites);
}

} // namespace cu2cl
