// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Neighbouring statements under one predicate.
//
// Precondition: each is only put under the predicate, none but the last changes it (an early return
// in one of them), none declares what others name, and none is made by a macro.
// Effect: "if (active) a; if (active) b;" is "if (active) { a; b; }".

#include "kernel/core/PredicatedBlocks.h"
#include "core/source/BlockMarks.h"
#include "kernel/core/KernelPlan.h"

using namespace clang;

namespace cu2cl {

/// Returns true if \p S, or a part of it, ends a predicate.
static bool endsPredicate(const PredicationPlan &Plan, const Stmt *S) {
  if (Plan.Leaves.contains(S) || Plan.Returns.contains(S) || Plan.Blocks.contains(S) ||
      Plan.Rounds.contains(S))
    return true;
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return Child && endsPredicate(Plan, Child); });
}

/// Returns the depth of the predicate under which \p S is put; nothing if more becomes of it.
static std::optional<unsigned> onlyGuarded(KernelPrinter &P, const Stmt *S) {
  const PredicationPlan &Plan = P.plan().Barriers;
  auto Depth = Plan.Guarded.find(S);
  if (Depth == Plan.Guarded.end() || !isa<Expr, IfStmt, ForStmt, WhileStmt, DoStmt>(S))
    return std::nullopt;
  bool IsMore = Plan.Rounds.contains(S) || Plan.Returns.contains(S) || Plan.Leaves.contains(S) ||
                Plan.FirstReturn == S || Plan.Last == S || Plan.SetBehind.contains(S) ||
                Plan.Hoisted.contains(S) || Plan.Blocks.contains(S) || Plan.Braced.contains(S) ||
                Plan.RoundEnds.contains(S) || P.plan().Rounds.Ends.contains(S);
  if (const auto *E = dyn_cast<Expr>(S))
    IsMore |= Plan.Votes.contains(E) || Plan.GuardedValues.contains(E) ||
              Plan.GuardedConditions.contains(E) || Plan.VoteArguments.contains(E);
  if (IsMore || S->getBeginLoc().isMacroID() || S->getEndLoc().isMacroID())
    return std::nullopt;
  return Depth->second;
}

/// Returns how many of \p Rest, statements of a list, have one predicate and follow each other.
static size_t countUnderPredicate(KernelPrinter &P, llvm::ArrayRef<const Stmt *> Rest) {
  std::optional<unsigned> Depth = onlyGuarded(P, Rest.front());
  size_t Count = 0;
  unsigned End = 0;
  for (const Stmt *S : Rest) {
    TokenRange Range = P.unit().tokensOf(S->getSourceRange());
    // Only a `;` is between it and the statement before it.
    bool Follows = !End || Range.Begin == End ||
                   (Range.Begin == End + 1 && P.unit().tokenKind(End) == tok::semi);
    if (!Depth || onlyGuarded(P, S) != Depth || Range.empty() || !Follows)
      break;
    ++Count;
    if (endsPredicate(P.plan().Barriers, S))
      break;
    End = Range.End;
  }
  return Count;
}

std::optional<KernelPrinter::Edit>
printPredicatedBlock(KernelPrinter &P, llvm::ArrayRef<const Stmt *> Rest, size_t &Count) {
  const PredicationPlan &Plan = P.plan().Barriers;
  size_t Under = Plan.empty() ? 0 : countUnderPredicate(P, Rest);
  if (Under < 2)
    return std::nullopt;
  std::vector<KernelPrinter::Edit> Edits;
  for (const Stmt *S : Rest.take_front(Under)) {
    TokenRange R = P.unit().tokensOf(S->getSourceRange());
    Edits.push_back({R, P.printInside(PrintLayer::Guarded, S)});
    TokenRange Semicolon = {R.End, R.End + 1};
    if (hasSemicolon(S) && P.unit().tokenKind(R.End) == tok::semi)
      Edits.push_back({Semicolon, Edits.back().Text.isClosed()
                                      ? Fragment()
                                      : Fragment::tokens(Semicolon.Begin, Semicolon.End)});
  }
  Count = Under;
  TokenRange Whole = {Edits.front().Range.Begin, Edits.back().Range.End};
  Fragment Text =
      Fragment("if (" + Plan.Predicates[*onlyGuarded(P, Rest.front())] + ") " + BlockOpens);
  Text += P.compose(Whole, std::move(Edits)) + BlockCloses;
  return KernelPrinter::Edit{Whole, Text.closed()};
}

} // namespace cu2cl
