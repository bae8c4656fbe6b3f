// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_HOST_CALLS_LAUNCHDEFAULTS_H
#define CU2CL_HOST_CALLS_LAUNCHDEFAULTS_H

#include "host/unit/HostUnit.h"
#include "clang/AST/ExprCXX.h"
#include <optional>

namespace cu2cl {

/// The default arguments that \p Launch leaves to the kernel's declaration, as text at the launch,
/// with commas between; empty if it names all. Nothing if one means something else there, or has no
/// text: that is reported.
std::optional<std::string> defaultArguments(const HostUnit &U,
                                            const clang::CUDAKernelCallExpr *Launch);

} // namespace cu2cl

#endif
