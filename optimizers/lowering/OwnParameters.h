// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_LOWERING_OWNPARAMETERS_H
#define CU2CL_OPTIMIZERS_LOWERING_OWNPARAMETERS_H

#include "optimizers/tree/Make.h"

namespace cu2cl::opt {

/// Gives parameters that \p K changes a variable, from the first statement on that changes them:
/// several work-items that become one share the parameter, but not what they make of it.
void ownParameters(Kernel &K, Make &M);

} // namespace cu2cl::opt

#endif
