// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_ANALYSIS_PATTERNS_H
#define CU2CL_OPTIMIZERS_ANALYSIS_PATTERNS_H

#include "optimizers/analysis/Facts.h"

namespace cu2cl::opt {

/// The distance to the element of the next work-item along a dimension.
enum class Pattern {
  Same,       ///< at the same place
  Contiguous, ///< one element on
  Neighbours, ///< one element on, where another access of this work-item is near
  Strided,    ///< a distance on that is equal for all
  Scattered   ///< at a place of its own
};
llvm::StringRef nameOf(Pattern P);

/// The pattern of \p A, one of \p F's accesses, along \p Dimension.
Pattern patternOf(const Facts &F, const Access &A, unsigned Dimension);

/// Returns how many accesses are contiguous along \p Dimension (with neighbours or without).
unsigned contiguousAccesses(const Facts &F, unsigned Dimension);
/// The dimensions along which an access is contiguous.
Dimensions contiguousDimensions(const Facts &F);
/// The dimensions along which anything in the kernel differs.
Dimensions usedDimensions(const Facts &F);

} // namespace cu2cl::opt

#endif
