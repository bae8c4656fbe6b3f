// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_ANALYSIS_INVERSEROOTS_H
#define CU2CL_OPTIMIZERS_ANALYSIS_INVERSEROOTS_H

#include "optimizers/analysis/Facts.h"

namespace cu2cl::opt {

/// The function of clrt/device/exact_math.clh.
inline constexpr llvm::StringLiteral InverseRootFunction = "exact_rsqrt";

/// True if \p E is `1.0f / sqrt(x)` of a float.
bool isInverseRoot(const Expr *E);
/// The variable that \p S replaces by its inverse root, as extractRoots() (steps/Roots.h) writes
/// it; null for other statements.
Variable *replacedByRoot(const Stmt *S);

} // namespace cu2cl::opt

#endif
