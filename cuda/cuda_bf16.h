// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// 16-bit floating point of 8 exponent bits.
#ifndef CU2CL_CUDA_CUDA_BF16_H
#define CU2CL_CUDA_CUDA_BF16_H

#include "cuda_fp16.h"

#ifdef __cplusplus
CU2CL_FLOAT16_CLASSES(__nv_bfloat16, bfloat16, __half)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
CLRT_F16_FUNCTIONS(__nv_bfloat16, bfloat16)
CLRT_F16_BFLOAT16_NAMES
CU2CL_FLOAT16_DEVICE_FUNCTIONS(__nv_bfloat16)
#ifndef __CUDA_NO_BFLOAT16_OPERATORS__
CLRT_F16_OPERATORS(__nv_bfloat16, bfloat16)
#endif
#ifndef __CUDA_NO_BFLOAT162_OPERATORS__
CLRT_F16_PAIR_OPERATORS(__nv_bfloat16, bfloat16)
#endif
#endif

#endif
