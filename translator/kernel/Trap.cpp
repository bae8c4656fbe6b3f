// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// __trap() as a statement of a kernel without barriers.
//
// Precondition: no barrier in the kernel, where other work-items would wait for this one.
// Effect: clrt_trap_and_return(). Elsewhere the catalog's row says what it becomes.

#include "catalog/Catalog.h"
#include "kernel/DeviceFunctions.h"
#include "kernel/Rules.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

std::optional<Fragment> printTrap(KernelPrinter &P, const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *F = P.version().Function;
  if (!Call || !F || !F->hasAttr<CUDAGlobalAttr>() || P.unit().Barriers->hasBarrier(F))
    return std::nullopt;
  const catalog::DeviceFunction *Row = deviceFunctionOf(P.unit(), Call);
  if (!Row || Row->Text != "clrt_trap()" || isa_and_nonnull<Expr>(P.parent(Call)))
    return std::nullopt;
  P.needHelper(Row->Helper);
  P.unit().report(Row->Diag, Call->getBeginLoc(), {Row->Cuda.str()});
  return Fragment("clrt_trap_and_return()");
}

} // namespace cu2cl
