// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_SPACES_STOREDPOINTERS_H
#define CU2CL_ANALYSIS_SPACES_STOREDPOINTERS_H

#include "analysis/flow/PointerConstraints.h"
#include "analysis/spaces/AddressSpaces.h"

namespace cu2cl {

/// Returns what the device code of a unit says of the host's pointers, for linkPointers: which
/// fields it finds in memory, whatever the kernel's parameters are declared as, and which arguments
/// it leaves there.
UnitPointerConstraints collectPointersInDeviceMemory(const AddressSpaceMap &Spaces,
                                                     const ParsedSide &Device);

} // namespace cu2cl

#endif
