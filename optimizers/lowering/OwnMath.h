// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_LOWERING_OWNMATH_H
#define CU2CL_OPTIMIZERS_LOWERING_OWNMATH_H

#include "optimizers/tree/Make.h"

namespace cu2cl::opt {

/// Replaces the built-in sin and cos of float in \p K, for all its work-items, by those of
/// clrt/device/own_math.clh: these have the same bits as a scalar and in a vector.
/// \returns false if there is none.
bool useOwnMath(Kernel &K, Make &M);

/// True if \p Call is of such a function, which has vector forms: own_cos16.
bool isOwnMath(const Expr *Call);

} // namespace cu2cl::opt

#endif
