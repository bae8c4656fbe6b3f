// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_ANALYSIS_UNUSED_H
#define CU2CL_OPTIMIZERS_ANALYSIS_UNUSED_H

#include "optimizers/analysis/Facts.h"

namespace cu2cl::opt {

using Variables = llvm::SmallPtrSet<const Variable *, 32>;

/// The variables that expressions in \p B name.
Variables namedIn(const Block &B);

/// Removes from \p B, a kernel's body, the declarations of variables that nothing in it names,
/// where
/// \p MayGo says so of the declaration.
void dropUnused(Block &B, llvm::function_ref<bool(const Stmt *)> MayGo);

} // namespace cu2cl::opt

#endif
