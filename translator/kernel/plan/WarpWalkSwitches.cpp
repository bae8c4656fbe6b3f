// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Switches whose cases single threads take.
//
// Precondition: the labels are before statements of the switch's body, the first of them before the
// first; what a case declares is for that case alone; no barrier of the block is in one.
// Effect: all threads walk through the cases in the order of the source, those that fall through
// into the next come with the predicate that they have.

#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/threads/Divergence.h"
#include "kernel/plan/WarpWalkPlanner.h"

using namespace clang;

namespace cu2cl {

/// Returns true if \p S has a label of the switch around it.
static bool hasCaseLabel(const Stmt *S) {
  return isa<SwitchCase>(S) || (!isa<SwitchStmt>(S) && anyEvaluated(S, hasCaseLabel));
}

std::optional<WalkedSwitches::Cases> WalkedSwitches::casesOf(const SwitchStmt *S) {
  const auto *Body = dyn_cast<CompoundStmt>(S->getBody());
  if (!Body || Body->body_empty() || !isa<SwitchCase>(Body->body_front()))
    return std::nullopt;
  Cases All;
  for (const Stmt *Part : Body->body()) {
    if (isa<SwitchCase>(Part))
      All.emplace_back();
    PredicationPlan::Case &Last = All.back();
    while (const auto *Label = dyn_cast<SwitchCase>(Part)) {
      Last.Labels.push_back(Label);
      Part = Label->getSubStmt();
    }
    if (hasCaseLabel(Part))
      return std::nullopt;
    Last.Statements.push_back(Part);
  }
  return All;
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

bool WalkedSwitches::isNamedLater(const Cases &All, size_t Case) {
  for (const Stmt *S : All[Case].Statements)
    if (const auto *D = dyn_cast<DeclStmt>(S))
      for (const Decl *One : D->decls()) {
        const auto *V = dyn_cast<VarDecl>(One);
        for (const PredicationPlan::Case &Later : llvm::drop_begin(All, Case + 1))
          if (!V ||
              llvm::any_of(Later.Statements, [&](const Stmt *Part) { return names(Part, V); }))
            return true;
      }
  return false;
}

void WalkedSwitches::walkSwitch(const SwitchStmt *S, Depth At, const Stmt *Parent) {
  if (S->getInit() || S->getConditionVariable())
    return P.refuse("a condition declares a variable");
  if (Facts.WithBarrier.contains(S))
    return P.refuse("a switch contains a barrier");
  std::optional<Cases> All = casesOf(S);
  if (!All)
    return P.refuse("a label of a switch is inside another statement");
  const Expr *Condition = S->getCond();
  P.Exchanges.hoist(S, Condition, At, /*Always=*/true);
  if (At && !(P.Predicates.isSafeApart(Condition) && P.Predicates.mayAllChange(Condition, *At)))
    Plan.GuardedValues[Condition] = *At;
  unsigned Inner = P.Branches.openBlock(S, At, Parent);
  for (size_t I = 0; I < All->size(); ++I) {
    if (isNamedLater(*All, I))
      return P.refuse("a case declares what another one names");
    const Stmt *End = endOf((*All)[I]);
    if (End && isa<BreakStmt>(End))
      Plan.CaseEnds.insert(End);
    if (!End && I + 1 < All->size())
      (*All)[I + 1].FallsIn = true;
  }
  llvm::SmallVector<WalkedLoop, 4> &Around = P.Predicates.Loops;
  Around.push_back({Inner, Around.empty() ? Depth() : Around.back().Round});
  for (PredicationPlan::Case &Case : *All)
    walkCase(Case, Inner, S->getBody());
  Around.pop_back();
  Plan.Switches[S] = std::move(*All);
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
