// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_DRIVER_HIDDENNAMES_H
#define CU2CL_KERNEL_DRIVER_HIDDENNAMES_H

#include "kernel/core/DeviceUnit.h"

namespace cu2cl {

/// Renames the variables of \p V that hide what its printed text \p Text means by their name: a
/// function that it calls, or one of the names of file scope that Names gave for it. True if there
/// are any: then the text is to be printed again.
bool renameHidingVariables(DeviceUnit &Unit, const FunctionClone &V, const Fragment &Text);

} // namespace cu2cl

#endif
