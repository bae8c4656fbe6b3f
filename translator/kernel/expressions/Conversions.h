// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_EXPRESSIONS_CONVERSIONS_H
#define CU2CL_KERNEL_EXPRESSIONS_CONVERSIONS_H

#include "kernel/core/KernelPrinter.h"

namespace cu2cl {

/// \p Text of the floating type \p From as integer type \p T, as CUDA's hardware converts it: what
/// is out of range becomes the nearest value, NaN 0 or the highest bit. Narrow types get an int.
Fragment saturated(KernelPrinter &P, const Fragment &Text, clang::QualType From, clang::QualType T,
                   bool MayBeNaN);

/// Operand \p E of float type as an integer of type \p T, in a cast that is \p Explicit or not;
/// nothing if C does the same.
std::optional<Fragment> floatToInteger(KernelPrinter &P, const clang::Expr *E, clang::QualType T,
                                       bool Explicit);

/// True if \p E, of type bool, is a variable that is a bool in the output, not a byte.
bool isBoolInOutput(KernelPrinter &P, const clang::Expr *E);

} // namespace cu2cl

#endif
