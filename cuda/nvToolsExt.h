// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Markers for a profiler: clrt's own declarations.
#ifndef CU2CL_CUDA_NVTOOLSEXT_H
#define CU2CL_CUDA_NVTOOLSEXT_H

#include "clrt/nvtx.h"

#endif
