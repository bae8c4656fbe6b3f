// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_BARRIERS_REJOINBARRIERS_H
#define CU2CL_ANALYSIS_BARRIERS_REJOINBARRIERS_H

#include "analysis/barriers/Barriers.h"
#include "llvm/ADT/DenseSet.h"

namespace cu2cl {

/// Places of a function that get one more barrier. Where a branch that all threads take alike leads
/// around a barrier, compilers join its end with the next branch that a value of it decides (jump
/// threading); PoCL 3.1 then lets one thread decide for all. A barrier where the ways meet again
/// keeps the two apart.
struct RejoinBarriers {
  llvm::DenseSet<const clang::Stmt *> Behind;  ///< ifs and loops, each a statement of a block
  llvm::DenseSet<const clang::Stmt *> Returns; ///< in front of these
};

RejoinBarriers planRejoinBarriers(const BarrierMap &Barriers, const clang::FunctionDecl *F);

} // namespace cu2cl

#endif
