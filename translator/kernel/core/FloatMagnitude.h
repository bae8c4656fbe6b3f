// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_FLOATMAGNITUDE_H
#define CU2CL_KERNEL_CORE_FLOATMAGNITUDE_H

#include "kernel/core/DeviceUnit.h"
#include <optional>

namespace cu2cl {

/// Returns what |\p E|, a floating-point value, is at most, if its operators alone tell that it is
/// no NaN: `n * 0.5f + 1`, `fmaxf(x, 0.0f)`. Infinity where it may be infinite.
std::optional<double> magnitudeUnlessNaN(const DeviceUnit &Unit, const clang::Expr *E);

} // namespace cu2cl

#endif
