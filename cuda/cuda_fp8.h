// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// 8-bit floating point.
#ifndef CU2CL_CUDA_CUDA_FP8_H
#define CU2CL_CUDA_CUDA_FP8_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "clrt/fp8_api.h"
#include "cu2cl_lib/fp8_kinds.h"

#ifdef __cplusplus
typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;

#undef CLRT_F16_FROM
#undef CLRT_F16_TO
#define CLRT_F16_FROM(T, Type, Function) __cu2cl_both explicit T(Type);
#define CLRT_F16_TO(T, Type, Function) __cu2cl_both explicit operator Type() const;
#define CLRT_FP8_FROM_2(T, Type, Function) __cu2cl_both T(Type, Type);
#define CU2CL_FP8(T, X2, X4, N)                                                                    \
  struct T {                                                                                       \
    __nv_fp8_storage_t __x;                                                                        \
    T() = default;                                                                                 \
    CLRT_FP8_CONVERSIONS(T, N)                                                                     \
  };                                                                                               \
  struct X2 {                                                                                      \
    __nv_fp8x2_storage_t __x;                                                                      \
    X2() = default;                                                                                \
    CLRT_FP8_CONVERSIONS_2(X2, N)                                                                  \
  };                                                                                               \
  struct X4 {                                                                                      \
    __nv_fp8x4_storage_t __x;                                                                      \
    X4() = default;                                                                                \
    CLRT_FP8_CONVERSIONS_4(X4, N)                                                                  \
  };
CU2CL_FP8(__nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3, e4m3)
CU2CL_FP8(__nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2, e5m2)
#undef CU2CL_FP8
#undef CLRT_FP8_FROM_2

#define CLRT_FP8_CALL(Result, Name, Type, Function)                                                \
  __cu2cl_both Result Name(Type, __nv_saturation_t, __nv_fp8_interpretation_t);
#define CLRT_FP8_BACK(Result, Name, Type, Function)                                                \
  __cu2cl_both Result Name(Type, __nv_fp8_interpretation_t);
CLRT_FP8_FUNCTIONS
#undef CLRT_FP8_CALL
#undef CLRT_FP8_BACK
#endif

#endif
