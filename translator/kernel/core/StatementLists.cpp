// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The statements of a block, one after the other.

#include "kernel/core/Folds.h"
#include "kernel/core/KernelPrinter.h"
#include "kernel/core/LineBreaks.h"
#include "kernel/core/Marks.h"
#include "kernel/core/PredicatedBlocks.h"
#include "kernel/core/Rules.h"

using namespace clang;

namespace cu2cl {

/// The tokens of \p Range as a comment after the mark for what Clang could not parse.
static Fragment printGap(DeviceUnit &Unit, TokenRange Range) {
  bool IsLaunch = false;
  for (unsigned I = Range.Begin; I < Range.End; ++I)
    IsLaunch |= Unit.tokenKind(I) == tok::lesslessless;
  return DeviceUnit::markOf(IsLaunch ? diag::DynamicParallelism : diag::ParseError) +
         originalAsComment(Unit, Range);
}

/// A loop directly follows its #pragma: what comes before both goes behind the token before them.
static void keepOrderBeforePragma(KernelPrinter &P, const Stmt *S, unsigned Begin,
                                  std::vector<KernelPrinter::Edit> &Edits) {
  Fragment Text(breakBefore(P, cast<AttributedStmt>(S)->getSubStmt()) + "clrt_keep_store_order();");
  auto Last = Edits.rbegin();
  // A dropped ';' has no text of its own.
  while (Last != Edits.rend() && Last->Range.End == Begin && Last->Text.empty())
    Begin = (Last++)->Range.Begin;
  if (Last != Edits.rend() && Last->Range.End == Begin)
    Last->Text += Text.placedAt(Begin - 1);
  else
    Edits.push_back({{Begin - 1, Begin}, Fragment(P.unit().tokenText(Begin - 1).str()) + Text});
}

std::vector<KernelPrinter::Edit> KernelPrinter::printStatements(const CompoundStmt *Block) {
  TokenRange Range = Unit.tokensOf(Block->getSourceRange());
  llvm::ArrayRef<const Stmt *> List(Block->body_begin(), Block->size());
  bool HasGaps = !Unit.Side.Messages.empty() && !Range.empty();
  std::vector<Edit> Edits = printNeighbours(List, Range, HasGaps);
  if (Fragment End = printScopeEnd(*this, Block); !End.empty())
    Edits.push_back({{Range.End - 1, Range.End - 1}, behindLast(Block, End)});
  return Edits;
}

std::vector<KernelPrinter::Edit> KernelPrinter::printNeighbours(llvm::ArrayRef<const Stmt *> List,
                                                                TokenRange Range, bool HasGaps) {
  std::vector<Edit> Edits;
  unsigned At = Range.Begin + 1;
  auto Gap = [&](unsigned End) {
    unsigned First = At;
    while (First < End && Unit.tokenKind(First) == tok::semi)
      ++First;
    while (End > First && Unit.tokenKind(End - 1) == tok::semi)
      --End;
    if (First < End)
      Edits.push_back({{First, End}, printGap(Unit, {First, End})});
  };
  for (size_t Count = 1; !List.empty(); List = List.drop_front(Count), Count = 1) {
    const Stmt *S = List.front();
    TokenRange R = Unit.tokensOf(S->getSourceRange());
    if (R.empty())
      continue;
    if (std::optional<Edit> Under =
            HasGaps ? std::nullopt : printPredicatedBlock(*this, List, Count)) {
      Edits.push_back(*std::move(Under));
      At = Edits.back().Range.End;
      continue;
    }
    if (HasGaps && R.Begin >= At)
      Gap(R.Begin);
    TokenRange Place = Unit.Folds.placeOf(R, Range);
    const bool KeepsOrder = plan().StoreOrder.contains(S), HasPragma = isa<AttributedStmt>(S);
    if (KeepsOrder)
      Found.needHelper("store_order");
    if (KeepsOrder && HasPragma)
      keepOrderBeforePragma(*this, S, R.Begin, Edits);
    Edits.push_back({Place, Place == R ? print(S) : printFoldStatement(*this, S)});
    if (KeepsOrder && !HasPragma)
      Edits.back().Text =
          Fragment("clrt_keep_store_order();" + breakBefore(*this, S)) + Edits.back().Text;
    At = Place.End;
    if (dropsSemicolon(S, Edits.back())) {
      Edits.push_back({{At, At + 1}, {}});
      ++At;
    }
  }
  if (HasGaps)
    Gap(Range.End - 1);
  return Edits;
}

} // namespace cu2cl
