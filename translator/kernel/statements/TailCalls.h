// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_STATEMENTS_TAILCALLS_H
#define CU2CL_KERNEL_STATEMENTS_TAILCALLS_H

#include "kernel/core/KernelPrinter.h"

namespace cu2cl {

/// The line at the beginning of the body, to which calls of the function itself jump; empty where
/// there are none.
std::string againLine(KernelPrinter &P);

} // namespace cu2cl

#endif
