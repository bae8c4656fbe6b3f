// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// 16-bit floating point.
#ifndef CU2CL_CUDA_CUDA_FP16_H
#define CU2CL_CUDA_CUDA_FP16_H

#include "vector_types.h"

typedef struct {
  unsigned short x;
} __half_raw;

#ifdef __cplusplus
struct __attribute__((aligned(2))) __half {
  __half() = default;
  __cu2cl_both __half(float);
  __cu2cl_both __half(double);
  __cu2cl_both __half(int);
  __cu2cl_both __half(unsigned);
  __cu2cl_both __half(long long);
  __cu2cl_both __half(unsigned long long);
  __cu2cl_both __half(short);
  __cu2cl_both __half(unsigned short);
  __cu2cl_both __half(const __half_raw &);
  __cu2cl_both operator float() const;
  __cu2cl_both __half &operator=(float);
  __cu2cl_both __half &operator=(double);
  __cu2cl_both __half &operator=(int);

private:
  unsigned short bits;
};
struct __attribute__((aligned(4))) __half2 {
  __half x, y;
  __half2() = default;
  __cu2cl_both __half2(const __half &, const __half &);
};
typedef __half half;
typedef __half2 half2;

__cu2cl_both __half operator+(__half, __half);
__cu2cl_both __half &operator+=(__half &, __half);
__cu2cl_both __half2 operator+(__half2, __half2);
__cu2cl_both __half2 &operator+=(__half2 &, __half2);
__cu2cl_both __half operator-(__half, __half);
__cu2cl_both __half &operator-=(__half &, __half);
__cu2cl_both __half2 operator-(__half2, __half2);
__cu2cl_both __half2 &operator-=(__half2 &, __half2);
__cu2cl_both __half operator*(__half, __half);
__cu2cl_both __half &operator*=(__half &, __half);
__cu2cl_both __half2 operator*(__half2, __half2);
__cu2cl_both __half2 &operator*=(__half2 &, __half2);
__cu2cl_both __half operator/(__half, __half);
__cu2cl_both __half &operator/=(__half &, __half);
__cu2cl_both __half2 operator/(__half2, __half2);
__cu2cl_both __half2 &operator/=(__half2 &, __half2);
__cu2cl_both bool operator==(__half, __half);
__cu2cl_both bool operator!=(__half, __half);
__cu2cl_both bool operator<(__half, __half);
__cu2cl_both bool operator>(__half, __half);
__cu2cl_both bool operator<=(__half, __half);
__cu2cl_both bool operator>=(__half, __half);
__cu2cl_both __half operator-(__half);
__cu2cl_both __half2 operator-(__half2);

