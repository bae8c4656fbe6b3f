// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_STATEMENTS_DECLAREDBODIES_H
#define CU2CL_KERNEL_STATEMENTS_DECLAREDBODIES_H

#include "kernel/core/KernelPrinter.h"

namespace cu2cl {

/// Returns true if \p S is a declaration without a block of its own: what an `if` or a loop runs.
bool isDeclaredBody(const KernelPrinter &P, const clang::Stmt *S);

} // namespace cu2cl

#endif
