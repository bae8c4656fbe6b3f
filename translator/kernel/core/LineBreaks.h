// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_LINEBREAKS_H
#define CU2CL_KERNEL_CORE_LINEBREAKS_H

#include "kernel/core/KernelPrinter.h"

namespace cu2cl {

/// Returns true if only blanks are before \p Loc, which no macro makes, on its line.
bool beginsLine(KernelPrinter &P, clang::SourceLocation Loc);

/// Returns what separates \p S from a statement of ours before it: a new line if S begins one, else
/// a space.
std::string breakBefore(KernelPrinter &P, const clang::Stmt *S);

/// Returns a new line and the indentation of the line on which \p S begins.
std::string newLineAt(KernelPrinter &P, const clang::Stmt *S);

} // namespace cu2cl

#endif // CU2CL_KERNEL_CORE_LINEBREAKS_H
