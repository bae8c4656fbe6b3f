// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_ANALYSIS_FEATURES_H
#define CU2CL_OPTIMIZERS_ANALYSIS_FEATURES_H

#include "optimizers/analysis/Facts.h"

namespace cu2cl::opt {

/// The properties of a kernel that a target's rows ask for before they offer a schedule.
enum Feature : unsigned {
  AnyKernel = 0,
  HasLoop = 1,          ///< a loop that all work-items go through together
  IsStraight = 2,       ///< no loop at all
  UsesY = 4,            ///< the second id is used
  OnlyX = 8,            ///< no other id is
  ReusesInX = 16,       ///< a load in a loop is the same for neighbours along x, and another is not
  ReusesInY = 32,       ///< the same along y
  UsesZ = 64,           ///< the third id is used
  HasRoots = 128,       ///< 1.0f / sqrt(x) in a loop
  UpdatesInLoop = 256,  ///< an assignment to memory in a loop
  NoUpdateInLoop = 512, ///< none
  /// More accesses are contiguous along y than along x.
  ContiguousInY = 1024,
  /// Any kernel has it. A schedule that asks for it may take lanes one by one, at fewer places than
  /// it loads or stores all of them.
  SomeLanesAlone = 2048,
  HasBarrier = 4096,      ///< work-items of a group wait for each other
  ReadsNeighbours = 8192, ///< at least three loads for each store, as stencils have
};

/// The features of \p F's kernel, a set of Feature.
unsigned featuresOf(const Facts &F);

} // namespace cu2cl::opt

#endif
