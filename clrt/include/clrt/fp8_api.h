/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* What cuda_fp8.h has: what each constructor, conversion and function is of fp8_functions.h, in
   rows as in float16_api.h. T and N are __nv_fp8_e4m3 and e4m3, or __nv_fp8_e5m2 and e5m2; X2 and
   X4 the classes of two and four. */

#ifndef CLRT_FP8_API_H
#define CLRT_FP8_API_H

#define CLRT_FP8_CONVERSIONS(T, N)                                                                 \
  CLRT_F16_FROM(T, __half, clrt_##N##_from_half)                                                   \
  CLRT_F16_FROM(T, __nv_bfloat16, clrt_##N##_from_bfloat16)                                        \
  CLRT_F16_FROM(T, float, clrt_##N##_from_float)                                                   \
  CLRT_F16_FROM(T, double, clrt_##N##_from_double)                                                 \
  CLRT_F16_FROM(T, short, clrt_##N##_from_float)                                                   \
  CLRT_F16_FROM(T, unsigned short, clrt_##N##_from_float)                                          \
  CLRT_F16_FROM(T, int, clrt_##N##_from_float)                                                     \
  CLRT_F16_FROM(T, unsigned int, clrt_##N##_from_float)                                            \
  CLRT_F16_FROM(T, long, clrt_##N##_from_float)                                                    \
  CLRT_F16_FROM(T, unsigned long, clrt_##N##_from_float)                                           \
  CLRT_F16_FROM(T, long long, clrt_##N##_from_float)                                               \
  CLRT_F16_FROM(T, unsigned long long, clrt_##N##_from_float)                                      \
  CLRT_F16_TO(T, __half, clrt_##N##_to_half)                                                       \
  CLRT_F16_TO(T, __nv_bfloat16, clrt_##N##_to_bfloat16)                                            \
  CLRT_F16_TO(T, float, clrt_##N##_to_float)                                                       \
  CLRT_F16_TO(T, double, clrt_##N##_to_double)                                                     \
  CLRT_F16_TO(T, signed char, clrt_##N##_to_char)                                                  \
  CLRT_F16_TO(T, unsigned char, clrt_##N##_to_uchar)                                               \
  CLRT_F16_TO(T, char, clrt_##N##_to_char)                                                         \
  CLRT_F16_TO(T, short, clrt_##N##_to_short)                                                       \
  CLRT_F16_TO(T, unsigned short, clrt_##N##_to_ushort)                                             \
  CLRT_F16_TO(T, int, clrt_##N##_to_int)                                                           \
  CLRT_F16_TO(T, unsigned int, clrt_##N##_to_uint)                                                 \
  CLRT_F16_TO(T, long, clrt_##N##_to_long)                                                         \
  CLRT_F16_TO(T, unsigned long, clrt_##N##_to_ulong)                                               \
  CLRT_F16_TO(T, long long, clrt_##N##_to_long)                                                    \
  CLRT_F16_TO(T, unsigned long long, clrt_##N##_to_ulong)                                          \
  CLRT_F16_TO(T, bool, clrt_##N##_to_bool)

#define CLRT_FP8_CONVERSIONS_2(X2, N)                                                              \
  CLRT_F16_FROM(X2, __half2, clrt_##N##x2_from_half2)                                              \
  CLRT_F16_FROM(X2, __nv_bfloat162, clrt_##N##x2_from_bfloat162)                                   \
  CLRT_F16_FROM(X2, float2, clrt_##N##x2_from_float2)                                              \
  CLRT_F16_FROM(X2, double2, clrt_##N##x2_from_double2)                                            \
  CLRT_F16_TO(X2, __half2, clrt_##N##x2_to_half2)                                                  \
  CLRT_F16_TO(X2, float2, clrt_##N##x2_to_float2)
#define CLRT_FP8_CONVERSIONS_4(X4, N)                                                              \
  CLRT_FP8_FROM_2(X4, __half2, clrt_##N##x4_from_half2s)                                           \
  CLRT_FP8_FROM_2(X4, __nv_bfloat162, clrt_##N##x4_from_bfloat162s)                                \
  CLRT_F16_FROM(X4, float4, clrt_##N##x4_from_float4)                                              \
  CLRT_F16_TO(X4, float4, clrt_##N##x4_to_float4)

#define CLRT_FP8_FUNCTIONS                                                                         \
  CLRT_FP8_CALL(unsigned char, __nv_cvt_float_to_fp8, float, clrt_fp8_bits_from_float)             \
  CLRT_FP8_CALL(unsigned char, __nv_cvt_double_to_fp8, double, clrt_fp8_bits_from_double)          \
  CLRT_FP8_CALL(unsigned char, __nv_cvt_halfraw_to_fp8, __half_raw, clrt_fp8_bits_from_half)       \
  CLRT_FP8_CALL(unsigned char, __nv_cvt_bfloat16raw_to_fp8, __nv_bfloat16_raw,                     \
                clrt_fp8_bits_from_bfloat16)                                                       \
  CLRT_FP8_CALL(unsigned short, __nv_cvt_float2_to_fp8x2, float2, clrt_fp8_bits_from_float2)       \
  CLRT_FP8_BACK(__half_raw, __nv_cvt_fp8_to_halfraw, unsigned char, clrt_fp8_bits_to_half)

#endif
