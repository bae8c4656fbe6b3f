// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_PLAN_GUARDEDELEMENTS_H
#define CU2CL_KERNEL_PLAN_GUARDEDELEMENTS_H

#include "kernel/plan/PredicationPlan.h"

namespace cu2cl {

/// Gives each element of \p Init, the list of an array's initial values, its value under the
/// predicate of depth \p At: `float v[2] = {active ? a[i] : 0, 0}`.
/// \returns false if \p Init is no such list or has elements that are no scalars.
bool guardElements(PredicationPlan &Plan, const clang::ASTContext &Context, const clang::Expr *Init,
                   unsigned At);

} // namespace cu2cl

#endif
