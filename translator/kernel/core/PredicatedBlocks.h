// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_PREDICATEDBLOCKS_H
#define CU2CL_KERNEL_CORE_PREDICATEDBLOCKS_H

#include "kernel/core/KernelPrinter.h"

namespace cu2cl {

/// The statements of a list that one `if (active) { ... }` is around.
struct PredicatedBlock {
  llvm::SmallVector<const clang::Stmt *, 8> Statements; ///< two or more, or none
  std::string Predicate;
};

/// Returns the block that begins with the first of \p Rest, the end of a list of statements.
PredicatedBlock predicatedBlockAt(KernelPrinter &P, llvm::ArrayRef<const clang::Stmt *> Rest);

/// Returns \p Block as an edit of its tokens, the last `;` included.
KernelPrinter::Edit printPredicatedBlock(KernelPrinter &P, const PredicatedBlock &Block);

} // namespace cu2cl

#endif
