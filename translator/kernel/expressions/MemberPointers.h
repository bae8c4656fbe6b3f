// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_EXPRESSIONS_MEMBERPOINTERS_H
#define CU2CL_KERNEL_EXPRESSIONS_MEMBERPOINTERS_H

#include "kernel/core/KernelPrinter.h"
#include <optional>

namespace cu2cl {

/// Pointers to members as values, and what they lead to.
std::optional<Fragment> printMemberPointer(KernelPrinter &P, const clang::Stmt *S);

} // namespace cu2cl

#endif
