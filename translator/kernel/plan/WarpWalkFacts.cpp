// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/plan/WarpWalkFacts.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/effects/TakenBranch.h"
#include "analysis/threads/Divergence.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

bool WarpWalkFacts::mark(const Stmt *S) {
  if (!S)
    return false;
  bool Meets = isa<CallExpr>(S) && isBarrierCall(cast<CallExpr>(S));
  bool Found = Meets || All.isExchange(S);
  const Expr *Taken = takenBranch(S, Context);
  forEachEvaluated(S, [&](const Stmt *Part) {
    if (Taken && Part != Taken)
      return;
    Found |= mark(Part);
    Meets |= WithBarrier.contains(Part);
  });
  if (isa<LabelStmt, GotoStmt>(S))
    HasLabels = true;
  if (!FirstStep && All.isStep(S))
    FirstStep = S;
  if (Found)
    WithExchange.insert(S);
  if (Meets)
    WithBarrier.insert(S);
  return Found;
}

bool WarpWalkFacts::isBarrierCall(const CallExpr *Call) const {
  const FunctionDecl *Callee = Call->getDirectCallee();
  return Callee &&
         (isBarrier(Callee) || (Callee->hasBody(Callee) && All.Barriers.hasBarrier(Callee)));
}

bool WarpWalkFacts::has(const Stmt *S) const { return S && WithExchange.contains(S); }

bool WarpWalkFacts::isKnown(const Stmt *E, llvm::ArrayRef<const Stmt *> Counted) const {
  if (!E)
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return isKnownName(Ref, Counted);
  if (const auto *D = dyn_cast<DeclStmt>(E))
    return llvm::all_of(D->decls(), [&](const Decl *One) {
      const auto *V = dyn_cast<VarDecl>(One);
      return V && V->getInit() && isKnown(V->getInit(), Counted);
    });
  // What the body of a function reads is not looked at.
  if (const CallExpr *Call = call(E);
      Call && Call->getDirectCallee() && Call->getDirectCallee()->hasBody())
    return libraryConstant(Call, Context).has_value();
  if (const auto *X = dyn_cast<Expr>(E); X && !isSafeToSpeculate(X, Context))
    return false;
  if (const auto *X = dyn_cast<Expr>(E)) {
    if (std::optional<ThreadId> Id = threadIdOf(X->IgnoreParenImpCasts()))
      return !Id->isThreadIndex();
    if (isa<CXXThisExpr, ArraySubscriptExpr>(X) ||
        (isa<CallExpr>(X) &&
         threadRoleOf(cast<CallExpr>(X)->getDirectCallee()) != ThreadRole::None))
      return false;
    // What is assigned to is a counter.
    if (const auto *M = dyn_cast<MemberExpr>(X); M && M->getType()->isPointerType())
      return false;
  }
  return !anyEvaluated(E, [&](const Stmt *Part) { return !isKnown(Part, Counted); });
}

bool WarpWalkFacts::isKnownName(const DeclRefExpr *Ref,
                                llvm::ArrayRef<const Stmt *> Counted) const {
  if (isa<EnumConstantDecl, FunctionDecl>(Ref->getDecl()))
    return true;
  const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
  if (!V)
    return false;
  if (isWarpSize(Ref) || (V->getType().isConstQualified() && V->hasConstantInitialization() &&
                          V->getType()->isArithmeticType()))
    return true;
  if (!V->hasLocalStorage() || V->getType()->isReferenceType() ||
      deviceStorage(V) != DeviceStorage::None)
    return false;
  auto Found = Changes.find(V);
  bool IsCounter =
      llvm::any_of(Counted, [&](const Stmt *Head) { return Head && declares(Head, V); });
  if (Found != Changes.end())
    for (const VariableChange &C : Found->second)
      if (!IsCounter || C.Kind != ChangeKind::Set ||
          llvm::none_of(Counted, [&](const Stmt *Head) { return isIn(C.At, Head); }))
        return false;
  if (IsCounter || KnownVariables.contains(V))
    return true;
  if (const auto *P = dyn_cast<ParmVarDecl>(V))
    return F->hasAttr<CUDAGlobalAttr>() ? !P->getType()->isRecordType() : All.isKnownParameter(P);
  return V->getInit() && V->getType()->isArithmeticType() && isKnown(V->getInit());
}

bool WarpWalkFacts::isIn(const Stmt *Part, const Stmt *Whole) {
  return Part == Whole ||
         (Whole && anyEvaluated(Whole, [&](const Stmt *S) { return isIn(Part, S); }));
}

bool WarpWalkFacts::isUniform(const Expr *E, Depth At) const {
  return E && !has(E) && ((!At && All.Barriers.isUniform(F, E)) || isKnown(E));
}

bool WarpWalkFacts::hasSplitJump(const Stmt *S, JumpsOut At, bool Splits) const {
  if (!S)
    return false;
  if (isa<ReturnStmt, BreakStmt, ContinueStmt>(S))
    return Splits && isJumpOut(S, At);
  if (isa<GotoStmt, IndirectGotoStmt>(S)) // threads that take it may not reach a later exchange
    return Splits;
  bool Inner = Splits;
  if (const Expr *Condition = isa<Expr>(S) ? nullptr : control::condition(S))
    Inner |= !isUniform(Condition, std::nullopt);
  // Threads that left it, or began its next round, do not reach the jumps after it.
  if (control::isLoop(S) || isa<SwitchStmt>(S))
    Inner |=
        anyEvaluated(S, [&](const Stmt *Part) { return hasSplitJump(Part, JumpsOut::All, Inner); });
  At = jumpsOutOf(S, At);
  return anyEvaluated(S, [&](const Stmt *Part) { return hasSplitJump(Part, At, Inner); });
}

bool WarpWalkFacts::hasJump(const Stmt *S) {
  StmtSet Jumps;
  addJumpsOf(S, Jumps);
  return !Jumps.empty();
}

void WarpWalkFacts::noteVariables(const Stmt *S) {
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *One : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(One); V && V->getInit() &&
                                                  All.Barriers.isUniform(F, V->getInit()) &&
                                                  V->getType()->isArithmeticType())
        KnownVariables.insert(V);
}

const CallExpr *WarpWalkFacts::call(const Stmt *S) { return dyn_cast_or_null<CallExpr>(S); }

} // namespace cu2cl
