// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Fold expressions, `(args + ...)`: an instance is what Clang made of them, operators between parts
// that all take the place of `args`.
//
// Effect: that expression in parentheses in place of the fold; of `(f(args), ...);` one statement a
// part; the value that a fold of nothing has.

#include "kernel/core/Folds.h"
#include "kernel/core/Rules.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

static void findAll(const Stmt *S, llvm::function_ref<void(const Stmt *)> Found) {
  if (!S)
    return;
  Found(S);
  for (const Stmt *C : S->children())
    findAll(C, Found);
}

void FoldRanges::note(const FunctionDecl *F, llvm::function_ref<TokenRange(SourceRange)> TokensOf) {
  const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
  if (!Pattern)
    return;
  findAll(Pattern->getBody(), [&](const Stmt *S) {
    if (const auto *New = dyn_cast<CXXNewExpr>(S)) {
      TokenRange Range = TokensOf(New->getSourceRange());
      if (!Range.empty() && New->getInitializationStyle() == CXXNewInitializationStyle::None)
        NewEnds[Range.Begin] = Range.End;
    }
    const auto *Fold = dyn_cast<CXXFoldExpr>(S);
    if (!Fold)
      return;
    TokenRange Range = TokensOf({Fold->getLParenLoc(), Fold->getRParenLoc()});
    if (!Range.empty() && !llvm::is_contained(Ranges, Range))
      Ranges.push_back(Range);
  });
}

TokenRange FoldRanges::widened(TokenRange R) const {
  if (auto It = NewEnds.find(R.End - 1); It != NewEnds.end())
    R.End = It->second;
  for (TokenRange Fold : Ranges) {
    bool Overlap = R.Begin < Fold.End && Fold.Begin < R.End;
    if (Overlap && !Fold.contains(R))
      R = {std::min(R.Begin, Fold.Begin), std::max(R.End, Fold.End)};
  }
  return R;
}

TokenRange FoldRanges::placeOf(TokenRange Inner, TokenRange Outer) const {
  TokenRange Place = Inner;
  for (TokenRange Fold : Ranges)
    if (Fold.contains(Inner) && !Fold.contains(Outer) && Fold.contains(Place))
      Place = Fold;
  return Place;
}

Fragment printFolded(KernelPrinter &P, const Stmt *S) {
  Fragment Text = P.print(S);
  const auto *E = dyn_cast<Expr>(S);
  bool Binds = E && isa<BinaryOperator, AbstractConditionalOperator>(E->IgnoreParenImpCasts());
  return Binds && !isa<ParenExpr>(E->IgnoreImplicit()) ? Fragment("(") + Text + ")" : Text;
}

Fragment printFoldStatement(KernelPrinter &P, const Stmt *S) {
  const auto *E = dyn_cast<Expr>(S);
  if (const auto *B = E ? dyn_cast<BinaryOperator>(E->IgnoreImplicit()) : nullptr;
      B && B->isCommaOp())
    return printFoldStatement(P, B->getLHS()) + "; " + printFoldStatement(P, B->getRHS());
  return P.print(E ? E->IgnoreParens() : S);
}

std::optional<Fragment> printEmptyFold(KernelPrinter &P, const Stmt *S) {
  if (!isa<CXXBoolLiteralExpr, CXXScalarValueInitExpr>(S))
    return std::nullopt;
  TokenRange Range = P.unit().tokensOf(S->getSourceRange());
  if (Range.empty() || P.unit().tokenKind(Range.Begin) != tok::ellipsis)
    return std::nullopt;
  if (const auto *Bool = dyn_cast<CXXBoolLiteralExpr>(S))
    return Fragment(Bool->getValue() ? "true" : "false");
  return Fragment("(void)0");
}

} // namespace cu2cl
