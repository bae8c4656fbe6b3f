// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_ANALYSIS_LOOPS_H
#define CU2CL_OPTIMIZERS_ANALYSIS_LOOPS_H

#include "optimizers/analysis/Facts.h"

namespace cu2cl::opt {

/// `for (int i = first; i < bound; i += step)`: only the head changes the counter, and nothing in
/// the loop changes the bound.
struct CountedLoop {
  Variable *Counter = nullptr;
  const Expr *Initial = nullptr, *Bound = nullptr, *Condition = nullptr;
  int64_t Step = 0; ///< negative: the counter goes down
  bool IsInclusive = false;
  std::optional<int64_t> First, Last; ///< of Initial and Bound, if they are constants

  /// Returns how many rounds there are, if that is a constant.
  std::optional<int64_t> rounds() const;
};

bool isLoop(const Stmt *S);
/// True if a loop is in \p B, at any depth.
bool hasLoop(const Block &B);

/// \p Loop as a counted one, if it is that.
std::optional<CountedLoop> countedLoop(const Facts &F, const Stmt *Loop);

/// True if \p E has no effect, reads no memory and keeps its value while \p Loop runs.
bool keepsValueIn(const Facts &F, const Expr *E, const Stmt *Loop);

/// Why a loop is refused that has to be a counted one (\p IsCounted) and go through all its rounds.
std::string whyNotCounted(bool IsCounted);

/// True if a `break` or `continue` is in \p B and means the loop around it, or a return.
bool leavesRound(const Block &B);

/// The variables that \p S declares or assigns.
void collectChanged(const Stmt *S, llvm::SmallPtrSetImpl<const Variable *> &Changed);

/// Of the text ahead of a loop: its comments, and the rest (#pragma lines and attributes), which
/// mean the loop that follows them.
std::string commentsOf(llvm::StringRef Lead);
std::string directivesOf(llvm::StringRef Lead);

} // namespace cu2cl::opt

#endif