__cu2cl_both __half __hadd(__half, __half);
__cu2cl_both __half __hsub(__half, __half);
__cu2cl_both __half __hmul(__half, __half);
__cu2cl_both __half __hdiv(__half, __half);
__cu2cl_both __half __hmax(__half, __half);
__cu2cl_both __half __hmin(__half, __half);
__cu2cl_both __half __hadd_sat(__half, __half);
__cu2cl_both __half __hsub_sat(__half, __half);
__cu2cl_both __half __hmul_sat(__half, __half);
__cu2cl_both __half __hadd_rn(__half, __half);
__cu2cl_both __half __hsub_rn(__half, __half);
__cu2cl_both __half __hmul_rn(__half, __half);
__cu2cl_both __half __hmax_nan(__half, __half);
__cu2cl_both __half __hmin_nan(__half, __half);
__cu2cl_both __half2 __hadd2(__half2, __half2);
__cu2cl_both __half2 __hsub2(__half2, __half2);
__cu2cl_both __half2 __hmul2(__half2, __half2);
__cu2cl_both __half2 __h2div(__half2, __half2);
__cu2cl_both __half2 __hmax2(__half2, __half2);
__cu2cl_both __half2 __hmin2(__half2, __half2);
__cu2cl_both __half2 __hadd2_rn(__half2, __half2);
__cu2cl_both __half2 __hmul2_rn(__half2, __half2);
__cu2cl_both __half2 __hsub2_rn(__half2, __half2);
__cu2cl_both __half __hfma(__half, __half, __half);
__cu2cl_both __half2 __hfma2(__half2, __half2, __half2);
__cu2cl_both __half __hneg(__half);
__cu2cl_both __half __habs(__half);
__cu2cl_both __half2 __hneg2(__half2);
__cu2cl_both __half2 __habs2(__half2);
__cu2cl_both bool __heq(__half, __half);
__cu2cl_both __half2 __heq2(__half2, __half2);
__cu2cl_both bool __hne(__half, __half);
__cu2cl_both __half2 __hne2(__half2, __half2);
__cu2cl_both bool __hlt(__half, __half);
__cu2cl_both __half2 __hlt2(__half2, __half2);
__cu2cl_both bool __hgt(__half, __half);
__cu2cl_both __half2 __hgt2(__half2, __half2);
__cu2cl_both bool __hle(__half, __half);
__cu2cl_both __half2 __hle2(__half2, __half2);
__cu2cl_both bool __hge(__half, __half);
__cu2cl_both __half2 __hge2(__half2, __half2);
__cu2cl_both bool __hisnan(__half);
__cu2cl_both int __hisinf(__half);
__cu2cl_both __half hsqrt(__half);
__cu2cl_both __half2 h2sqrt(__half2);
__cu2cl_both __half hrsqrt(__half);
__cu2cl_both __half2 h2rsqrt(__half2);
__cu2cl_both __half hrcp(__half);
__cu2cl_both __half2 h2rcp(__half2);
__cu2cl_both __half hlog(__half);
__cu2cl_both __half2 h2log(__half2);
__cu2cl_both __half hlog2(__half);
__cu2cl_both __half2 h2log2(__half2);
__cu2cl_both __half hlog10(__half);
__cu2cl_both __half2 h2log10(__half2);
__cu2cl_both __half hexp(__half);
__cu2cl_both __half2 h2exp(__half2);
__cu2cl_both __half hexp2(__half);
__cu2cl_both __half2 h2exp2(__half2);
__cu2cl_both __half hexp10(__half);
__cu2cl_both __half2 h2exp10(__half2);
__cu2cl_both __half hcos(__half);
__cu2cl_both __half2 h2cos(__half2);
__cu2cl_both __half hsin(__half);
__cu2cl_both __half2 h2sin(__half2);
__cu2cl_both __half hfloor(__half);
__cu2cl_both __half2 h2floor(__half2);
__cu2cl_both __half hceil(__half);
__cu2cl_both __half2 h2ceil(__half2);
__cu2cl_both __half htrunc(__half);
__cu2cl_both __half2 h2trunc(__half2);
__cu2cl_both __half hrint(__half);
__cu2cl_both __half2 h2rint(__half2);
__cu2cl_both __half htanh(__half);
__cu2cl_both __half2 h2tanh(__half2);
__cu2cl_device __half atomicAdd(__half *, __half);
__cu2cl_device __half2 atomicAdd(__half2 *, __half2);

__cu2cl_both __half __float2half(float);
__cu2cl_both __half __float2half_rn(float);
__cu2cl_both __half __float2half_rz(float);
__cu2cl_both __half __float2half_ru(float);
__cu2cl_both __half __float2half_rd(float);
__cu2cl_both __half __double2half(double);
__cu2cl_both float __half2float(__half);
__cu2cl_both __half2 __float2half2_rn(float);
__cu2cl_both __half2 __floats2half2_rn(float, float);
__cu2cl_both __half2 __float22half2_rn(float2);
__cu2cl_both float2 __half22float2(__half2);
__cu2cl_both float __low2float(__half2);
__cu2cl_both float __high2float(__half2);
__cu2cl_both __half __low2half(__half2);
__cu2cl_both __half __high2half(__half2);
__cu2cl_both __half2 __half2half2(__half);
__cu2cl_both __half2 __halves2half2(__half, __half);
__cu2cl_both __half2 __lowhigh2highlow(__half2);
__cu2cl_both __half2 make_half2(__half, __half);
__cu2cl_both __half __int2half_rn(int);
__cu2cl_both int __half2int_rn(__half);
__cu2cl_both int __half2int_rz(__half);
__cu2cl_both __half __uint2half_rn(unsigned int);
__cu2cl_both __half __ushort_as_half(unsigned short);
__cu2cl_both unsigned short __half_as_ushort(__half);
__cu2cl_both short __half_as_short(__half);
__cu2cl_both __half __short_as_half(short);
#endif

#endif
