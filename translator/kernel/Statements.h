// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_STATEMENTS_H
#define CU2CL_KERNEL_STATEMENTS_H

#include "kernel/KernelPrinter.h"

namespace cu2cl {

/// True if the tokens of \p S end before its ';', which our text must give if something follows.
bool endsOpen(KernelPrinter &P, const clang::Stmt *S);

} // namespace cu2cl

#endif
