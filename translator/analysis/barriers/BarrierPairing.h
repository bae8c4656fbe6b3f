// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_BARRIERS_PAIREDBARRIERS_H
#define CU2CL_ANALYSIS_BARRIERS_PAIREDBARRIERS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"

namespace cu2cl {

/// The devices that run CUDA count arrivals at barriers: a thread that waits in `if (c) { ... }`
/// meets one that waits in `if (d) { ... }` after it, and the two may hand data to each other
/// there. A translation runs one block after the other. Returns an if of \p Blocks that threads may
/// enter that did not enter one before it, such that one of the two writes and the other uses the
/// same shared memory, or one arm of it writes what the other may read through a pointer; or null.
/// \p Blocks has the arm with barriers by the if, the if itself where both have some.
const clang::Stmt *
findPairedBlock(const clang::FunctionDecl *F,
                const llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> &Blocks,
                const clang::ASTContext &Context);

} // namespace cu2cl

#endif
