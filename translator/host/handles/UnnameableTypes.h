// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_HOST_HANDLES_UNNAMEABLETYPES_H
#define CU2CL_HOST_HANDLES_UNNAMEABLETYPES_H

#include "host/handles/HandleUses.h"

namespace cu2cl {

/// Fills U.OpenParameters and U.LateFinders for the handles of part \p Part of the kernels of \p
/// KernelFile, which are included before \p Use.
void openUnnameableTypes(HostUnit &U, const HandleUse &Use, llvm::StringRef KernelFile,
                         unsigned Part);

} // namespace cu2cl

#endif
