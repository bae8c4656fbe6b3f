// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_EXPRESSIONS_SHIFTS_H
#define CU2CL_KERNEL_EXPRESSIONS_SHIFTS_H

#include "kernel/core/KernelPrinter.h"

namespace cu2cl {

/// The function of clrt/device/shift.clh that shift \p B needs, since its amount may reach the
/// width of its left side; empty if the operator may stay.
std::string shiftFunction(KernelPrinter &P, const clang::BinaryOperator *B);

} // namespace cu2cl

#endif
