// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_FRONTEND_DEVICEONLYCONSTANTS_H
#define CU2CL_FRONTEND_DEVICEONLYCONSTANTS_H

#include "core/source/ParsedSide.h"

namespace cu2cl {

/// Takes `__device__` and `__constant__` from the constants of \p Device that have it because of
/// __CUDA_ARCH__ alone:
///   #ifdef __CUDA_ARCH__
///   __device__ const int t[2] = {1, 2};
///   #else
///   const int t[2] = {1, 2};
///   #endif
/// The host's program has no variable of the device for them, only a constant of its own; nothing
/// can change them, so each program of the device has its copy, like any constant that device code
/// reads.
void freeDeviceOnlyConstants(const ParsedSide &Device);

} // namespace cu2cl

#endif
