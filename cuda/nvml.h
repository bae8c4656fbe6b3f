// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Management of devices: clrt's declarations, and what it has no answer for.
#ifndef CU2CL_CUDA_NVML_H
#define CU2CL_CUDA_NVML_H

#include "host_defines.h"
#include "clrt/nvml.h"

__cu2cl_c_begin

// @functions NvmlApi

__cu2cl_c_end

#endif
