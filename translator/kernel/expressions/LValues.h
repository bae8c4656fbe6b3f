// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_EXPRESSIONS_LVALUES_H
#define CU2CL_KERNEL_EXPRESSIONS_LVALUES_H

#include "kernel/core/KernelPrinter.h"
#include "kernel/core/ObjectsInC.h"
#include <optional>

namespace cu2cl {

/// The element of a private array that \p E, `c ? a[i] : a[j]`, chooses: "a[c ? i : j]".
std::optional<Fragment> printChosenElement(KernelPrinter &P, const clang::Expr *E);

} // namespace cu2cl

#endif
