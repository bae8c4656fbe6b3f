// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The ends of arms with barriers, where a block executes one arm or another.
//
// Precondition: an if, switch or conditional expression that whole blocks branch at, with barriers
// or exchanges of warps in several arms, or in one that ends in a jump and in what follows.
// Effect: "clrt_end_of_arm();" is the last statement of each arm, before a jump out of it; a value
// with barriers that an arm returns, or is, becomes "clrt_value_of_arm(value)"
// (clrt/device/arms.clh): PoCL 3.1 hangs or loses threads where LLVM joins the ends of two arms.

#include "kernel/predication/ArmEnds.h"
#include "analysis/effects/Evaluation.h"
#include "kernel/core/LineBreaks.h"
#include "kernel/core/Rules.h"
#include "kernel/predication/Meetings.h"
#include "kernel/statements/Statements.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cu2cl {
namespace {

class ArmEndFinder {
public:
  ArmEndFinder(const StmtSet &Meetings, const PredicationPlan &Predicates)
      : Meetings(Meetings), Predicates(Predicates) {}

  /// Finds the ends in \p S. \p MeetsLater: barriers follow it.
  void find(const Stmt *S, bool MeetsLater) {
    if (!S || !Meetings.contains(S))
      return;
    if (const auto *List = dyn_cast<CompoundStmt>(S))
      return findInList(List, MeetsLater);
    const auto *If = dyn_cast<IfStmt>(S);
    const auto *Switch = dyn_cast<SwitchStmt>(S);
    if (If && !If->isConstexpr() && !Predicates.Blocks.contains(S))
      addArms(If, MeetsLater);
    else if (Switch && !Predicates.Blocks.contains(S))
      addCases(Switch);
    else if (const auto *Choice = dyn_cast<ConditionalOperator>(S);
             Choice && Meetings.contains(Choice->getTrueExpr()) &&
             Meetings.contains(Choice->getFalseExpr()))
      for (const Expr *Arm : {Choice->getTrueExpr(), Choice->getFalseExpr()})
        if (!isa<ConditionalOperator>(Arm->IgnoreParens()))
          Found.Values.insert(Arm);
    forEachEvaluated(S, [&](const Stmt *Part) { find(Part, MeetsLater); });
  }

  ArmEnds Found;

private:
  void findInList(const CompoundStmt *List, bool MeetsLater) {
    for (const Stmt *Part : llvm::reverse(List->body())) {
      find(Part, MeetsLater);
      if (const auto *If = dyn_cast<IfStmt>(Part);
          If && MeetsLater && !Predicates.Blocks.contains(If) && endsInJump(If))
        addEnd(List); // the rest of the list is the other arm
      MeetsLater |= Meetings.contains(Part);
    }
  }

  bool endsInJump(const IfStmt *If) const {
    return Meetings.contains(If->getThen()) && isJump(lastOf(If->getThen()));
  }

  void addArms(const IfStmt *If, bool MeetsLater) {
    const Stmt *Then = If->getThen(), *Else = If->getElse();
    if (Else && Meetings.contains(Then) && Meetings.contains(Else)) {
      addEnd(Then);
      if (!isa<IfStmt>(Else))
        addEnd(Else);
    } else if (MeetsLater && endsInJump(If)) {
      addEnd(Then);
    }
  }

  void addCases(const SwitchStmt *Switch) {
    const auto *List = dyn_cast<CompoundStmt>(Switch->getBody());
    if (!List || List->body_empty() ||
        llvm::count_if(List->body(), [&](const Stmt *S) { return Meetings.contains(S); }) < 2)
      return;
    addBreaks(List);
    addEnd(List);
  }

  /// The breaks of a switch in \p S, a part of it.
  void addBreaks(const Stmt *S) {
    if (isa<BreakStmt>(S))
      Found.Jumps.insert(S);
    else if (!isa<SwitchStmt, ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, Expr>(S))
      forEachEvaluated(S, [&](const Stmt *Part) { addBreaks(Part); });
  }

  static const Stmt *lastOf(const Stmt *Arm) {
    const auto *List = dyn_cast<CompoundStmt>(Arm);
    return List && !List->body_empty() ? lastOf(List->body_back()) : Arm;
  }

  static bool isJump(const Stmt *S) {
    return isa<ReturnStmt, BreakStmt, ContinueStmt, GotoStmt>(S);
  }

  void addEnd(const Stmt *Arm) {
    const Stmt *Last = lastOf(Arm);
    while (const auto *Case = dyn_cast<SwitchCase>(Last))
      Last = lastOf(Case->getSubStmt());
    const auto *Return = dyn_cast<ReturnStmt>(Last);
    if (Return && Return->getRetValue() && Meetings.contains(Return->getRetValue()))
      Found.Values.insert(Return->getRetValue());
    else if (isJump(Last))
      Found.Jumps.insert(Last);
    else if (!isa<NullStmt, CompoundStmt, DeclStmt>(Last))
      Found.Lasts.insert(Last);
  }

  const StmtSet &Meetings;
  const PredicationPlan &Predicates;
};

} // namespace

ArmEnds planArmEnds(const DeviceUnit &Unit, const FunctionClone &V,
                    const PredicationPlan &Predicates) {
  if (!V.Function->getBody())
    return {};
  const StmtSet Meetings = findMeetings(Unit, V);
  ArmEndFinder Finder(Meetings, Predicates);
  Finder.find(V.Function->getBody(), /*MeetsLater=*/false);
  return Finder.Found;
}

std::optional<Fragment> printEndOfArm(KernelPrinter &P, const Stmt *S) {
  const ArmEnds &Plan = P.plan().Arms;
  const bool Before = Plan.Jumps.contains(S), IsValue = Plan.Values.contains(S);
  if ((!Before && !IsValue && !Plan.Lasts.contains(S)) || P.Scope.isInside(PrintLayer::ArmEnd, S))
    return std::nullopt;
  P.Found.needHelper("arms");
  if (IsValue)
    return Fragment(cast<Expr>(S)->getType()->isVoidType() ? "clrt_arm(" : "clrt_value_of_arm(") +
           P.printInside(PrintLayer::ArmEnd, S) + ")";
  const std::string End = "clrt_end_of_arm()";
  const bool InList = isa_and_nonnull<CompoundStmt>(P.plan().Body.parent(S));
  Fragment Text = P.printInside(PrintLayer::ArmEnd, S);
  if (!InList && Before)
    return (Fragment("{ " + End + "; ") + withSemicolon(S, Text) + " }").closed();
  if (!InList)
    return (Fragment("{ ") + withSemicolon(S, Text) + " " + End + "; }").closed();
  if (Before)
    return Fragment(End + ";" + breakBefore(P, S)) + Text;
  // The ';' of an expression follows it, also at the end of an if.
  if (hasSemicolon(S) && !Text.isClosed())
    return Text + ";" + breakBefore(P, S) + End;
  return (Text + " " + End + ";").closed();
}

} // namespace cu2cl
