// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_PREDICATION_BRACEDIFS_H
#define CU2CL_KERNEL_PREDICATION_BRACEDIFS_H

#include "kernel/core/KernelPrinter.h"

namespace cu2cl {

/// `if (c) a; else ...` whose a gets a condition: "if (c) { if (active) a; } else ...".
Fragment printBraced(KernelPrinter &P, const clang::IfStmt *If);

} // namespace cu2cl

#endif
