// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/plan/WarpWalk.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Evaluation.h"
#include "kernel/plan/WarpWalkPlanner.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

bool isWarpFunction(const CallExpr *Call) {
  return Call->getDirectCallee() && threadRoleOf(Call->getDirectCallee()) == ThreadRole::Warp;
}

bool WarpWalks::isExchange(const Stmt *S) const {
  if (const auto *Construct = dyn_cast_or_null<CXXConstructExpr>(S))
    return exchanges(Construct->getConstructor());
  if (isStep(S))
    return true;
  const auto *Call = dyn_cast_or_null<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && (isWarpFunction(Call) || exchanges(Callee));
}

bool WarpWalks::exchanges(const FunctionDecl *F) const {
  const FunctionDecl *Definition = F;
  if (!F->hasBody(Definition) || !Reach.reached(Definition) || isMasked(Definition))
    return false;
  auto [It, New] = Exchanging.try_emplace(Definition, false);
  if (!New)
    return It->second;
  std::function<bool(const Stmt *)> Has = [&](const Stmt *S) {
    return isExchange(S) || anyEvaluated(S, Has);
  };
  return It->second = Barriers.isWalked(Definition) || Has(Definition->getBody()) ||
                      Barriers.lockstepMemory().isUnclear(Definition);
}

bool WarpWalks::hasSteps(const FunctionDecl *F) const {
  const WarpWalk &Walk = of(F);
  return Walk.Refusal.empty() && !Walk.Steps.empty();
}

bool WarpWalks::asksWhoGoesOn(const FunctionDecl *F) const {
  const PredicationPlan &Plan = of(F).Predicates;
  return !Plan.Votes.empty() ||
         llvm::any_of(Plan.Rounds, [](const auto &Round) { return Round.second.Asks; });
}

bool WarpWalks::callsWarpFunction(const FunctionDecl *F) const {
  const FunctionDecl *Definition = F;
  if (!F->hasBody(Definition) || !exchanges(Definition))
    return false;
  std::function<bool(const Stmt *)> Calls = [&](const Stmt *S) {
    const auto *Call = dyn_cast<CallExpr>(S);
    return (Call && (isWarpFunction(Call) ||
                     (Call->getDirectCallee() && Call->getDirectCallee() != Definition &&
                      callsWarpFunction(Call->getDirectCallee())))) ||
           anyEvaluated(S, Calls);
  };
  return Calls(Definition->getBody());
}

bool WarpWalks::isCalledBySome(const FunctionDecl *F) const {
  if (F->hasAttr<CUDAGlobalAttr>())
    return false;
  for (const FunctionDecl *Caller : Reach.Functions)
    for (const DeviceCall &Call : Reach.calls(Caller))
      if (Call.Callee == F && Caller != F) {
        const WarpWalk &Walk = of(Caller);
        const auto *Site = dyn_cast_or_null<CallExpr>(Call.Site);
        if (!Site || !Walk.Refusal.empty() || Walk.Calls.contains(Site))
          return true;
      }
  return false;
}

bool WarpWalks::isKnownParameter(const ParmVarDecl *P) const {
  const auto *F = dyn_cast<FunctionDecl>(P->getDeclContext());
  unsigned Index = P->getFunctionScopeIndex();
  if (!F || !P->getType()->isArithmeticType())
    return false;
  for (const FunctionDecl *Caller : Reach.Functions)
    for (const DeviceCall &Call : Reach.calls(Caller)) {
      if (Call.Callee != F)
        continue;
      const auto *Site = dyn_cast_or_null<CallExpr>(Call.Site);
      if (!Site || isa<CXXOperatorCallExpr>(Site) || Index >= Site->getNumArgs())
        return false;
      const Expr *A = Site->getArg(Index);
      if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(A))
        A = Default->getExpr();
      Expr::EvalResult Value;
      if (!A->EvaluateAsRValue(Value, Context) && !Barriers.isUniform(Caller, A))
        return false;
      // Who has no predicate may compute something else.
      if (!Value.Val.hasValue() && of(Caller).Calls.contains(Site))
        return false;
    }
  return true;
}

const WarpWalk &WarpWalks::of(const FunctionDecl *F) const {
  auto [It, New] = Walks.try_emplace(F);
  if (New && exchanges(F))
    It->second = WarpWalkPlanner(*this, F, isCalledBySome(F)).plan();
  return It->second;
}

bool WarpWalks::takesPredicate(const FunctionDecl *F) const {
  const WarpWalk &Walk = of(F);
  return Walk.UsesEntry ||
         (Walk.IsEntered && Walk.Refusal.empty() &&
          llvm::any_of(Walk.Calls, [&](const auto &Entry) {
            const FunctionDecl *Callee = Entry.first->getDirectCallee();
            return Entry.second == 0 && Callee->hasBody(Callee) && takesPredicate(Callee);
          }));
}

} // namespace cu2cl
