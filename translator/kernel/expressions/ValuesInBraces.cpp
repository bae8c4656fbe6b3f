// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// V v{a - b}; where a - b is a V: the value without the braces, which C would take for members.
// The frontend makes such lists parentheses whose places are those of the braces
// (frontend/TransparentLists.h).

#include "kernel/core/KernelPrinter.h"

using namespace clang;

namespace cu2cl {

std::optional<Fragment> printValueInBraces(KernelPrinter &P, const Stmt *S) {
  TokenRange Range = P.unit().tokensOf(S->getSourceRange());
  if (Range.empty() || P.unit().tokenKind(Range.Begin) != tok::l_brace)
    return std::nullopt;
  return P.print(cast<ParenExpr>(S)->getSubExpr());
}

} // namespace cu2cl
