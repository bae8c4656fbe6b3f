// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_OUTPUT_OFFREGIONS_H
#define CU2CL_PROJECT_OUTPUT_OFFREGIONS_H

#include "llvm/ADT/StringRef.h"
#include <utility>
#include <vector>

namespace cu2cl {

/// Byte ranges [first, second) of a file in which no edit may be made.
using InactiveRegions = std::vector<std::pair<unsigned, unsigned>>;

/// The regions between `// cu2cl: off` and `// cu2cl: on` (each alone on its line, or at the end of
/// one). A region starts with the line of the first comment and ends with the line of the second;
/// one that is not closed goes to the end of the file. Sorted and disjoint.
InactiveRegions findInactiveRegions(llvm::StringRef Text);

/// True if [Begin, End) touches a region; an empty range touches the region that it lies in.
bool touchesOffRegion(const InactiveRegions &Regions, unsigned Begin, unsigned End);

} // namespace cu2cl

#endif
