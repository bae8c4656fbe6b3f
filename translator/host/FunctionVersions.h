// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_HOST_FUNCTIONVERSIONS_H
#define CU2CL_HOST_FUNCTIONVERSIONS_H

#include "host/HostUnit.h"

namespace cu2cl {

/// Writes a function that is called with host and with device pointers once for each: the text of
/// every version, one below the other. \p Apply runs the rules for one version. All other edits of
/// the function's text must be there already.
void writeVersions(
    HostUnit &U, const HostBody &Body,
    llvm::function_ref<void(HostUnit &, const HostBody &, unsigned, EditSource &)> Apply);

} // namespace cu2cl

#endif
