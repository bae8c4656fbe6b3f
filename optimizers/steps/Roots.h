// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_STEPS_ROOTS_H
#define CU2CL_OPTIMIZERS_STEPS_ROOTS_H

#include "optimizers/tree/Make.h"
#include "optimizers/tree/Source.h"

namespace cu2cl::opt {

/// Takes inverse roots out of the statements of \p K: `s += w / x * (1.0f / sqrt(e));` becomes
/// `float root = e;`, a statement that replaces root by its inverse root, and `s += w / x * root;`.
///
/// Precondition, for each: the statement always computes it, and of what has no effect. Effect: the
/// lowering asks once for all merged work-items whether the short form is exact
/// (clrt/device/exact_math.clh). \returns true if one was found.
bool extractRoots(Kernel &K, Make &M);

} // namespace cu2cl::opt

#endif
