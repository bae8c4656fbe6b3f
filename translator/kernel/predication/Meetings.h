// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_PREDICATION_MEETINGS_H
#define CU2CL_KERNEL_PREDICATION_MEETINGS_H

#include "analysis/barriers/BarrierJumps.h"
#include "kernel/core/DeviceUnit.h"

namespace cu2cl {

/// The statements of \p V with barriers, or with what a warp exchanges.
StmtSet findMeetings(const DeviceUnit &Unit, const FunctionClone &V);

} // namespace cu2cl

#endif
