// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_THREADS_LOOPEXITS_H
#define CU2CL_ANALYSIS_THREADS_LOOPEXITS_H

#include "clang/AST/Stmt.h"
#include <optional>
#include <vector>

namespace cu2cl {

/// A break, continue or return that ends `if (condition) { ...; break; }`, a statement of a block.
struct LoopExit {
  const clang::IfStmt *If = nullptr;
  const clang::Stmt *Jump = nullptr;
};

/// The ways out of \p Loop and of its rounds, and the returns in loops in it, where a predicate can
/// take the place of each: all that a thread passes by after the jump are statements of blocks
/// around barriers. None if another jump leaves it, or \p Loop itself calls no barrier.
std::optional<std::vector<LoopExit>> findLoopExits(const clang::Stmt *Loop);

} // namespace cu2cl

#endif
