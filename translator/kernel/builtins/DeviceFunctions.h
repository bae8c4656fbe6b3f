// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_BUILTINS_DEVICEFUNCTIONS_H
#define CU2CL_KERNEL_BUILTINS_DEVICEFUNCTIONS_H

#include "kernel/core/DeviceUnit.h"

namespace cu2cl {

class KernelPrinter;

/// The letter by which clrt's functions for one address space are named: g, l, c, p.
char spaceLetter(AddressSpace S);

/// std::min or std::max of a list in braces; nothing if \p Call is something else.
std::optional<Fragment> printListExtreme(KernelPrinter &P, const clang::CallExpr *Call);

} // namespace cu2cl

#endif
