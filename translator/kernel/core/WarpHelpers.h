// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_WARPHELPERS_H
#define CU2CL_KERNEL_CORE_WARPHELPERS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

namespace cu2cl {

class DeviceUnit;
class KernelPrinter;

// Helper functions of lockstep code: an `if` has nothing but their call.

/// The call in `if (tid < 32) warpReduce(s, tid);`, of a helper that takes the condition; null if
/// \p If has something else.
const clang::CallExpr *warpHelperCall(KernelPrinter &P, const clang::IfStmt *If);

/// The condition of the `if` that has nothing but \p Call, of a helper of lockstep code; null if
/// there is none: then the caller's own condition is passed on.
const clang::Expr *warpConditionOf(KernelPrinter &P, const clang::CallExpr *Call);

/// True if \p F takes "bool in_warp" as its last argument.
bool isWarpHelper(DeviceUnit &Unit, const clang::FunctionDecl *F);

} // namespace cu2cl

#endif
