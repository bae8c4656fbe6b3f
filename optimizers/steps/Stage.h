// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_STEPS_STAGE_H
#define CU2CL_OPTIMIZERS_STEPS_STAGE_H

#include "optimizers/analysis/Facts.h"
#include "optimizers/schedule/Refusal.h"
#include "optimizers/tree/Make.h"

namespace cu2cl::opt {

/// Takes what work-items of a group read in common through local memory: a loop is done in rounds
/// of some of its own, ahead of which the group loads a tile together.
///
/// Precondition: a kernel without local memory and barriers. The loop counts by one from a constant
/// to a bound that arguments give, and leaves no round early; guards around it are upper bounds of
/// ids, or equal for all. A load is made in every round, by an address of ids, the counter and
/// arguments; the kernel does not write there (conditions `distinct`). Effect: a work-item beyond
/// the guards stays until the last barrier and loads its part; nothing is loaded that the plain
/// kernel would not load.
class Stage {
public:
  Stage(const Source &From, Kernel &K, Make &M, unsigned Depth)
      : From(From), K(K), M(M), Depth(Depth) {}

  /// Changes the kernel, for work-groups of \p Group, of which \p Merged neighbours will be one.
  /// \returns why there is nothing to stage, and where.
  std::optional<Reason> run(const unsigned (&Group)[3], const unsigned (&Merged)[3]);

  std::vector<std::string> When; ///< what a launch has to fulfil

private:
  const Source &From;
  Kernel &K;
  Make &M;
  unsigned Depth;
};

} // namespace cu2cl::opt

#endif
