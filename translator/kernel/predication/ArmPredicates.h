// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_PREDICATION_ARMPREDICATES_H
#define CU2CL_KERNEL_PREDICATION_ARMPREDICATES_H

#include "kernel/core/KernelPrinter.h"

namespace cu2cl {

/// \p E, printed inside of \p Layer, as an operand of &&.
Fragment printAndOperand(KernelPrinter &P, PrintLayer Layer, const clang::Expr *E);

/// "bool taken = lane < n", the predicate of an arm of `?:`, `&&` or `||` with exchanges. The
/// condition stands for it as long as what is added to \p Known lives.
Fragment printArmPredicate(KernelPrinter &P, const PredicationPlan::Lifted &Arm,
                           std::vector<ScopedEntry<PrintScope::Texts>> &Known);

} // namespace cu2cl

#endif
