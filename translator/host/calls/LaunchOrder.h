// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_HOST_CALLS_LAUNCHORDER_H
#define CU2CL_HOST_CALLS_LAUNCHORDER_H

#include "clang/AST/ExprCXX.h"

namespace cu2cl {

/// Returns true if \p Call, which function \p Around makes, shows that its configuration is
/// evaluated before its arguments, or in which order the parts of the configuration are: one
/// changes what another reads or changes. What the arguments do among themselves does not count.
bool showsOrder(const clang::CUDAKernelCallExpr *Call, const clang::FunctionDecl *Around);

enum class LaunchPart { Configuration, Arguments };

/// Returns true if it shows if the expression that gives the kernel is evaluated before \p Part or
/// after it it: `t[i++]<<<i, 1>>>(v)`.
bool kernelMeets(const clang::CUDAKernelCallExpr *Call, LaunchPart Part,
                 const clang::FunctionDecl *Around);

} // namespace cu2cl

#endif
