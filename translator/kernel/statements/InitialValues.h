// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_STATEMENTS_INITIALVALUES_H
#define CU2CL_KERNEL_STATEMENTS_INITIALVALUES_H

#include "kernel/core/KernelPrinter.h"

namespace cu2cl {

/// " = 0" for \p V, a variable without an initial value, where threads may look at it that gave it
/// none; else empty. A lane of CUDA may shuffle what it has not set, if nobody reads that; to a
/// compiler of OpenCL it says that each thread has set it, and the conditions before go.
std::string missingInitialValue(KernelPrinter &P, const clang::VarDecl *V);

} // namespace cu2cl

#endif
