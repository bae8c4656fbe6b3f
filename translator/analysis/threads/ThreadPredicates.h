// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_THREADS_THREADCONDITIONS_H
#define CU2CL_ANALYSIS_THREADS_THREADCONDITIONS_H

#include "analysis/threads/AffineValues.h"

namespace cu2cl {

/// A condition that all threads find alike, and what they find.
using CommonCondition = std::pair<unsigned, bool>;

/// The facts about the threads that reach a place, from the conditions around it.
struct ThreadsHere {
  ThreadSet Set;
  llvm::SmallVector<CommonCondition, 4> Common;
};

/// Of \p Here, those who find \p Condition to be \p Taken.
ThreadsHere narrowed(ThreadsHere Here, const clang::Expr *Condition, bool Taken,
                     AffineValues &Values, const Divergence &Differs);

} // namespace cu2cl

#endif
