// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_STEPS_UNUSED_H
#define CU2CL_OPTIMIZERS_STEPS_UNUSED_H

#include "optimizers/analysis/Facts.h"

namespace cu2cl::opt {

/// Removes from \p B, a kernel's body, the declarations of what \p Before named and nothing in \p B
/// does any more, where \p MayGo says so of the initial value.
void dropUnused(Block &B, const Block &Before, llvm::function_ref<bool(const Expr *)> MayGo);

} // namespace cu2cl::opt

#endif
