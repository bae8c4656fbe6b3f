// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Barriers behind a return that only some threads take, and in a block that only some enter.
//
// Precondition: the statement is in the kernel's BarrierPlan.
// Effect: the return is "bool active = !(cond);", statements up to the last barrier run under
// "if (active)", and behind it "if (!active) return;". A loop with a #pragma unroll runs while
// "active && (its condition)". "if (cond) { ... }" is "bool active = cond; { ... }", and "while (cond)
// { ... }" is "bool active = true; while (clrt_barrier_or(active = active && cond, ...)) { ... }": it
// ends when no thread of the block goes on. What decides about barriers, and the jumps out of statements around
// them, are for all threads.

#include "kernel/BarrierPlan.h"
#include "kernel/Rules.h"

using namespace clang;

namespace cu2cl {

static Fragment printPredicate(KernelPrinter &P, const IfStmt *If, bool First) {
  const std::string &Name = P.Barriers.Predicate;
  Fragment Condition = Fragment("!(") + P.print(If->getCond()) + ")";
  Fragment Out = First ? Fragment("bool " + Name + " = ") + Condition
                       : Fragment(Name + " = " + Name + " && ") + Condition;
  // "if (c) return" ends before its ';', "if (c) { return; }" has none behind it.
  return isa<CompoundStmt>(If->getThen()) ? Out + ";" : Out;
}

/// `if (c) a; else ...` whose a gets a condition: "if (c) { if (active) a; } else ...".
static Fragment printBraced(KernelPrinter &P, const IfStmt *If) {
  TokenRange Whole = P.unit().tokensOf(If->getSourceRange());
  TokenRange Condition = P.unit().tokensOf(If->getCond()->getSourceRange());
  TokenRange Then = P.unit().tokensOf(If->getThen()->getSourceRange());
  TokenRange Else = P.unit().tokensOf(If->getElse()->getSourceRange());
  if (Condition.empty() || Then.empty() || Else.empty() || Condition.End > Then.Begin ||
      Then.End > Else.Begin || !Whole.contains(Condition) || !Whole.contains(Else))
    return Fragment(P.unit().mark(2050, If->getBeginLoc(), {"if"})) + ";";
  bool Ends = P.unit().tokenKind(Then.End) == tok::semi;
  Then.End += Ends;
  Fragment Guarded = Fragment("{ ") + P.print(If->getThen()) + (Ends ? "; }" : " }");
  return P.compose(Whole, {{Condition, P.print(If->getCond())},
                           {Then, std::move(Guarded)},
                           {Else, P.print(If->getElse())}});
}

std::optional<Fragment> printPredicated(KernelPrinter &P, const Stmt *S) {
  BarrierPlan &Plan = P.Barriers;
  if (Plan.empty())
    return std::nullopt;
  if (auto It = Plan.Returns.find(S); It != Plan.Returns.end())
    return printPredicate(P, cast<IfStmt>(S), It->second);
  if (auto It = Plan.Blocks.find(S); It != Plan.Blocks.end()) {
    std::string Start = (It->second ? "bool " : "") + Plan.Predicate + " = ";
    Plan.Blocks.erase(It);
    if (const auto *If = dyn_cast<IfStmt>(S))
      return Fragment(Start) + P.print(If->getCond()) + "; " + P.print(If->getThen());
    return Fragment(Start + "true; ") + P.print(S);
  }
  if (Plan.Last == S) {
    Plan.Last = nullptr;
    Fragment Out = P.print(S);
    // An expression's ';' follows it.
    if (isa<Expr>(S))
      return Out + "; if (!" + Plan.Predicate + ") return";
    return Out + " if (!" + Plan.Predicate + ") return;";
  }
  const auto *E = dyn_cast<Expr>(S);
  if (bool Votes = E && Plan.Votes.erase(E); Votes || (E && Plan.GuardedConditions.erase(E))) {
    const auto *Binary = dyn_cast<BinaryOperator>(E->IgnoreImpCasts());
    bool Loose = isa<ConditionalOperator>(E->IgnoreImpCasts()) ||
                 (Binary && (Binary->getOpcode() == BO_LOr || Binary->isAssignmentOp() ||
                             Binary->isCommaOp()));
    Fragment Condition = P.print(S);
    Fragment Both = Fragment(Plan.Predicate + " && ") +
                    (Loose ? Fragment("(") + Condition + ")" : Condition);
    if (!Votes)
      return Both;
    P.needHelper("barrier_vote");
    return Fragment("clrt_barrier_or(" + Plan.Predicate + " = ") + Both + ", " +
           P.appendedName(Appended::Scratch) + ")";
  }
  if (Plan.Braced.erase(S))
    return printBraced(P, cast<IfStmt>(S));
  if (Plan.Guarded.erase(S))
    return Fragment("if (" + Plan.Predicate + ") ") + P.print(S);
  return std::nullopt;
}

} // namespace cu2cl
