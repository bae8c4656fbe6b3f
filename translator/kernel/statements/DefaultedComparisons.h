// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_STATEMENTS_DEFAULTEDCOMPARISONS_H
#define CU2CL_KERNEL_STATEMENTS_DEFAULTEDCOMPARISONS_H

#include "kernel/core/KernelPrinter.h"

namespace cu2cl {

/// The body that Clang wrote for \p F, which is `= default` and has no tokens of its own: a
/// comparison of two objects member by member, or an assignment.
Fragment printDefaulted(KernelPrinter &P, const clang::FunctionDecl *F,
                        const clang::CompoundStmt *Body);

} // namespace cu2cl

#endif
