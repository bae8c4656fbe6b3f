// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_BARRIERPLAN_H
#define CU2CL_KERNEL_BARRIERPLAN_H

#include "analysis/Barriers.h"
#include "kernel/DeviceUnit.h"
#include "llvm/ADT/DenseSet.h"

namespace cu2cl {

/// What changes in a kernel with barriers behind `if (cond) return;` that only some threads take, or
/// in `if (cond) { ... }`. In CUDA the threads that returned do not take part in the barrier; in
/// OpenCL all must reach it. So the condition becomes a predicate, and every statement up to the last
/// barrier, or in the block, runs under it.
struct BarrierPlan {
  std::string Predicate; ///< the variable's name, "active"; empty: nothing changes
  llvm::DenseMap<const clang::Stmt *, bool> Returns; ///< IfStmts; true for the first
  llvm::DenseMap<const clang::Stmt *, bool> Blocks;  ///< ifs and loops around barriers; the same
  llvm::DenseSet<const clang::Expr *> Votes; ///< conditions of these loops
  llvm::DenseSet<const clang::Stmt *> Guarded;       ///< statements
  llvm::DenseSet<const clang::Expr *> GuardedConditions;
  llvm::DenseSet<const clang::VarDecl *> GuardedInits;
  llvm::DenseSet<const clang::Stmt *> Braced; ///< IfStmts whose `then` takes braces, for their else
  const clang::Stmt *Last = nullptr; ///< behind it the inactive threads return

  bool empty() const { return Predicate.empty(); }
};

/// The plan for kernel \p V. Reports what cannot be lowered (2059).
BarrierPlan planBarriers(DeviceUnit &Unit, const BarrierMap &Barriers, const FunctionVersion &V);

} // namespace cu2cl

#endif
