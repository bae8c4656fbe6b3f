// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What OpenCL C cannot say and no rule lowers. Each gets a diagnostic and a mark that does not
// compile.

#include "kernel/core/Rules.h"
#include "kernel/statements/Destructors.h"
#include "kernel/statements/Temporaries.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cu2cl {

std::optional<Fragment> printUnsupported(KernelPrinter &P, const Stmt *S) {
  auto Mark = [&](const char *What) {
    return Fragment(P.unit().mark(2055, S->getBeginLoc(), {What}));
  };
  // Reported by DeviceReach.
  if (isa<CUDAKernelCallExpr>(S))
    return Fragment(DeviceUnit::markOf(2019));
  if (isa<CXXNewExpr, CXXDeleteExpr>(S))
    return Fragment(DeviceUnit::markOf(isa<CXXNewExpr>(S) ? 2011 : 2012));
  if (isa<CXXTryStmt, CXXThrowExpr>(S))
    return Fragment(DeviceUnit::markOf(2014));
  if (isa<CXXTypeidExpr, CXXDynamicCastExpr>(S))
    return Fragment(DeviceUnit::markOf(2016));
  if (const auto *T = dyn_cast<CXXBindTemporaryExpr>(S); T && !hasNoDestructor(T->getType()) &&
                                                         !P.plan().TemporaryPointers.count(T) &&
                                                         !isDirect(P.plan().Body, T))
    return Mark("a temporary with a destructor");
  if (isa<CXXStdInitializerListExpr>(S))
    return Mark("a std::initializer_list");
  if (isa<AsmStmt>(S))
    return Fragment(DeviceUnit::markOf(2013)) + ";";
  if (isa<IndirectGotoStmt, AddrLabelExpr>(S))
    return Fragment(DeviceUnit::markOf(2017));
  if (isa<CXXFoldExpr>(S))
    return Mark("a fold expression");
  return std::nullopt;
}

} // namespace cu2cl
