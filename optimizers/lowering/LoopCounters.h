// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_LOWERING_LOOPCOUNTERS_H
#define CU2CL_OPTIMIZERS_LOWERING_LOOPCOUNTERS_H

#include "optimizers/analysis/Facts.h"
#include "optimizers/tree/Make.h"

namespace cu2cl::opt {

/// Declares counters in their loops: `int k; ... for (k = 0; ...)` becomes `for (int k = 0; ...)`.
/// Precondition for a variable: it is an integer without an initial value, its address is not
/// taken, and it is named only in loops that assign it first, none of them in another one; the
/// kernel has no statement that is not understood. Each loop gets a variable of its own.
void ownCounters(Kernel &K, const Facts &F, Make &M);

} // namespace cu2cl::opt

#endif
