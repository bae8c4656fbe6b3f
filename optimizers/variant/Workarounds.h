// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Additions to a variant that keep compilers from changing its meaning.

#ifndef CU2CL_OPTIMIZERS_VARIANT_WORKAROUNDS_H
#define CU2CL_OPTIMIZERS_VARIANT_WORKAROUNDS_H

#include "optimizers/tree/Make.h"

namespace cu2cl::opt {

/// \p B with `#pragma clang loop vectorize(disable)` ahead of each loop that goes on with a
/// floating value of the iteration before, as sums do. Intel's runtime for CPUs adds up such sums
/// in another order, which OpenCL C does not allow. It does so in loops that it has unrolled fully,
/// too:
/// \param KeepsLoops `unroll(disable)` as well, instead of the source's hints
Block keepOrderOfSums(Make &M, const Block &B, bool KeepsLoops);

/// \p B, a kernel's body, with a barrier after each branch and loop that holds one. PoCL 3.1 leaves
/// out what follows a barrier for all work-items but one where they did not reach that barrier.
/// Only where all work-items of a group arrive: at the top, and after no return.
Block meetAfterBarriers(Make &M, const Block &B);

} // namespace cu2cl::opt

#endif
