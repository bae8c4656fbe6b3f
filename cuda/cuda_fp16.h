// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// 16-bit floating point.
#ifndef CU2CL_CUDA_CUDA_FP16_H
#define CU2CL_CUDA_CUDA_FP16_H

#include "cu2cl_float16.h"

#ifdef __cplusplus
CU2CL_FLOAT16_CLASSES(__half, half, __nv_bfloat16)
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
CLRT_F16_FUNCTIONS(__half, half)
CLRT_F16_HALF_NAMES
CU2CL_FLOAT16_DEVICE_FUNCTIONS(__half)
#ifndef __CUDA_NO_HALF_OPERATORS__
CLRT_F16_OPERATORS(__half, half)
#endif
#ifndef __CUDA_NO_HALF2_OPERATORS__
CLRT_F16_PAIR_OPERATORS(__half, half)
#endif
#endif

#endif
