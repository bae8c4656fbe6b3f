// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_BUILTINS_TRAP_H
#define CU2CL_KERNEL_BUILTINS_TRAP_H

#include "kernel/core/KernelPrinter.h"

namespace cu2cl {

/// Returns true if \p S is a statement of its own, not a part of one.
bool isWholeStatement(KernelPrinter &P, const clang::Stmt *S);
/// Returns true if work-items may end at the statement \p S of the printer's function: it is a
/// kernel, and none of its barriers would wait for them.
bool mayEndWorkItem(KernelPrinter &P, const clang::Stmt *S);

} // namespace cu2cl

#endif
