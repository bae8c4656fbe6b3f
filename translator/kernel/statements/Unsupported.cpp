// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Marks the constructs that OpenCL C lacks and no rule lowers: each gets a diagnostic and a mark
// that does not compile.

#include "frontend/InvisibleReferences.h"
#include "kernel/core/Rules.h"
#include "kernel/statements/Destructors.h"
#include "kernel/statements/Temporaries.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cu2cl {

std::optional<Fragment> printUnsupported(KernelPrinter &P, const Stmt *S) {
  auto Mark = [&](diag::Id Number, const std::vector<std::string> &Arguments = {}) {
    return Fragment(P.unit().mark(Number, S->getBeginLoc(), Arguments));
  };
  // Reported by DeviceCallGraph.
  if (isa<CUDAKernelCallExpr>(S))
    return Fragment(DeviceUnit::markOf(diag::DynamicParallelism));
  if (isa<CXXNewExpr, CXXDeleteExpr>(S))
    return Fragment(DeviceUnit::markOf(isa<CXXNewExpr>(S) ? diag::DeviceNew : diag::DeviceDelete));
  if (isa<CXXTryStmt, CXXThrowExpr>(S))
    return Fragment(DeviceUnit::markOf(diag::DeviceException));
  if (isa<CXXTypeidExpr, CXXDynamicCastExpr>(S))
    return Fragment(DeviceUnit::markOf(diag::DeviceRtti));
  if (const auto *T = dyn_cast<CXXBindTemporaryExpr>(S); T && !hasNoDestructor(T->getType()) &&
                                                         !P.plan().TemporaryPointers.count(T) &&
                                                         !isDirect(P.plan().Body, T))
    return Mark(diag::TemporaryLifetime);
  if (isa<CXXStdInitializerListExpr>(S))
    return Mark(diag::InitializerList);
  if (isa<AsmStmt>(S))
    return Fragment(DeviceUnit::markOf(diag::InlineAssembly));
  if (isa<IndirectGotoStmt, AddrLabelExpr>(S))
    return Fragment(DeviceUnit::markOf(diag::ComputedGoto));
  if (isa<CXXFoldExpr>(S))
    return Mark(diag::TokensFromMacro, {"fold expression"});
  return std::nullopt;
}

} // namespace cu2cl
