// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_HOST_CALLS_LAUNCHDEFAULTS_H
#define CU2CL_HOST_CALLS_LAUNCHDEFAULTS_H

#include "host/calls/LaunchTemplates.h"
#include <optional>

namespace cu2cl {

/// The default arguments that launch \p L, in all instances of the template around it, leaves to
/// the kernel's declaration, as text at the launch, with commas between; empty if it names all.
/// Nothing if one means something else there, has no text, or none that all instances agree on:
/// that is reported.
std::optional<std::string> defaultArguments(const HostUnit &U, const Launch &L);

} // namespace cu2cl

#endif
