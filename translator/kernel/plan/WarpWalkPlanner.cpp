// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Assigns a predicate to each statement.

#include "kernel/plan/WarpWalkPlanner.h"
#include "analysis/barriers/BarrierPairing.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Cleanups.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/threads/Divergence.h"
#include "kernel/plan/GuardedElements.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cu2cl {

WarpWalkPart::WarpWalkPart(WarpWalkPlanner &P)
    : P(P), Facts(P.Facts), All(P.All), Context(P.Context), F(P.F), Walk(P.Walk), Plan(P.Plan) {}

WarpWalk WarpWalkPlanner::plan() {
  const auto *Body = dyn_cast_or_null<CompoundStmt>(F->getBody());
  if (!Body)
    return WarpWalk();
  Facts.mark(Body);
  forEachVariableChange(Body,
                        [&](const VariableChange &C) { Facts.Changes[C.Variable].push_back(C); });
  if (IsEntered)
    Plan.Depths = 1;
  if (All.barriers().lockstepMemory().isUnclear(F))
    refuse("a pointer to memory that a warp uses in lockstep is stored where it cannot be tracked");
  planBody(Body);
  if (findPairedBlock(F, Meetings, Context))
    refuse("CUDA matches the barriers of two branches that use the same shared memory");
  if (!Walk.Refusal.empty() && !Walk.RefusedStep &&
      (Facts.FirstStep || All.barriers().lockstepMemory().isUnclear(F)))
    Walk.RefusedStep = Facts.FirstStep || Body->body_empty() ? Facts.FirstStep : Body->body_front();
  if (Walk.Refusal.empty() && !IsWalked)
    Walk.Calls.clear();
  if (!Walk.Refusal.empty() || !IsWalked)
    Plan = PredicationPlan();
  Plan.OfWarps = IsWalked;
  Walk.IsEntered = IsEntered;
  Walk.UsesEntry = IsEntered && Walk.Refusal.empty() && usesEntry();
  Walk.Predicates = std::move(Plan);
  return std::move(Walk);
}

void WarpWalkPlanner::planBody(const CompoundStmt *Body) {
  llvm::ArrayRef<Stmt *> List(const_cast<Stmt **>(Body->body_begin()), Body->size());
  size_t Last = 0, First = IsEntered ? 0 : List.size();
  for (size_t I = 0; I < List.size(); ++I)
    if (Facts.has(List[I]))
      Last = I;
  for (size_t I = 0; I <= Last && First == List.size(); ++I)
    if (!isa<ReturnStmt>(List[I]) && Facts.hasSplitJump(List[I], JumpsOut::Returns))
      First = I;
  if (IsEntered)
    enterFunction();
  noteHinted(List);
  for (size_t I = 0; I <= Last; ++I) {
    if (I == First && !IsEntered) {
      Plan.FirstReturn = List[I];
      Plan.DeclaresAtReturn = Predicates.Declared.insert(0).second;
      enterFunction();
    }
    IsLast = I == Last;
    walk(List[I], I >= First ? Depth(0) : std::nullopt, Body);
  }
  IsLast = false;
  if (Facts.HasLabels && (IsWalked || All.barriers().isWalked(F)))
    refuse("a goto leads past it");
  // What is found to split threads is not found here: it has no predicate.
  if (!IsWalked && hasSplitBarrier())
    refuse("not all threads reach a barrier");
  if (First < List.size())
    leaveBehind(List.drop_front(Last + 1), List[Last]);
  Exchanges.numberArms();
}

bool WarpWalkPlanner::hasSplitBarrier() const {
  return llvm::any_of(All.barriers().sites(F), [](const BarrierSite &Site) {
    return Site.Verdict == BarrierVerdict::Divergent ||
           (Site.Verdict == BarrierVerdict::AfterDivergentReturn && !Site.Lowerable);
  });
}

void WarpWalkPlanner::enterFunction() {
  Predicates.IsInReturns = IsWalked = true;
  Plan.Depths = std::max(Plan.Depths, 1u);
}

