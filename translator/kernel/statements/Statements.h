// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_STATEMENTS_STATEMENTS_H
#define CU2CL_KERNEL_STATEMENTS_STATEMENTS_H

#include "kernel/core/KernelPrinter.h"

namespace cu2cl {

/// Returns \p Text, which \p S was printed as, with the ';' that the source has after \p S, unless
/// it is a whole statement already.
Fragment withSemicolon(const clang::Stmt *S, Fragment Text);

/// \p Body, of a loop or switch, as a block that begins with \p First and ends with \p Last, with
/// \p Close after its '}'.
Fragment printBlockWith(KernelPrinter &P, const clang::Stmt *Body, const Fragment &First,
                        const Fragment &Last = {}, const Fragment &Close = {});

/// Returns true if the variables that the head of \p For declares are several declarations in C,
/// which are put before the loop.
bool splitsHead(KernelPrinter &P, const clang::ForStmt *For);

} // namespace cu2cl

#endif
