// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What functions of 8-bit floating point are told: which number, and what becomes of too large ones.
#ifndef CU2CL_LIB_FP8_KINDS_H
#define CU2CL_LIB_FP8_KINDS_H

typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

#endif
