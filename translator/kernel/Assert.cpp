// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// assert(condition).
//
// Precondition: what the C library's macro expands to, `condition ? (void)0 : __assert_fail(...)`.
// Effect: clrt_assert(condition, fault), a macro of clrt/device/assert.clh, which names the .cl file;
// clrt_assert_or_return(condition, fault) where no work-item waits for one that ends.

#include "catalog/Catalog.h"
#include "kernel/DeviceFunctions.h"
#include "kernel/Rules.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

std::optional<Fragment> printAssert(KernelPrinter &P, const Stmt *S) {
  const auto *E = dyn_cast<Expr>(S);
  const auto *C = E ? dyn_cast<ConditionalOperator>(E->IgnoreParens()) : nullptr;
  if (!C || !C->getType()->isVoidType())
    return std::nullopt;
  const auto *Call = dyn_cast<CallExpr>(C->getFalseExpr()->IgnoreParenCasts());
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  if (!F || !F->getIdentifier() || F->getName() != "__assert_fail")
    return std::nullopt;
  if (const catalog::DeviceFunction *Row = deviceFunctionOf(P.unit(), Call)) {
    P.needHelper(Row->Helper);
    if (Row->Diag)
      P.unit().report(Row->Diag, Call->getBeginLoc(), {"assert"});
  }
  const Expr *Condition = C->getCond()->IgnoreParenImpCasts();
  if (const auto *Cast = dyn_cast<CXXStaticCastExpr>(Condition))
    Condition = Cast->getSubExprAsWritten();
  return Fragment(mayEndWorkItem(P, S) ? "clrt_assert_or_return(" : "clrt_assert(") +
         P.print(Condition) + ", " + P.appendedName(Appended::Fault) + ")";
}

} // namespace cu2cl
