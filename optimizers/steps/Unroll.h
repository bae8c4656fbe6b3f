// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_STEPS_UNROLL_H
#define CU2CL_OPTIMIZERS_STEPS_UNROLL_H

#include "optimizers/analysis/Facts.h"
#include "optimizers/schedule/Refusal.h"
#include "optimizers/tree/Make.h"

namespace cu2cl::opt {

/// Does several rounds of innermost loops at once: `for (i = 0; i < n; i++) s += a[i];` becomes a
/// loop of `s += a[i]; s += a[i + 1];` and one over what is left. With \p Factor 0, loops of a
/// known count of rounds become straight code.
///
/// Precondition: the loop's counter is its own, an integer of 32 or 64 bits that only the loop's
/// head changes, by a constant towards a bound which the loop does not change; nothing leaves a
/// round early. Effect: the same operations in the same order, with one accumulator.
/// \returns why no loop was unrolled, and where.
std::optional<Reason> unroll(Kernel &K, const Facts &F, Make &M, unsigned Factor);

} // namespace cu2cl::opt

#endif
