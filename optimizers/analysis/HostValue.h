// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_ANALYSIS_HOSTVALUE_H
#define CU2CL_OPTIMIZERS_ANALYSIS_HOSTVALUE_H

#include "optimizers/analysis/Facts.h"

namespace cu2cl::opt {

/// \p E as a term of a variant's contract, which the launch computes from the arguments
/// (docs/variants.md): `i32(1,4) - 1`. Nothing if the launch does not know it.
std::optional<std::string> hostValue(const Facts &F, const Expr *E);

/// The number of \p V among the arguments.
unsigned parameterIndex(const Kernel &K, const Variable *V);

/// Adds to \p When that the buffers of the parameters \p A and \p B do not overlap.
void requireDistinct(const Kernel &K, const Variable *A, const Variable *B,
                     std::vector<std::string> &When);

} // namespace cu2cl::opt

#endif
