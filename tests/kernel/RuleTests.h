// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_TESTS_KERNEL_RULETESTS_H
#define CU2CL_TESTS_KERNEL_RULETESTS_H

#include "kernel/driver/DeviceText.h"

namespace cu2cl {

/// Notes the rules that have fired in tests/kernel/\p Stem.cu.
void noteRules(llvm::StringRef Stem, const RuleCounts &Fired);

/// What is missing once all files of tests/kernel have been noted, a line each: every rule of the
/// device printer fires in the file of its name (printVariable of Variables.cpp in variables.cu),
/// or in the one that rules.txt names for it. A row of rules.txt that is not needed is missing,
/// too.
std::vector<std::string> rulesWithoutTest();

} // namespace cu2cl

#endif
