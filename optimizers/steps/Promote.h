// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_STEPS_PROMOTE_H
#define CU2CL_OPTIMIZERS_STEPS_PROMOTE_H

#include "optimizers/analysis/Facts.h"
#include "optimizers/schedule/Refusal.h"
#include "optimizers/tree/Make.h"

namespace cu2cl::opt {

/// Keeps a place in global memory in a variable while an innermost loop updates it:
/// `for (...) out[i] += a[k];` becomes `float v = out[i]; for (...) v += a[k]; out[i] = v;`. LLVM
/// calls this scalar promotion; compilers may not do it where pointers might alias.
///
/// Precondition: every round of a counted loop assigns the place; its address keeps its value; the
/// loop reaches the same buffer at no other address, and calls nothing with effects. Where the
/// loop might have no round, it is done under its first condition. Effect: the same values in the
/// same order; other work-items see the last one only, which a program without data races cannot
/// tell. \p When gets the launch conditions: the place's buffer overlaps none of the others.
/// \returns why nothing was promoted, and where.
std::optional<Reason> promote(Kernel &K, const Facts &F, Make &M, std::vector<std::string> &When);

} // namespace cu2cl::opt

#endif
