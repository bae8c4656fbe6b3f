// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_BUILTINS_DEVICEFUNCTIONS_H
#define CU2CL_KERNEL_BUILTINS_DEVICEFUNCTIONS_H

#include "kernel/core/DeviceUnit.h"

namespace cu2cl {

/// The letter by which clrt's functions for one address space are named: g, l, c, p.
char spaceLetter(AddressSpace S);

} // namespace cu2cl

#endif
