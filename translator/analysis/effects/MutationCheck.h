// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_EFFECTS_MUTATIONCHECK_H
#define CU2CL_ANALYSIS_EFFECTS_MUTATIONCHECK_H

#include "analysis/effects/MemoryEffects.h"

namespace cu2cl {

/// Returns a parameter or local variable of \p F, which has a body, that Clang's own analysis
/// (ExprMutationAnalyzer) finds changed there and that is not in \p Changed, the result of
/// changedVariablesOf(); null if there is none, as there should be. What Clang's analysis only
/// assumes is left out. Slow: for builds with assertions.
const clang::VarDecl *findMissedMutation(const clang::FunctionDecl *F, const VariableSet &Changed);

} // namespace cu2cl

#endif
