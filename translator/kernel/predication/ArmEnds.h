// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_PREDICATION_ARMENDS_H
#define CU2CL_KERNEL_PREDICATION_ARMENDS_H

#include "kernel/core/DeviceUnit.h"
#include "kernel/plan/ArmEndPlan.h"
#include "kernel/plan/PredicationPlan.h"

namespace cu2cl {

/// The ends in \p V; blocks with a predicate of \p Predicates have none, since all threads walk
/// through them.
ArmEnds planArmEnds(const DeviceUnit &Unit, const FunctionClone &V,
                    const PredicationPlan &Predicates);

} // namespace cu2cl

#endif
