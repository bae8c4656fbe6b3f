// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/BarrierPlan.h"
#include "kernel/DeviceFunctions.h"
#include "kernel/FreshName.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace cu2cl {
namespace {

class Planner {
public:
  Planner(DeviceUnit &Unit, const FunctionVersion &V) : Unit(Unit), V(V), F(V.Function) {}

  BarrierPlan plan(const std::vector<BarrierSite> &Sites) {
    for (const BarrierSite &Site : Sites)
      markAncestors(F->getBody(), Site.Call);
    for (const BarrierSite &Site : Sites)
      if (Site.Verdict == BarrierVerdict::AfterDivergentReturn)
        for (const DivergentReturn &R : Site.Returns)
          ReturnIfs.insert(R.If);
    const auto *Body = cast<CompoundStmt>(F->getBody());
    size_t First = 0, Last = 0;
    for (size_t I = 0; I < Body->size(); ++I) {
      const Stmt *S = Body->body_begin()[I];
      if (!First && ReturnIfs.contains(S))
        First = I + 1;
      if (WithBarrier.contains(S))
        Last = I;
    }
    // What decides how often a barrier is met must be the same for the threads that returned.
    std::vector<const Stmt *> Region(Body->body_begin() + First, Body->body_begin() + Last + 1);
    for (const Stmt *S : Region)
      collectControl(S);
    closeControl();
    Plan.Predicate = freshName(Unit, V, "active");
    Plan.Returns[Body->body_begin()[First - 1]] = true;
    for (const Stmt *S : Region)
      addStatement(S);
    if (Last + 1 < Body->size())
      Plan.Last = Body->body_begin()[Last];
    return Failed ? BarrierPlan() : Plan;
  }

private:
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

