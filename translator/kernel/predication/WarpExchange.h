// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_PREDICATION_WARPEXCHANGE_H
#define CU2CL_KERNEL_PREDICATION_WARPEXCHANGE_H

#include "kernel/core/DeviceUnit.h"
#include "kernel/core/KernelPrinter.h"
#include "kernel/plan/WarpExchangePlan.h"

namespace cu2cl {

/// Returns what lockstep code of \p V needs.
WarpExchange planWarpExchange(DeviceUnit &Unit, const FunctionClone &V);
/// The mark for \p S, an exchange of a function that not all threads can walk through.
std::optional<Fragment> printRefused(KernelPrinter &P, const clang::Stmt *S);

} // namespace cu2cl

#endif
