// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_MARKS_H
#define CU2CL_KERNEL_CORE_MARKS_H

#include "kernel/core/DeviceUnit.h"

namespace cu2cl {

/// The CUDA text of \p Range as a comment with a blank before it, so that a person can finish what
/// is marked; empty if \p Range is.
std::string originalAsComment(const DeviceUnit &Unit, TokenRange Range);

/// \p Text, what a rule made of \p S, with the CUDA text after it if it is nothing but a mark:
/// `CU2CL_ERROR_2011 /* new int[n] */`.
Fragment withOriginal(const DeviceUnit &Unit, const clang::Stmt *S, Fragment Text);

} // namespace cu2cl

#endif
