// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_PLAN_ARMENDPLAN_H
#define CU2CL_KERNEL_PLAN_ARMENDPLAN_H

#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseSet.h"

namespace cu2cl {

/// The ends of the arms of ifs, switches and conditional expressions, of which several have
/// barriers.
struct ArmEnds {
  llvm::DenseSet<const clang::Stmt *> Jumps; ///< arms end before these
  llvm::DenseSet<const clang::Stmt *> Lasts; ///< ... or after these
  /// Expressions with barriers that are arms of `?:`, or that an arm returns.
  llvm::DenseSet<const clang::Stmt *> Values;
};

} // namespace cu2cl

#endif
