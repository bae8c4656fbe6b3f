// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_DRIVER_DEVICEDUMP_H
#define CU2CL_KERNEL_DRIVER_DEVICEDUMP_H

#include "kernel/core/DeviceUnit.h"
#include "kernel/core/RuleTrace.h"

namespace cu2cl {

// Values of one unit as text, for --dump and --trace-rules: a line for each thing.

/// "Shifts BinaryOperator app/a.cu:7" for each node that a rule printed.
std::string dumpRules(const DeviceUnit &Unit, const RuleTrace &Fired);
/// The functions that kernels reach, with what they call and the device variables that they use.
std::string dumpReach(const DeviceCallGraph &Reach);
/// The versions of the functions, with the address space of each pointer parameter.
std::string dumpSpaces(DeviceUnit &Unit);
/// Returns what each function reads and changes, by variable, and how much other memory it may read
/// or change.
std::string dumpEffects(const DeviceCallGraph &Reach);
/// The barriers of each function with the verdict, and the barriers that it lacks.
std::string dumpBarriers(const DeviceUnit &Unit);

} // namespace cu2cl

#endif
