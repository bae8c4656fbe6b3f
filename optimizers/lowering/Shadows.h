// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_LOWERING_SHADOWS_H
#define CU2CL_OPTIMIZERS_LOWERING_SHADOWS_H

#include "optimizers/tree/Make.h"

namespace cu2cl::opt {

/// Gives variables that hide another one of \p K a name of their own: what a step names in an inner
/// block is then what the same name means outside. A kernel with opaque parts stays as it is, since
/// these may name any variable.
void renameShadowing(Kernel &K, Make &M);

} // namespace cu2cl::opt

#endif
