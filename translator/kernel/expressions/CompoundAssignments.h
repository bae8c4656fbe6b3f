// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_EXPRESSIONS_COMPOUNDASSIGNMENTS_H
#define CU2CL_KERNEL_EXPRESSIONS_COMPOUNDASSIGNMENTS_H

#include "kernel/core/KernelPrinter.h"

namespace cu2cl {

/// True if \p B is written as a plain assignment of what it computes, or as a call.
bool hasOwnForm(KernelPrinter &P, const clang::CompoundAssignOperator *B);

/// Returns what compound assignment \p B stores: from the texts of its sides, in the type of the
/// left one.
Fragment computedValue(KernelPrinter &P, const clang::CompoundAssignOperator *B,
                       const Fragment &Left, const Fragment &Right);

} // namespace cu2cl

#endif
