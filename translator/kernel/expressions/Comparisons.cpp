// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// a < b >= c compares the result of the first comparison. OpenCL compilers on newer Clangs refuse
// it.
//
// Precondition: a relational operator whose left side is one, without parentheses.
// Effect: (a < b) >= c.

#include "kernel/core/Rules.h"

using namespace clang;

namespace cu2cl {

std::optional<Fragment> printComparison(KernelPrinter &P, const Stmt *S) {
  const auto *B = dyn_cast<BinaryOperator>(S);
  if (!B || !B->isRelationalOp())
    return std::nullopt;
  const auto *Inner = dyn_cast<BinaryOperator>(B->getLHS()->IgnoreImplicit());
  if (!Inner || !Inner->isRelationalOp())
    return std::nullopt;
  TokenRange Whole = P.unit().tokensOf(B->getSourceRange());
  TokenRange Left = P.unit().tokensOf(B->getLHS()->getSourceRange());
  TokenRange Right = P.unit().tokensOf(B->getRHS()->getSourceRange());
  if (Whole.empty() || Left.empty() || Right.empty() || Left.Begin != Whole.Begin ||
      Left.End >= Right.Begin || Right.End != Whole.End)
    return std::nullopt;
  return P.compose(
      Whole, {{Left, Fragment("(") + P.print(B->getLHS()) + ")"}, {Right, P.print(B->getRHS())}});
}

} // namespace cu2cl
