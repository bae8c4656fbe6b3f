// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_DESTRUCTORS_H
#define CU2CL_KERNEL_DESTRUCTORS_H

#include "kernel/KernelPrinter.h"

namespace cu2cl {

/// True if the end of an object of type \p T has no effect.
bool hasNoDestructor(clang::QualType T);

/// The calls of destructors at the end of \p Block, last variable first; empty if there are none or
/// control never gets there.
Fragment printScopeEnd(KernelPrinter &P, const clang::CompoundStmt *Block);

/// The same at the end of \p S, an `if` or `for`, for what its head declares.
Fragment printHeadEnd(KernelPrinter &P, const clang::Stmt *S);

/// The calls that leaving by \p S (return, break, continue) makes.
Fragment printScopeExit(KernelPrinter &P, const clang::Stmt *S);

} // namespace cu2cl

#endif
