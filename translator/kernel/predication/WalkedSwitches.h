// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_PREDICATION_WALKEDSWITCHES_H
#define CU2CL_KERNEL_PREDICATION_WALKEDSWITCHES_H

#include "kernel/core/KernelPrinter.h"
#include "kernel/plan/PredicationPlan.h"

namespace cu2cl {

/// \p S, whose cases all threads walk through, with the predicate of \p Block.
Fragment printWalkedSwitch(KernelPrinter &P, const clang::SwitchStmt *S,
                           const PredicationPlan::Block &Block);

} // namespace cu2cl

#endif
