// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/core/WarpHelpers.h"
#include "kernel/core/KernelPrinter.h"

using namespace clang;

namespace cu2cl {

bool isWarpHelper(DeviceUnit &Unit, const FunctionDecl *F) {
  return llvm::any_of(Unit.Barriers->warpSynchronousRegions(F),
                      [](const WarpSynchronousRegion &R) { return R.CanInsertBarriers && !R.If; });
}

const CallExpr *warpHelperCall(KernelPrinter &P, const IfStmt *If) {
  const Stmt *Then = If->getThen();
  if (const auto *Block = dyn_cast<CompoundStmt>(Then); Block && Block->size() == 1)
    Then = Block->body_front();
  const auto *Call = dyn_cast<CallExpr>(Then);
  if (!Call)
    return nullptr;
  const FunctionClone *Callee = P.unit().Spaces.callee(P.version(), Call);
  return Callee && isWarpHelper(P.unit(), Callee->Function) ? Call : nullptr;
}

const Expr *warpConditionOf(KernelPrinter &P, const CallExpr *Call) {
  const Stmt *Up = P.plan().Body.parent(Call);
  if (isa_and_nonnull<CompoundStmt>(Up))
    Up = P.plan().Body.parent(Up);
  const auto *If = dyn_cast_or_null<IfStmt>(Up);
  return If && warpHelperCall(P, If) == Call ? If->getCond() : nullptr;
}

} // namespace cu2cl
