// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_HOST_CALLS_LAUNCHNAMES_H
#define CU2CL_HOST_CALLS_LAUNCHNAMES_H

#include "host/calls/LaunchTemplates.h"

namespace cu2cl {

/// Replaces the kernel's name (template arguments included) by its handle's, if they differ.
/// Returns what is reported if it cannot.
std::optional<diag::Id> nameLaunched(HostScope &S, const Launch &L);

} // namespace cu2cl

#endif
