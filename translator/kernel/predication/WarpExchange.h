// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_PREDICATION_WARPEXCHANGE_H
#define CU2CL_KERNEL_PREDICATION_WARPEXCHANGE_H

#include "analysis/barriers/Barriers.h"
#include "analysis/barriers/RejoinBarriers.h"
#include "kernel/core/DeviceUnit.h"
#include "llvm/ADT/DenseSet.h"

namespace cu2cl {

class KernelPrinter;

/// CUDA's barrier as a statement: it fences both memories.
inline constexpr const char *BarrierText = "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);";

/// The warp-synchronous statements of one function that get barriers.
struct WarpExchange {
  std::string Condition; ///< name of "this thread takes part": in_warp
  std::string Value;     ///< name of what a step has read
  llvm::DenseSet<const clang::Stmt *> Ifs;
  llvm::DenseMap<const clang::Stmt *, WarpStep> Steps;
  bool WholeFunction = false;
  llvm::DenseMap<const clang::Stmt *, MissingBarrier> Lacking; ///< by statement
  llvm::DenseSet<const clang::Stmt *> Returns; ///< with a barrier in front (RejoinBarriers.h)
  llvm::DenseSet<const clang::VarDecl *> GuardedInits; ///< "in_warp ? init : 0"
};
WarpExchange planWarpExchange(DeviceUnit &Unit, const FunctionClone &V);

/// The condition of the `if` that has nothing but \p Call, of a helper of lockstep code; null if
/// there is none: then the caller's own condition is passed on.
const clang::Expr *warpConditionOf(KernelPrinter &P, const clang::CallExpr *Call);

/// True if \p F takes "bool in_warp" as its last argument.
bool isWarpHelper(DeviceUnit &Unit, const clang::FunctionDecl *F);

} // namespace cu2cl

#endif
