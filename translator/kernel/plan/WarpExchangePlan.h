// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_PLAN_WARPEXCHANGEPLAN_H
#define CU2CL_KERNEL_PLAN_WARPEXCHANGEPLAN_H

#include "analysis/barriers/Barriers.h"
#include "analysis/barriers/RejoinBarriers.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <string>

namespace cu2cl {

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

} // namespace cu2cl

#endif
