// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_STATEMENTS_DESTRUCTORS_H
#define CU2CL_KERNEL_STATEMENTS_DESTRUCTORS_H

#include "kernel/core/KernelPrinter.h"

namespace cu2cl {

/// The call of the destructor of \p Object (see AddressSpaceMap::destructor), which lies at
/// \p Address.
Fragment printEnd(KernelPrinter &P, const void *Object, const std::string &Address,
                  clang::SourceLocation Loc);

/// The value of \p R. A local variable that is returned is the result itself: nothing is copied.
Fragment printReturned(KernelPrinter &P, const clang::ReturnStmt *R);

/// The calls of destructors at the end of \p S, an `if`, `for` or `switch`, for what its head
/// declares; empty if there are none.
Fragment printHeadEnd(KernelPrinter &P, const clang::Stmt *S);

/// The calls of destructors for the variables that \p S declares, the last one first.
Fragment printDeclarationEnd(KernelPrinter &P, const clang::DeclStmt *S);

/// The same for what the condition of loop \p S declares, at the end of each round.
Fragment printRoundEnd(KernelPrinter &P, const clang::Stmt *S);

/// The calls that leaving by \p S (return, break, continue, goto) makes.
Fragment printScopeExit(KernelPrinter &P, const clang::Stmt *S);

} // namespace cu2cl

#endif
