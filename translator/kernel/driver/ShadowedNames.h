// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_DRIVER_SHADOWEDNAMES_H
#define CU2CL_KERNEL_DRIVER_SHADOWEDNAMES_H

#include "kernel/driver/FunctionText.h"

namespace cu2cl {

/// Gives the variables in \p Text, which is that of \p V, their names: one that would hide what the
/// text calls or means by its name gets another one. The marks go (Names::local()).
void settleNames(DeviceUnit &Unit, const FunctionClone &V, FunctionText &Text);

/// \p Text, in which no variable hides anything, without the marks of its variables' names.
Fragment withPlainNames(const Fragment &Text);

} // namespace cu2cl

#endif
