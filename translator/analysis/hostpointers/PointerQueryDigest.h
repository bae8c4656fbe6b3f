// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_HOSTPOINTERS_VIEWDIGEST_H
#define CU2CL_ANALYSIS_HOSTPOINTERS_VIEWDIGEST_H

#include "analysis/hostpointers/DevicePointers.h"
#include <set>

namespace cu2cl {

/// Everything that a PointerQuery of the unit with the facts \p Unit can answer, as one text: equal
/// texts, equal answers. \p Usrs: the declarations that are asked for by name
/// (PointerQuery::asked()); expressions are those of the unit. Places do not count.
std::string pointerQueryDigest(const PointerRepresentations &Decisions,
                               const UnitPointerConstraints &Unit,
                               const std::set<std::string> &Usrs);

} // namespace cu2cl

#endif