void WarpWalkPlanner::leaveBehind(llvm::ArrayRef<Stmt *> Rest, const Stmt *Last) {
  bool Harmless = llvm::all_of(Rest, [&](const Stmt *S) {
    const auto *R = dyn_cast<ReturnStmt>(S);
    return isa<NullStmt>(S) ||
           (R && (!R->getRetValue() || isSafeToSpeculate(R->getRetValue(), Context)));
  });
  // Of if and else that both return, a switch or an endless loop nothing is left but the results.
  Plan.EndsAtLast = Rest.empty() && Plan.ReturnsValue && !isa<ReturnStmt>(Last);
  if (Plan.EndsAtLast)
    Plan.Last = Last;
  if (Rest.empty() || (Harmless && !Plan.ReturnsValue))
    return;
  if (!F->getReturnType()->isVoidType() && !givesPlainValue())
    return refuse("a function returns an object");
  Plan.ReturnsValue |= F->getReturnType()->isRecordType(); // there is no 0 of it
  Plan.Last = Last;
}

bool WarpWalkPlanner::givesPlainValue() const {
  QualType T = F->getReturnType();
  const auto *R = T->getAsCXXRecordDecl();
  return T->isScalarType() || (R && !R->isEmpty() && T.isTriviallyCopyableType(Context));
}

bool WarpWalkPlanner::usesEntry() const {
  auto IsEntry = [](const auto &Entry) { return Entry.second == 0; };
  if (llvm::any_of(Plan.Guarded, IsEntry) || llvm::any_of(Plan.GuardedConditions, IsEntry) ||
      llvm::any_of(Plan.GuardedInits, IsEntry) || llvm::any_of(Plan.SplitInits, IsEntry) ||
      llvm::any_of(Plan.GuardedValues, IsEntry) || !Plan.Leaves.empty() || !Plan.Returns.empty() ||
      Plan.Last || !Plan.Blocks.empty())
    return true;
  for (const auto &[S, Parts] : Plan.Hoisted)
    if (llvm::any_of(Parts, [](const PredicationPlan::Lifted &L) { return L.Outer == Depth(0); }))
      return true;
  if (llvm::any_of(Walk.Steps, [](const auto &Entry) { return Entry.second.At == Depth(0); }))
    return true;
  return llvm::any_of(Walk.Calls, [&](const auto &Entry) {
    if (Entry.second != 0)
      return false;
    catalog::DeviceRole Role = deviceRoleOf(Entry.first->getDirectCallee());
    return isWarpFunction(Entry.first) && Role != catalog::DeviceRole::Shuffle &&
           Role != catalog::DeviceRole::WarpBarrier;
  });
}

void WarpWalkPlanner::walkList(const Stmt *S, Depth At, const Stmt *Parent) {
  const auto *List = dyn_cast_or_null<CompoundStmt>(S);
  if (!List)
    return walk(S, At, Parent);
  llvm::SmallSet<unsigned, 4> Outside = Predicates.Declared;
  noteHinted({List->body_begin(), List->size()});
  for (const Stmt *C : List->body())
    walk(C, At, List);
  Predicates.Declared = Outside;
}

void WarpWalkPlanner::noteHinted(llvm::ArrayRef<const Stmt *> List) {
  const Stmt *Before = nullptr;
  for (const Stmt *C : List) {
    if (isa<AttributedStmt>(C) && Before && !isa<NullStmt>(Before))
      BeforeHinted[C] = Before;
    Before = C;
  }
}

void WarpWalkPlanner::walk(const Stmt *S, Depth At, const Stmt *Parent) {
  if (!S || isa<NullStmt>(S) || Plan.CaseEnds.contains(S) || Plan.CaseDeclarations.contains(S))
    return;
  if (!Facts.has(S) && (!At || !Facts.hasJump(S)))
    return At ? guard(S, *At, Parent) : Facts.noteVariables(S);
  if (const auto *List = dyn_cast<CompoundStmt>(S))
    return walkList(List, At, Parent);
  if (const auto *If = dyn_cast<IfStmt>(S))
    return Branches.walkIf(If, At, Parent);
  if (isa<ForStmt, WhileStmt, DoStmt>(S))
    return Loops.walkLoop(S, At, Parent);
  if (const auto *A = dyn_cast<AttributedStmt>(S))
    return walk(A->getSubStmt(), At, A);
  if (isa<ReturnStmt, BreakStmt, ContinueStmt>(S) && At && !(IsLast && isa<ReturnStmt>(S)))
    return Branches.jump(S, *At);
  if (isa<DeclStmt, Expr, ReturnStmt>(S))
    return Exchanges.exchange(S, At, isa<CompoundStmt>(Parent));
  if (const auto *Switch = dyn_cast<SwitchStmt>(S); Switch && (At || !isExecutedAlike(S)))
    return Switches.walkSwitch(Switch, At, Parent);
  if (!At && isa<SwitchStmt, SwitchCase, CXXForRangeStmt>(S))
    return walkParts(S);
  refuse("the statement around it cannot be executed by all threads");
}

