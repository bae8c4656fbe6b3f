// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_LOWERING_STOREDVALUES_H
#define CU2CL_OPTIMIZERS_LOWERING_STOREDVALUES_H

#include "optimizers/analysis/Facts.h"
#include "optimizers/tree/Make.h"

namespace cu2cl::opt {

/// `out[i] = e;` becomes `T value = e; out[i] = value;`: where only some lanes of a vector are
/// stored (tail shift), all of them are still computed at once.
///
/// Precondition: e loads from memory, has no effect, and loads nothing by a parameter that the
/// kernel writes by. A lane that is not stored is the item of another tile, so it may compute the
/// value.
void nameStoredValues(Kernel &K, const Facts &F, Make &M);

} // namespace cu2cl::opt

#endif