  void collectVariables(const Stmt *S) {
    if (!S)
      return;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()); V && V->isLocalVarDecl())
        Control.insert(V);
    for (const Stmt *C : S->children())
      collectVariables(C);
  }

  /// Variables in the conditions around barriers.
  void collectControl(const Stmt *S) {
    if (!S || !WithBarrier.contains(S))
      return;
    if (const auto *For = dyn_cast<ForStmt>(S)) {
      collectVariables(For->getInit());
      collectVariables(For->getCond());
      collectVariables(For->getInc());
    } else if (const auto *While = dyn_cast<WhileStmt>(S)) {
      collectVariables(While->getCond());
    } else if (const auto *Do = dyn_cast<DoStmt>(S)) {
      collectVariables(Do->getCond());
    } else if (const auto *If = dyn_cast<IfStmt>(S)) {
      collectVariables(If->getCond());
    }
    for (const Stmt *C : S->children())
      collectControl(C);
  }

  /// And the variables that those are computed from.
  void closeControl() {
    size_t Before;
    do {
      Before = Control.size();
      addSources(F->getBody());
    } while (Control.size() != Before);
  }

  void addSources(const Stmt *S) {
    if (!S)
      return;
    if (const auto *D = dyn_cast<DeclStmt>(S))
      for (const Decl *One : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(One); V && Control.contains(V))
          collectVariables(V->getInit());
    if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
      if (assigns(B->getLHS()))
        collectVariables(B->getRHS());
    for (const Stmt *C : S->children())
      addSources(C);
  }

  bool assigns(const Expr *Target) const {
    const auto *Ref = dyn_cast<DeclRefExpr>(Target->IgnoreParenImpCasts());
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return V && Control.contains(V);
  }

  /// True if \p S changes a variable that decides about barriers.
  bool changesControl(const Stmt *S) const {
    if (!S)
      return false;
    if (const auto *B = dyn_cast<BinaryOperator>(S))
      if (B->isAssignmentOp() && assigns(B->getLHS()))
        return true;
    if (const auto *U = dyn_cast<UnaryOperator>(S))
      if ((U->isIncrementDecrementOp() || U->getOpcode() == UO_AddrOf) && assigns(U->getSubExpr()))
        return true;
    return llvm::any_of(S->children(), [&](const Stmt *C) { return changesControl(C); });
  }

  /// True if a thread that returned may evaluate \p S too: no memory, no division, nothing of the
  /// user's.
  bool isHarmless(const Stmt *S) const {
    if (!S)
      return true;
    if (isa<ArraySubscriptExpr, CXXNewExpr, CXXConstructExpr>(S))
      return isa<CXXConstructExpr>(S) && childrenHarmless(S);
    if (const auto *M = dyn_cast<MemberExpr>(S); M && M->isArrow())
      return false;
    if (const auto *U = dyn_cast<UnaryOperator>(S); U && U->getOpcode() == UO_Deref)
      return false;
    if (const auto *B = dyn_cast<BinaryOperator>(S);
        B &&
        (B->getOpcode() == BO_Div || B->getOpcode() == BO_Rem || B->getOpcode() == BO_DivAssign ||
         B->getOpcode() == BO_RemAssign) &&
        B->getType()->isIntegerType()) {
      Expr::EvalResult Value;
      if (!B->getRHS()->EvaluateAsInt(Value, Unit.context()) || Value.Val.getInt() == 0)
        return false;
    }
    if (const auto *Call = dyn_cast<CallExpr>(S))
      if (!deviceFunctionOf(Unit, Call) || !Call->getType()->isArithmeticType() ||
          llvm::any_of(Call->arguments(),
                       [](const Expr *A) { return A->getType()->isPointerType(); }))
        return false;
    return childrenHarmless(S);
  }

  bool childrenHarmless(const Stmt *S) const {
    return llvm::all_of(S->children(), [&](const Stmt *C) { return isHarmless(C); });
  }

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
      for (const Decl *One : D->decls()) {
        const auto *V = dyn_cast<VarDecl>(One);
        if (!V || !V->getInit() || V->isStaticLocal() || isHarmless(V->getInit()))
          continue;
        if (Control.contains(V) || V->getType()->isReferenceType() || !canBeZero(V->getType()))
          return refuse(S);
        Plan.GuardedInits.insert(V);
      }
      return;
    }
    if (isa<NullStmt>(S))
      return;
    if (changesControl(S)) {
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

  static bool canBeZero(QualType T) { return T->isScalarType(); }

  /// A barrier, or a statement around one.
  void addWithBarrier(const Stmt *S) {
    if (const auto *For = dyn_cast<ForStmt>(S))
      return addList(For->getBody());
    if (const auto *While = dyn_cast<WhileStmt>(S))
      return addList(While->getBody());
    if (const auto *Do = dyn_cast<DoStmt>(S))
      return addList(Do->getBody());
    if (const auto *If = dyn_cast<IfStmt>(S)) {
      addList(If->getThen());
      return addList(If->getElse());
    }
    if (isa<CompoundStmt, AttributedStmt>(S))
      return isa<CompoundStmt>(S) ? addList(S)
                                  : addStatement(cast<AttributedStmt>(S)->getSubStmt());
    const auto *Call = dyn_cast<CallExpr>(S);
    if (!Call || Call->getNumArgs() != 0)
      refuse(S);
  }

  DeviceUnit &Unit;
  const FunctionVersion &V;
  const FunctionDecl *F;
  BarrierPlan Plan;
  llvm::DenseSet<const Stmt *> WithBarrier, ReturnIfs;
  llvm::DenseSet<const VarDecl *> Control;
  bool Failed = false;
};

} // namespace

BarrierPlan planBarriers(DeviceUnit &Unit, const BarrierMap &Barriers, const FunctionVersion &V) {
  const FunctionDecl *F = V.Function;
  std::vector<BarrierSite> Sites = Barriers.sites(F);
  bool Any = false;
  for (const BarrierSite &Site : Sites) {
    if (Site.Verdict == BarrierVerdict::AfterDivergentReturn && !Site.Lowerable)
      return BarrierPlan(); // reported by the analysis
    Any |= Site.Verdict == BarrierVerdict::AfterDivergentReturn;
  }
  if (!Any || !isa<CompoundStmt>(F->getBody()))
    return BarrierPlan();
  return Planner(Unit, V).plan(Sites);
}

} // namespace cu2cl
