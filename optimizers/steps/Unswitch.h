// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_STEPS_UNSWITCH_H
#define CU2CL_OPTIMIZERS_STEPS_UNSWITCH_H

#include "optimizers/analysis/Facts.h"
#include "optimizers/tree/Make.h"

namespace cu2cl::opt {

/// Takes conditions that keep their value out of loops: `for (...) x += c ? a : b;` becomes
/// `if (c) for (...) x += a; else for (...) x += b;`.
///
/// Precondition: the condition is equal for all work-items, reads no memory, has no effect, and
/// names nothing that the loop assigns. Effect: the loop is there twice.
/// \returns true if a loop was found.
bool unswitch(Kernel &K, const Facts &F, Make &M);

} // namespace cu2cl::opt

#endif
