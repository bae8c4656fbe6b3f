// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/predication/BracedIfs.h"
#include "kernel/statements/Statements.h"

using namespace clang;

namespace cu2cl {

Fragment printBraced(KernelPrinter &P, const IfStmt *If) {
  TokenRange Whole = P.unit().tokensOf(If->getSourceRange());
  TokenRange Condition = P.unit().tokensOf(If->getCond()->getSourceRange());
  TokenRange Then = P.unit().tokensOf(If->getThen()->getSourceRange());
  TokenRange Else = P.unit().tokensOf(If->getElse()->getSourceRange());
  if (Condition.empty() || Then.empty() || Else.empty() || Condition.End > Then.Begin ||
      Then.End > Else.Begin || !Whole.contains(Condition) || !Whole.contains(Else))
    return Fragment(P.unit().mark(diag::TokensFromMacro, If->getBeginLoc(), {"if"})) + ";";
  bool Ends = P.unit().tokenKind(Then.End) == tok::semi;
  Then.End += Ends;
  Fragment Guarded = Fragment("{ ") + withSemicolon(If->getThen(), P.print(If->getThen())) + " }";
  return P.compose(Whole, {{Condition, P.print(If->getCond())},
                           {Then, std::move(Guarded)},
                           {Else, P.print(If->getElse())}});
}

} // namespace cu2cl
