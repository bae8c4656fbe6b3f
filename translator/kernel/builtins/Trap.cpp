// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// __trap() as a statement of a kernel without barriers.
//
// Precondition: no barrier in the kernel, where other work-items would wait for this one.
// Effect: clrt_trap_and_return(fault). Elsewhere the catalog's row says what it becomes.

#include "kernel/builtins/Trap.h"
#include "catalog/Catalog.h"
#include "kernel/builtins/DeviceFunctions.h"
#include "kernel/core/Rules.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

bool isWholeStatement(KernelPrinter &P, const Stmt *S) {
  const Stmt *Parent = P.plan().Body.parent(S);
  if (const auto *If = dyn_cast_or_null<IfStmt>(Parent))
    return If->getThen() == S || If->getElse() == S;
  if (const auto *For = dyn_cast_or_null<ForStmt>(Parent))
    return For->getBody() == S;
  if (const auto *While = dyn_cast_or_null<WhileStmt>(Parent))
    return While->getBody() == S;
  if (const auto *Case = dyn_cast_or_null<SwitchCase>(Parent))
    return Case->getSubStmt() == S;
  return isa_and_nonnull<CompoundStmt, DoStmt, LabelStmt>(Parent);
}

bool mayEndWorkItem(KernelPrinter &P, const Stmt *S) {
  DeviceUnit &Unit = P.unit();
  const FunctionDecl *F = P.version().Function;
  if (!F || !F->hasAttr<CUDAGlobalAttr>() || Unit.Barriers->hasBarrier(F) ||
      !Unit.Barriers->missingBarriers(F).empty() || !isWholeStatement(P, S))
    return false;
  // Code that counts on the lockstep of a warp gets barriers.
  return llvm::none_of(Unit.Reach->Functions, [&](const FunctionDecl *Reached) {
    return !Unit.Barriers->warpSynchronousRegions(Reached).empty() &&
           llvm::is_contained(Unit.Reach->kernelsReaching(Reached), F);
  });
}

std::optional<Fragment> printTrap(KernelPrinter &P, const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  const catalog::DeviceFunction *Row = Call ? deviceFunctionOf(P.unit(), Call) : nullptr;
  if (!Row || Row->Text != "clrt_trap($f)" || !mayEndWorkItem(P, S))
    return std::nullopt;
  P.Found.needHelper(Row->Helper);
  P.unit().report(diag::Id(Row->Diag), Call->getBeginLoc(), {Row->Cuda.str()});
  return Fragment("clrt_trap_and_return(" + P.Locals.appendedName(Appended::Fault) + ")");
}

} // namespace cu2cl
