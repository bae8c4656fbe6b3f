// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_PREDICATEDBLOCKS_H
#define CU2CL_KERNEL_CORE_PREDICATEDBLOCKS_H

#include "kernel/core/KernelPrinter.h"

namespace cu2cl {

/// Returns `if (active) { ... }` around the statements that \p Rest, the end of a list, begins
/// with, as an edit of their tokens, the last `;` included; nothing if fewer than two have one
/// predicate.
///
/// \param Count  becomes their number, if there is an edit
std::optional<KernelPrinter::Edit>
printPredicatedBlock(KernelPrinter &P, llvm::ArrayRef<const clang::Stmt *> Rest, size_t &Count);

} // namespace cu2cl

#endif
