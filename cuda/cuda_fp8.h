// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// 8-bit floating point.
#ifndef CU2CL_CUDA_CUDA_FP8_H
#define CU2CL_CUDA_CUDA_FP8_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"

#ifdef __cplusplus
typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

#define CU2CL_FP8(T)                                                                               \
  struct T {                                                                                       \
    __nv_fp8_storage_t __x;                                                                        \
    T() = default;                                                                                 \
    __cu2cl_both explicit T(__half);                                                               \
    __cu2cl_both explicit T(__nv_bfloat16);                                                        \
    __cu2cl_both explicit T(float);                                                                \
    __cu2cl_both explicit T(double);                                                               \
    __cu2cl_both explicit T(int);                                                                  \
    __cu2cl_both explicit T(unsigned int);                                                         \
    __cu2cl_both explicit operator __half() const;                                                 \
    __cu2cl_both explicit operator __nv_bfloat16() const;                                          \
    __cu2cl_both explicit operator float() const;                                                  \
    __cu2cl_both explicit operator double() const;                                                 \
    __cu2cl_both explicit operator int() const;                                                    \
    __cu2cl_both explicit operator bool() const;                                                   \
  };
CU2CL_FP8(__nv_fp8_e4m3)
CU2CL_FP8(__nv_fp8_e5m2)
#undef CU2CL_FP8

__cu2cl_both __nv_fp8_storage_t __nv_cvt_float_to_fp8(float, __nv_saturation_t,
                                                      __nv_fp8_interpretation_t);
__cu2cl_both __nv_fp8_storage_t __nv_cvt_double_to_fp8(double, __nv_saturation_t,
                                                       __nv_fp8_interpretation_t);
__cu2cl_both __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2, __nv_saturation_t,
                                                           __nv_fp8_interpretation_t);
__cu2cl_both __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw, __nv_saturation_t,
                                                        __nv_fp8_interpretation_t);
__cu2cl_both __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw, __nv_saturation_t,
                                                            __nv_fp8_interpretation_t);
__cu2cl_both __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t, __nv_fp8_interpretation_t);
#endif

#endif
