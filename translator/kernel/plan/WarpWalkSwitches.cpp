// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Switches whose cases single threads take.
//
// Precondition: the labels are before statements of the switch's body, only declarations before the
// first of them; what cases share has no initial value; no barrier of the block is in one.
// Effect: all threads walk through the cases in the order of the source, those that fall through
// into the next come with the predicate that they have. What cases share is declared in front of
// them.

#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/threads/Divergence.h"
#include "kernel/plan/WarpWalkPlanner.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

/// Returns true if \p S has a label of the switch around it.
static bool hasCaseLabel(const Stmt *S) {
  return isa<SwitchCase>(S) || (!isa<SwitchStmt>(S) && anyEvaluated(S, hasCaseLabel));
}

/// Adds \p S with the labels in front of it to \p All; returns false if others are inside of it.
static bool addTo(std::vector<PredicationPlan::Case> &All, const Stmt *S) {
  if (isa<SwitchCase>(S))
    All.emplace_back();
  PredicationPlan::Case &Last = All.back();
  while (const auto *Label = dyn_cast<SwitchCase>(S)) {
    Last.Labels.push_back(Label);
    S = Label->getSubStmt();
  }
  Last.Statements.push_back(S);
  return !hasCaseLabel(S);
}

std::optional<PredicationPlan::WalkedSwitch> WalkedSwitches::casesOf(const SwitchStmt *S) {
  PredicationPlan::WalkedSwitch Out;
  const auto *Body = dyn_cast<CompoundStmt>(S->getBody());
  if (!Body)
    return isa<SwitchCase>(S->getBody()) && addTo(Out.Cases, S->getBody()) ? std::optional(Out)
                                                                           : std::nullopt;
  for (const Stmt *Part : Body->body()) {
    const auto *Before = dyn_cast<DeclStmt>(Part);
    if (Out.Cases.empty() && Before)
      Out.Declarations.push_back(Before);
    else if ((Out.Cases.empty() && !isa<SwitchCase>(Part)) || !addTo(Out.Cases, Part))
      return std::nullopt;
  }
  return Out.Cases.empty() ? std::nullopt : std::optional(Out);
}

/// Returns the jump that \p Case ends with, whatever happens before; null if there is none.
static const Stmt *endOf(const PredicationPlan::Case &Case) {
  const Stmt *Last = Case.Statements.back();
  while (const auto *List = dyn_cast<CompoundStmt>(Last)) {
    if (List->body_empty())
      return nullptr;
    Last = List->body_back();
  }
  return isa<BreakStmt, ContinueStmt, ReturnStmt>(Last) ? Last : nullptr;
}

bool WalkedSwitches::declareInFront(PredicationPlan::WalkedSwitch &Switch, const DeclStmt *D,
                                    Depth At) {
  for (const Decl *One : D->decls()) {
    const auto *V = dyn_cast<VarDecl>(One);
    const auto *Made = V ? dyn_cast_or_null<CXXConstructExpr>(V->getInit()) : nullptr;
    bool IsMade = V && V->getInit() && !(Made && Made->getConstructor()->isTrivial());
    if (!V || IsMade || !V->hasLocalStorage() || deviceStorage(V) != DeviceStorage::None)
      return false;
    if (At)
      P.Predicates.DeclaredAt[V] = *At;
  }
  Switch.Declarations.push_back(D);
  Plan.CaseDeclarations.insert(D);
  return true;
}

bool WalkedSwitches::shareDeclarations(PredicationPlan::WalkedSwitch &Switch, size_t Case,
                                       Depth At) {
  auto IsNamedLater = [&](const Decl *One) {
    const auto *V = dyn_cast<VarDecl>(One);
    return llvm::any_of(llvm::drop_begin(Switch.Cases, Case + 1), [&](const auto &Later) {
      return !V || llvm::any_of(Later.Statements, [&](const Stmt *Part) { return names(Part, V); });
    });
  };
  return llvm::all_of(Switch.Cases[Case].Statements, [&](const Stmt *S) {
    const auto *D = dyn_cast<DeclStmt>(S);
    return !D || llvm::none_of(D->decls(), IsNamedLater) || declareInFront(Switch, D, At);
  });
}

void WalkedSwitches::walkSwitch(const SwitchStmt *S, Depth At, const Stmt *Parent) {
  if (Facts.WithBarrier.contains(S))
    return P.refuse("a switch contains a barrier");
  std::optional<PredicationPlan::WalkedSwitch> Switch = casesOf(S);
  if (!Switch)
    return P.refuse("a label of a switch is inside another statement");
  P.Branches.walkHead({S->getInit(), S->getConditionVariableDeclStmt()}, At);
  const Expr *Condition = S->getCond();
  P.Exchanges.hoist(S, Condition, At, /*Always=*/true);
  if (At && !(P.Predicates.isSafeApart(Condition) && P.Predicates.mayAllChange(Condition, *At)))
    Plan.GuardedValues[Condition] = *At;
  unsigned Inner = P.Branches.openBlock(S, At, Parent);
  Cases &All = Switch->Cases;
  for (const DeclStmt *D : std::exchange(Switch->Declarations, {}))
    if (!declareInFront(*Switch, D, At))
      return P.refuse("a declaration is in front of the cases");
  for (size_t I = 0; I < All.size(); ++I) {
    if (!shareDeclarations(*Switch, I, At))
      return P.refuse("a case declares what another one names");
    const Stmt *End = endOf(All[I]);
    if (End && isa<BreakStmt>(End))
      Plan.CaseEnds.insert(End);
    if (!End && I + 1 < All.size())
      All[I + 1].FallsIn = true;
  }
  llvm::SmallVector<WalkedLoop, 4> &Around = P.Predicates.Loops;
  Around.push_back({Inner, Around.empty() ? Depth() : Around.back().Round});
  for (PredicationPlan::Case &Case : All)
    walkCase(Case, Inner, S->getBody());
  Around.pop_back();
  Plan.Switches[S] = std::move(*Switch);
}

void WalkedSwitches::walkCase(PredicationPlan::Case &Case, unsigned At, const Stmt *Body) {
  StmtSet Jumps;
  for (const Stmt *Part : Case.Statements) {
    Case.Enters |= Facts.has(Part);
    addJumpsOf(Part, Jumps);
  }
  bool Leaves = llvm::any_of(Jumps, [&](const Stmt *J) { return !Plan.CaseEnds.contains(J); });
  if (!Case.Enters && !Leaves)
    return;
  llvm::SmallSet<unsigned, 4> Outside = P.Predicates.Declared;
  P.Predicates.Declared.insert(At);
  bool WasLast = std::exchange(P.IsLast, false);
  P.noteHinted(Case.Statements);
  for (const Stmt *Part : Case.Statements)
    P.walk(Part, At, Part == Case.Statements.front() ? Case.Labels.back() : Body);
  P.IsLast = WasLast;
  P.Predicates.Declared = Outside;
}

} // namespace cu2cl
