// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_DRIVER_FUNCTIONTEXT_H
#define CU2CL_KERNEL_DRIVER_FUNCTIONTEXT_H

#include "kernel/core/KernelPrinter.h"

namespace cu2cl {

/// A printed function with what it needs.
struct FunctionText {
  Fragment Text;             ///< the definition
  KernelInterface Interface; ///< for kernels
};

/// Prints one version of a function.
FunctionText printFunction(KernelPrinter &P);

} // namespace cu2cl

#endif
