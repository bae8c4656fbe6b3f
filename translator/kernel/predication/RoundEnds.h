// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_PREDICATION_ROUNDENDS_H
#define CU2CL_KERNEL_PREDICATION_ROUNDENDS_H

#include "kernel/core/DeviceUnit.h"
#include "kernel/predication/PredicationPlan.h"

namespace cu2cl {

/// What stands at the end of loops around barriers, so that their threads go back on one way.
struct RoundEnds {
  /// By the statement that the loop's body ends with: a label in front of the question, or "".
  llvm::DenseMap<const clang::Stmt *, std::string> Ends;
  llvm::DenseMap<const clang::Stmt *, std::string> Continues; ///< each with the label to go to
  bool OfWarps = false; ///< no loop needs all threads of a block where the device has warps
};

/// \p Predicates: the loops in it that threads leave one by one end so, too.
RoundEnds planRoundEnds(const DeviceUnit &Unit, const FunctionClone &V,
                        const PredicationPlan &Predicates);

} // namespace cu2cl

#endif
