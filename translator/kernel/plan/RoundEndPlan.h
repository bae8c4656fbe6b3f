// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_PLAN_ROUNDENDPLAN_H
#define CU2CL_KERNEL_PLAN_ROUNDENDPLAN_H

#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include <string>

namespace cu2cl {

/// The ends of rounds of loops around barriers, where all threads go back on one way.
struct RoundEnds {
  /// By the statement that the loop's body ends with: a label in front of the question, or "".
  llvm::DenseMap<const clang::Stmt *, std::string> Ends;
  llvm::DenseMap<const clang::Stmt *, std::string> Continues; ///< each with the label to go to
  bool OfWarps = false; ///< no loop needs all threads of a block where the device has warps
};

} // namespace cu2cl

#endif
