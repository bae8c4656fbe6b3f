// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_STATEMENTS_CONSTRUCTORS_H
#define CU2CL_KERNEL_STATEMENTS_CONSTRUCTORS_H

#include "kernel/core/KernelPrinter.h"

namespace cu2cl {

/// Returns what the member initialisers of \p C do to `self`, one statement a line.
std::vector<Fragment> printInitialisers(KernelPrinter &P, const clang::CXXConstructorDecl *C);

/// The body of an assignment that assigns the members one by one.
Fragment printDefaultedAssignment(KernelPrinter &P, const clang::CompoundStmt *Body);

/// Statements after the declaration of array \p V of objects that are constructed one by one;
/// empty if there is nothing to do.
Fragment printArrayConstruction(KernelPrinter &P, const clang::VarDecl *V);

} // namespace cu2cl

#endif
