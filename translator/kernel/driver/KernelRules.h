// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_DRIVER_KERNELRULES_H
#define CU2CL_KERNEL_DRIVER_KERNELRULES_H

#include "kernel/core/DeviceText.h"
#include "kernel/core/RuleTable.h"

namespace cu2cl {

/// The rows of Rules.def.
const RuleTable &kernelRules();

/// Every rule, none of which has fired: those for statements and those for declarations.
RuleCounts noRuleFired();
void addCounts(RuleCounts &To, const RuleCounts &More);

} // namespace cu2cl

#endif
