// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_DEVICENEEDS_H
#define CU2CL_KERNEL_CORE_DEVICENEEDS_H

#include "kernel/core/DeviceUnit.h"

namespace cu2cl {

/// Returns \p Text, the definition of \p F, for those devices alone that can run it:
///
///   #ifdef CLRT_CONCURRENT_GROUPS // bfs.cu:116
///   __kernel void bfs(...) {...}
///   #endif
///
/// CLRT_MASKED_WARPS where \p F is masked (WarpWalk.h), CLRT_CONCURRENT_GROUPS for a kernel that
/// waits for another block, itself or in what it calls. clrt defines these, and says on a device
/// without the kernel why it is not there (clrt/src/needs.cpp). The comment is the place in the
/// source.
Fragment guardedByNeeds(const DeviceUnit &Unit, const clang::FunctionDecl *F, Fragment Text);

} // namespace cu2cl

#endif
