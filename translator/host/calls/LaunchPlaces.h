// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_HOST_CALLS_LAUNCHPLACES_H
#define CU2CL_HOST_CALLS_LAUNCHPLACES_H

#include "host/unit/HostUnit.h"
#include "clang/AST/ExprCXX.h"

namespace cu2cl {

/// Returns true if it shows where \p Call stands that a launch is of type void, which
/// clrt::launch() is not: `return k<<<1, 1>>>(p);`, `on ? k<<<1, 1>>>(p) : skip()`.
bool showsVoid(const HostUnit &U, const clang::CUDAKernelCallExpr *Call);

/// The type that argument \p I of a launch of \p Kernel must name before its braces: clrt's launch
/// takes the parts of an object with device pointers, and does not know which object `{p, n}` is.
/// Empty if it must not.
std::string typeOfBraces(const HostUnit &U, const clang::CUDAKernelCallExpr *Call, unsigned I,
                         const clang::FunctionDecl *Kernel, const KernelInterface &Handle);

} // namespace cu2cl

#endif
