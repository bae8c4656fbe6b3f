// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A declaration that is all that a condition or a loop runs: `if (n) Guard g(lock);`.
//
// C takes only a statement there. Effect: a block around it, in which its variables end.

#include "kernel/statements/DeclaredBodies.h"
#include "kernel/core/Rules.h"
#include "kernel/statements/Destructors.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cu2cl {

bool isDeclaredBody(const KernelPrinter &P, const Stmt *S) {
  if (!isa<DeclStmt>(S))
    return false;
  const Stmt *Child = S, *Up = P.plan().Body.parent(S);
  while (isa_and_nonnull<SwitchCase, LabelStmt, AttributedStmt>(Up)) {
    Child = Up;
    Up = P.plan().Body.parent(Up);
  }
  if (const auto *If = dyn_cast_or_null<IfStmt>(Up))
    return Child == If->getThen() || Child == If->getElse();
  if (const auto *For = dyn_cast_or_null<ForStmt>(Up))
    return Child == For->getBody();
  if (const auto *For = dyn_cast_or_null<CXXForRangeStmt>(Up))
    return Child == For->getBody();
  if (const auto *While = dyn_cast_or_null<WhileStmt>(Up))
    return Child == While->getBody();
  if (const auto *Switch = dyn_cast_or_null<SwitchStmt>(Up))
    return Child == Switch->getBody();
  return isa_and_nonnull<DoStmt>(Up);
}

std::optional<Fragment> printDeclaredBody(KernelPrinter &P, const Stmt *S) {
  if (P.Scope.isInside(PrintLayer::Body, S) || !isDeclaredBody(P, S))
    return std::nullopt;
  Fragment End = printDeclarationEnd(P, cast<DeclStmt>(S));
  Fragment Declared = P.printInside(PrintLayer::Body, S).endedBy(";");
  return (Fragment("{ ") + Declared + (End.empty() ? "" : " ") + End + " }").closed();
}

} // namespace cu2cl
