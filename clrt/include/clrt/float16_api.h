/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The functions of cuda_fp16.h and cuda_bf16.h, T and N being __half and half, or __nv_bfloat16 and
   bfloat16: what each is of float16_functions.h. Who includes this defines what a row is:
     CLRT_F16_CALL_1(result, name, type, function), _2, _3: a function of one, two, three arguments
     CLRT_F16_CHANGE_1(type, name, function), _2: changes its first argument to what the function
   gives CLRT_F16_POSTFIX(type, name, function): the same, but gives what it was
     CLRT_F16_FROM(class, type, function): a constructor
     CLRT_F16_TO(class, type, function): a conversion */

#ifndef CLRT_FLOAT16_API_H
#define CLRT_FLOAT16_API_H

#define CLRT_F16_CONVERSIONS(T, N)                                                                 \
  CLRT_F16_FROM(T, float, clrt_##N##_from_float)                                                   \
  CLRT_F16_FROM(T, double, clrt_##N##_from_double)                                                 \
  CLRT_F16_FROM(T, short, clrt_##N##_from_int_rn)                                                  \
  CLRT_F16_FROM(T, unsigned short, clrt_##N##_from_uint_rn)                                        \
  CLRT_F16_FROM(T, int, clrt_##N##_from_int_rn)                                                    \
  CLRT_F16_FROM(T, unsigned int, clrt_##N##_from_uint_rn)                                          \
  CLRT_F16_FROM(T, long, clrt_##N##_from_long_rn)                                                  \
  CLRT_F16_FROM(T, unsigned long, clrt_##N##_from_ulong_rn)                                        \
  CLRT_F16_FROM(T, long long, clrt_##N##_from_long_rn)                                             \
  CLRT_F16_FROM(T, unsigned long long, clrt_##N##_from_ulong_rn)                                   \
  CLRT_F16_TO(T, float, clrt_##N##_to_float)                                                       \
  CLRT_F16_TO(T, signed char, clrt_##N##_to_char_rz)                                               \
  CLRT_F16_TO(T, unsigned char, clrt_##N##_to_uchar_rz)                                            \
  CLRT_F16_TO(T, char, clrt_##N##_to_char_rz)                                                      \
  CLRT_F16_TO(T, short, clrt_##N##_to_short_rz)                                                    \
  CLRT_F16_TO(T, unsigned short, clrt_##N##_to_ushort_rz)                                          \
  CLRT_F16_TO(T, int, clrt_##N##_to_int_rz)                                                        \
  CLRT_F16_TO(T, unsigned int, clrt_##N##_to_uint_rz)                                              \
  CLRT_F16_TO(T, long, clrt_##N##_to_long_rz)                                                      \
  CLRT_F16_TO(T, unsigned long, clrt_##N##_to_ulong_rz)                                            \
  CLRT_F16_TO(T, long long, clrt_##N##_to_long_rz)                                                 \
  CLRT_F16_TO(T, unsigned long long, clrt_##N##_to_ulong_rz)                                       \
  CLRT_F16_TO(T, bool, clrt_##N##_to_bool)

#define CLRT_F16_ARITHMETIC_OPERATORS(T, F)                                                        \
  CLRT_F16_CALL_2(T, operator+, T, T, F##_add)                                                     \
  CLRT_F16_CALL_2(T, operator-, T, T, F##_sub)                                                     \
  CLRT_F16_CALL_2(T, operator*, T, T, F##_mul)                                                     \
  CLRT_F16_CALL_2(T, operator/, T, T, F##_div)                                                     \
  CLRT_F16_CHANGE_2(T, operator+=, F##_add)                                                        \
  CLRT_F16_CHANGE_2(T, operator-=, F##_sub)                                                        \
  CLRT_F16_CHANGE_2(T, operator*=, F##_mul)                                                        \
  CLRT_F16_CHANGE_2(T, operator/=, F##_div)                                                        \
  CLRT_F16_CHANGE_1(T, operator++, F##_next)                                                       \
  CLRT_F16_CHANGE_1(T, operator--, F##_previous)                                                   \
  CLRT_F16_POSTFIX(T, operator++, F##_next)                                                        \
  CLRT_F16_POSTFIX(T, operator--, F##_previous)                                                    \
  CLRT_F16_CALL_1(T, operator+, T, F##_same)                                                       \
  CLRT_F16_CALL_1(T, operator-, T, F##_neg)

#define CLRT_F16_OPERATORS(T, N)                                                                   \
  CLRT_F16_ARITHMETIC_OPERATORS(T, clrt_##N)                                                       \
  CLRT_F16_CALL_2(bool, operator==, T, T, clrt_##N##_eq)                                           \
  CLRT_F16_CALL_2(bool, operator!=, T, T, clrt_##N##_neu)                                          \
  CLRT_F16_CALL_2(bool, operator<, T, T, clrt_##N##_lt)                                            \
  CLRT_F16_CALL_2(bool, operator>, T, T, clrt_##N##_gt)                                            \
  CLRT_F16_CALL_2(bool, operator<=, T, T, clrt_##N##_le)                                           \
  CLRT_F16_CALL_2(bool, operator>=, T, T, clrt_##N##_ge)

#define CLRT_F16_PAIR_OPERATORS(T, N)                                                              \
  CLRT_F16_ARITHMETIC_OPERATORS(T##2, clrt_##N##2)                                                 \
  CLRT_F16_CALL_2(bool, operator==, T##2, T##2, clrt_##N##2_eq_both)                               \
  CLRT_F16_CALL_2(bool, operator!=, T##2, T##2, clrt_##N##2_neu_both)                              \
  CLRT_F16_CALL_2(bool, operator<, T##2, T##2, clrt_##N##2_lt_both)                                \
  CLRT_F16_CALL_2(bool, operator>, T##2, T##2, clrt_##N##2_gt_both)                                \
  CLRT_F16_CALL_2(bool, operator<=, T##2, T##2, clrt_##N##2_le_both)                               \
  CLRT_F16_CALL_2(bool, operator>=, T##2, T##2, clrt_##N##2_ge_both)

/* Of a number and of a pair. */
#define CLRT_F16_BOTH_1(T, N, One, Two, Name)                                                      \
  CLRT_F16_CALL_1(T, One, T, clrt_##N##_##Name)                                                    \
  CLRT_F16_CALL_1(T##2, Two, T##2, clrt_##N##2_##Name)
#define CLRT_F16_BOTH_2(T, N, One, Two, Name)                                                      \
  CLRT_F16_CALL_2(T, One, T, T, clrt_##N##_##Name)                                                 \
  CLRT_F16_CALL_2(T##2, Two, T##2, T##2, clrt_##N##2_##Name)
#define CLRT_F16_BOTH_3(T, N, One, Two, Name)                                                      \
  CLRT_F16_CALL_3(T, One, T, T, T, clrt_##N##_##Name)                                              \
  CLRT_F16_CALL_3(T##2, Two, T##2, T##2, T##2, clrt_##N##2_##Name)
#define CLRT_F16_COMPARE(T, N, Name)                                                               \
  CLRT_F16_CALL_2(bool, __h##Name, T, T, clrt_##N##_##Name)                                        \
  CLRT_F16_CALL_2(T##2, __h##Name##2, T##2, T##2, clrt_##N##2_##Name)                              \
  CLRT_F16_CALL_2(unsigned int, __h##Name##2_mask, T##2, T##2, clrt_##N##2_##Name##_mask)          \
  CLRT_F16_CALL_2(bool, __hb##Name##2, T##2, T##2, clrt_##N##2_##Name##_both)
#define CLRT_F16_ROUNDINGS(T, N, Type, Cuda, Name)                                                 \
  CLRT_F16_CALL_1(T, __##Cuda##2##N##_rn, Type, clrt_##N##_from_##Name##_rn)                       \
  CLRT_F16_CALL_1(T, __##Cuda##2##N##_rz, Type, clrt_##N##_from_##Name##_rz)                       \
  CLRT_F16_CALL_1(T, __##Cuda##2##N##_rd, Type, clrt_##N##_from_##Name##_rd)                       \
  CLRT_F16_CALL_1(T, __##Cuda##2##N##_ru, Type, clrt_##N##_from_##Name##_ru)
#define CLRT_F16_INTEGER(T, N, Type, Cuda, Wide, Name)                                             \
  CLRT_F16_ROUNDINGS(T, N, Type, Cuda, Wide)                                                       \
  CLRT_F16_CALL_1(Type, __##N##2##Cuda##_rn, T, clrt_##N##_to_##Name##_rn)                         \
  CLRT_F16_CALL_1(Type, __##N##2##Cuda##_rz, T, clrt_##N##_to_##Name##_rz)                         \
  CLRT_F16_CALL_1(Type, __##N##2##Cuda##_rd, T, clrt_##N##_to_##Name##_rd)                         \
  CLRT_F16_CALL_1(Type, __##N##2##Cuda##_ru, T, clrt_##N##_to_##Name##_ru)

#define CLRT_F16_FUNCTIONS(T, N)                                                                   \
  CLRT_F16_CALL_1(T, __double2##N, double, clrt_##N##_from_double)                                 \
  CLRT_F16_CALL_1(T, __float2##N, float, clrt_##N##_from_float)                                    \
  CLRT_F16_ROUNDINGS(T, N, float, float, float)                                                    \
  CLRT_F16_CALL_1(float, __##N##2float, T, clrt_##N##_to_float)                                    \
  CLRT_F16_INTEGER(T, N, short, short, int, short)                                                 \
  CLRT_F16_INTEGER(T, N, unsigned short, ushort, uint, ushort)                                     \
  CLRT_F16_INTEGER(T, N, int, int, int, int)                                                       \
  CLRT_F16_INTEGER(T, N, unsigned int, uint, uint, uint)                                           \
  CLRT_F16_INTEGER(T, N, long long, ll, long, long)                                                \
  CLRT_F16_INTEGER(T, N, unsigned long long, ull, ulong, ulong)                                    \
  CLRT_F16_CALL_1(signed char, __##N##2char_rz, T, clrt_##N##_to_char_rz)                          \
  CLRT_F16_CALL_1(unsigned char, __##N##2uchar_rz, T, clrt_##N##_to_uchar_rz)                      \
  CLRT_F16_CALL_1(short, __##N##_as_short, T, clrt_##N##_short_bits)                               \
  CLRT_F16_CALL_1(unsigned short, __##N##_as_ushort, T, clrt_##N##_bits)                           \
  CLRT_F16_CALL_1(T, __short_as_##N, short, clrt_##N##_from_bits)                                  \
  CLRT_F16_CALL_1(T, __ushort_as_##N, unsigned short, clrt_##N##_from_bits)                        \
  CLRT_F16_CALL_1(T##2, __float2##N##2_rn, float, clrt_##N##2_from_float)                          \
  CLRT_F16_CALL_2(T##2, __floats2##N##2_rn, float, float, clrt_##N##2_from_floats)                 \
  CLRT_F16_CALL_1(T##2, __float22##N##2_rn, float2, clrt_##N##2_from_float2)                       \
  CLRT_F16_CALL_1(float2, __##N##22float2, T##2, clrt_##N##2_to_float2)                            \
  CLRT_F16_CALL_1(float, __low2float, T##2, clrt_##N##2_low_to_float)                              \
  CLRT_F16_CALL_1(float, __high2float, T##2, clrt_##N##2_high_to_float)                            \
  CLRT_F16_CALL_1(T, __low2##N, T##2, clrt_##N##2_low)                                             \
  CLRT_F16_CALL_1(T, __high2##N, T##2, clrt_##N##2_high)                                           \
  CLRT_F16_CALL_1(T##2, __low2##N##2, T##2, clrt_##N##2_low_twice)                                 \
  CLRT_F16_CALL_1(T##2, __high2##N##2, T##2, clrt_##N##2_high_twice)                               \
  CLRT_F16_CALL_1(T##2, __##N##2##N##2, T, clrt_##N##2_twice)                                      \
  CLRT_F16_CALL_1(T##2, __lowhigh2highlow, T##2, clrt_##N##2_swap)                                 \
  CLRT_F16_CALL_2(T##2, __lows2##N##2, T##2, T##2, clrt_##N##2_lows)                               \
  CLRT_F16_CALL_2(T##2, __highs2##N##2, T##2, T##2, clrt_##N##2_highs)                             \
  CLRT_F16_CALL_2(T##2, make_##N##2, T, T, clrt_##N##2_make)                                       \
  CLRT_F16_BOTH_2(T, N, __hadd, __hadd2, add)                                                      \
  CLRT_F16_BOTH_2(T, N, __hsub, __hsub2, sub)                                                      \
  CLRT_F16_BOTH_2(T, N, __hmul, __hmul2, mul)                                                      \
  CLRT_F16_BOTH_2(T, N, __hdiv, __h2div, div)                                                      \
  CLRT_F16_BOTH_2(T, N, __hadd_rn, __hadd2_rn, add)                                                \
  CLRT_F16_BOTH_2(T, N, __hsub_rn, __hsub2_rn, sub)                                                \
  CLRT_F16_BOTH_2(T, N, __hmul_rn, __hmul2_rn, mul)                                                \
  CLRT_F16_BOTH_2(T, N, __hadd_sat, __hadd2_sat, add_sat)                                          \
  CLRT_F16_BOTH_2(T, N, __hsub_sat, __hsub2_sat, sub_sat)                                          \
  CLRT_F16_BOTH_2(T, N, __hmul_sat, __hmul2_sat, mul_sat)                                          \
  CLRT_F16_BOTH_3(T, N, __hfma, __hfma2, fma)                                                      \
  CLRT_F16_BOTH_3(T, N, __hfma_sat, __hfma2_sat, fma_sat)                                          \
  CLRT_F16_BOTH_3(T, N, __hfma_relu, __hfma2_relu, fma_relu)                                       \
  CLRT_F16_CALL_3(T##2, __hcmadd, T##2, T##2, T##2, clrt_##N##2_cmadd)                             \
  CLRT_F16_BOTH_1(T, N, __hneg, __hneg2, neg)                                                      \
  CLRT_F16_BOTH_1(T, N, __habs, __habs2, abs)                                                      \
  CLRT_F16_BOTH_2(T, N, __hmin, __hmin2, min)                                                      \
  CLRT_F16_BOTH_2(T, N, __hmax, __hmax2, max)                                                      \
  CLRT_F16_BOTH_2(T, N, __hmin_nan, __hmin2_nan, min_nan)                                          \
  CLRT_F16_BOTH_2(T, N, __hmax_nan, __hmax2_nan, max_nan)                                          \
  CLRT_F16_COMPARE(T, N, eq)                                                                       \
  CLRT_F16_COMPARE(T, N, ne)                                                                       \
  CLRT_F16_COMPARE(T, N, lt)                                                                       \
  CLRT_F16_COMPARE(T, N, le)                                                                       \
  CLRT_F16_COMPARE(T, N, gt)                                                                       \
  CLRT_F16_COMPARE(T, N, ge)                                                                       \
  CLRT_F16_COMPARE(T, N, equ)                                                                      \
  CLRT_F16_COMPARE(T, N, neu)                                                                      \
  CLRT_F16_COMPARE(T, N, ltu)                                                                      \
  CLRT_F16_COMPARE(T, N, leu)                                                                      \
  CLRT_F16_COMPARE(T, N, gtu)                                                                      \
  CLRT_F16_COMPARE(T, N, geu)                                                                      \
  CLRT_F16_CALL_1(bool, __hisnan, T, clrt_##N##_isnan)                                             \
  CLRT_F16_CALL_1(T##2, __hisnan2, T##2, clrt_##N##2_isnan)                                        \
  CLRT_F16_CALL_1(int, __hisinf, T, clrt_##N##_isinf)                                              \
  CLRT_F16_BOTH_1(T, N, hsqrt, h2sqrt, sqrt)                                                       \
  CLRT_F16_BOTH_1(T, N, hrsqrt, h2rsqrt, rsqrt)                                                    \
  CLRT_F16_BOTH_1(T, N, hrcp, h2rcp, rcp)                                                          \
  CLRT_F16_BOTH_1(T, N, hexp, h2exp, exp)                                                          \
  CLRT_F16_BOTH_1(T, N, hexp2, h2exp2, exp2)                                                       \
  CLRT_F16_BOTH_1(T, N, hexp10, h2exp10, exp10)                                                    \
  CLRT_F16_BOTH_1(T, N, hlog, h2log, log)                                                          \
  CLRT_F16_BOTH_1(T, N, hlog2, h2log2, log2)                                                       \
  CLRT_F16_BOTH_1(T, N, hlog10, h2log10, log10)                                                    \
  CLRT_F16_BOTH_1(T, N, hsin, h2sin, sin)                                                          \
  CLRT_F16_BOTH_1(T, N, hcos, h2cos, cos)                                                          \
  CLRT_F16_BOTH_1(T, N, htanh, h2tanh, tanh)                                                       \
  CLRT_F16_BOTH_1(T, N, htanh_approx, h2tanh_approx, tanh)                                         \
  CLRT_F16_BOTH_1(T, N, hfloor, h2floor, floor)                                                    \
  CLRT_F16_BOTH_1(T, N, hceil, h2ceil, ceil)                                                       \
  CLRT_F16_BOTH_1(T, N, htrunc, h2trunc, trunc)                                                    \
  CLRT_F16_BOTH_1(T, N, hrint, h2rint, rint)

/* CUDA's constants. */
#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000U)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000U)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00U)
#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7F80U)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7F7FU)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000U)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000U)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3F80U)

#define CLRT_F16_HALF_NAMES                                                                        \
  CLRT_F16_CALL_2(__half2, __halves2half2, __half, __half, clrt_half2_make)
#define CLRT_F16_BFLOAT16_NAMES                                                                    \
  CLRT_F16_CALL_2(__nv_bfloat162, __halves2bfloat162, __nv_bfloat16, __nv_bfloat16,                \
                  clrt_bfloat162_make)

#endif
