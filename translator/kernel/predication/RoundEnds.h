// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_PREDICATION_ROUNDENDS_H
#define CU2CL_KERNEL_PREDICATION_ROUNDENDS_H

#include "kernel/core/DeviceUnit.h"
#include "kernel/plan/PredicationPlan.h"
#include "kernel/plan/RoundEndPlan.h"

namespace cu2cl {

/// \p Predicates: the loops in it that threads leave one by one end so, too.
RoundEnds planRoundEnds(const DeviceUnit &Unit, const FunctionClone &V,
                        const PredicationPlan &Predicates);

} // namespace cu2cl

#endif