bool WarpWalkPlanner::isExecutedAlike(const Stmt *S) const {
  const Expr *Condition = control::condition(S);
  return (!Condition || Facts.isUniform(Condition, std::nullopt)) &&
         !anyEvaluated(S,
                       [&](const Stmt *Part) { return Facts.hasSplitJump(Part, JumpsOut::All); });
}

void WarpWalkPlanner::walkParts(const Stmt *S) {
  if (!isExecutedAlike(S))
    return refuse("threads leave the statement around it one by one");
  forEachEvaluated(S, [&](const Stmt *Part) {
    if (!isa<Expr>(Part) || Facts.has(Part))
      walkList(Part, std::nullopt, S);
  });
}

bool WalkedPredicates::mayAllChange(const Stmt *S, unsigned At) const {
  for (const VarDecl *V : changedVariablesOf(S)) {
    if (V->getType()->isReferenceType() || !V->hasLocalStorage())
      return false;
    if (At == 0 && IsInReturns)
      continue;
    auto It = DeclaredAt.find(V);
    if (It == DeclaredAt.end() || It->second < At)
      return false;
  }
  return true;
}

bool WalkedPredicates::isSafeApart(const Stmt *S) const {
  return isSafeToSpeculate(S, Context,
                           [&](const Stmt *Part) { return Walk.Calls.contains(Facts.call(Part)); });
}

void WarpWalkPlanner::guard(const Stmt *S, unsigned At, const Stmt *Parent) {
  if (const auto *D = dyn_cast<DeclStmt>(S))
    return declare(D, At, isa<CompoundStmt>(Parent));
  if (const auto *A = dyn_cast<AttributedStmt>(S))
    return guardHinted(A, At);
  if (isa<Expr>(S) && isSafeToSpeculate(S, Context) && Predicates.mayAllChange(S, At))
    return;
  Plan.Guarded[S] = At;
}

void WarpWalkPlanner::guardHinted(const AttributedStmt *S, unsigned At) {
  const auto *For = dyn_cast<ForStmt>(S->getSubStmt());
  const auto *Init = For ? dyn_cast_or_null<DeclStmt>(For->getInit()) : nullptr;
  if (!Init || !For->getCond() || For->getConditionVariable() || !isSafeToSpeculate(Init, Context))
    return refuse("there is a pragma before a loop that only some threads enter");
  Plan.GuardedConditions[For->getCond()] = At;
}

void WarpWalkPlanner::declare(const DeclStmt *D, unsigned At, bool InList) {
  for (const Decl *One : D->decls())
    if (const auto *V = dyn_cast<VarDecl>(One);
        V && !V->isStaticLocal() && deviceStorage(V) == DeviceStorage::None)
      declareVariable(V, At, InList);
}

void WarpWalkPlanner::declareVariable(const VarDecl *V, unsigned At, bool InList) {
  Predicates.DeclaredAt[V] = At;
  const Expr *Init = V->getInit();
  if (hasCleanup(V))
    return refuse("a destructor would run for all threads");
  if (!Init || (Predicates.isSafeApart(Init) && Predicates.mayAllChange(Init, At)))
    return;
  bool IsReference = V->getType()->isReferenceType();
  if (IsReference && isSafeToSpeculatePlace(Init, Context))
    return;
  const auto *Construct = dyn_cast<CXXConstructExpr>(Init);
  if (Construct && Construct->getNumArgs() == 0 && Construct->getConstructor()->isTrivial())
    return;
  if (isa<DecompositionDecl>(V))
    return refuse("a structured binding is declared there");
  if (V->getType()->isScalarType() || (IsReference && !isa<MaterializeTemporaryExpr>(Init)))
    Plan.GuardedInits[V] = At;
  else if (InList && V->getType()->isRecordType())
    Plan.SplitInits[V] = At;
  else if (!V->getType()->isArrayType() || !guardElements(Plan, Context, Init, At))
    refuse("an array is initialized there");
}

} // namespace cu2cl
