// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// 16-bit floating point of 8 exponent bits.
#ifndef CU2CL_CUDA_CUDA_BF16_H
#define CU2CL_CUDA_CUDA_BF16_H

#include "vector_types.h"

typedef struct {
  unsigned short x;
} __nv_bfloat16_raw;

#ifdef __cplusplus
struct __attribute__((aligned(2))) __nv_bfloat16 {
  __nv_bfloat16() = default;
  __cu2cl_both __nv_bfloat16(float);
  __cu2cl_both __nv_bfloat16(double);
  __cu2cl_both __nv_bfloat16(int);
  __cu2cl_both __nv_bfloat16(unsigned);
  __cu2cl_both __nv_bfloat16(long long);
  __cu2cl_both __nv_bfloat16(unsigned long long);
  __cu2cl_both __nv_bfloat16(short);
  __cu2cl_both __nv_bfloat16(unsigned short);
  __cu2cl_both __nv_bfloat16(const __nv_bfloat16_raw &);
  __cu2cl_both operator float() const;
  __cu2cl_both __nv_bfloat16 &operator=(float);
  __cu2cl_both __nv_bfloat16 &operator=(double);
  __cu2cl_both __nv_bfloat16 &operator=(int);

private:
  unsigned short bits;
};
struct __attribute__((aligned(4))) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  __cu2cl_both __nv_bfloat162(const __nv_bfloat16 &, const __nv_bfloat16 &);
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

__cu2cl_both __nv_bfloat16 operator+(__nv_bfloat16, __nv_bfloat16);
__cu2cl_both __nv_bfloat16 &operator+=(__nv_bfloat16 &, __nv_bfloat16);
__cu2cl_both __nv_bfloat162 operator+(__nv_bfloat162, __nv_bfloat162);
__cu2cl_both __nv_bfloat162 &operator+=(__nv_bfloat162 &, __nv_bfloat162);
__cu2cl_both __nv_bfloat16 operator-(__nv_bfloat16, __nv_bfloat16);
__cu2cl_both __nv_bfloat16 &operator-=(__nv_bfloat16 &, __nv_bfloat16);
__cu2cl_both __nv_bfloat162 operator-(__nv_bfloat162, __nv_bfloat162);
__cu2cl_both __nv_bfloat162 &operator-=(__nv_bfloat162 &, __nv_bfloat162);
__cu2cl_both __nv_bfloat16 operator*(__nv_bfloat16, __nv_bfloat16);
__cu2cl_both __nv_bfloat16 &operator*=(__nv_bfloat16 &, __nv_bfloat16);
__cu2cl_both __nv_bfloat162 operator*(__nv_bfloat162, __nv_bfloat162);
__cu2cl_both __nv_bfloat162 &operator*=(__nv_bfloat162 &, __nv_bfloat162);
__cu2cl_both __nv_bfloat16 operator/(__nv_bfloat16, __nv_bfloat16);
__cu2cl_both __nv_bfloat16 &operator/=(__nv_bfloat16 &, __nv_bfloat16);
__cu2cl_both __nv_bfloat162 operator/(__nv_bfloat162, __nv_bfloat162);
__cu2cl_both __nv_bfloat162 &operator/=(__nv_bfloat162 &, __nv_bfloat162);
__cu2cl_both bool operator==(__nv_bfloat16, __nv_bfloat16);
__cu2cl_both bool operator!=(__nv_bfloat16, __nv_bfloat16);
__cu2cl_both bool operator<(__nv_bfloat16, __nv_bfloat16);
__cu2cl_both bool operator>(__nv_bfloat16, __nv_bfloat16);
__cu2cl_both bool operator<=(__nv_bfloat16, __nv_bfloat16);
__cu2cl_both bool operator>=(__nv_bfloat16, __nv_bfloat16);
__cu2cl_both __nv_bfloat16 operator-(__nv_bfloat16);
__cu2cl_both __nv_bfloat162 operator-(__nv_bfloat162);

__cu2cl_both __nv_bfloat16 __hadd(__nv_bfloat16, __nv_bfloat16);
__cu2cl_both __nv_bfloat16 __hsub(__nv_bfloat16, __nv_bfloat16);
__cu2cl_both __nv_bfloat16 __hmul(__nv_bfloat16, __nv_bfloat16);
__cu2cl_both __nv_bfloat16 __hdiv(__nv_bfloat16, __nv_bfloat16);
__cu2cl_both __nv_bfloat16 __hmax(__nv_bfloat16, __nv_bfloat16);
__cu2cl_both __nv_bfloat16 __hmin(__nv_bfloat16, __nv_bfloat16);
__cu2cl_both __nv_bfloat16 __hadd_sat(__nv_bfloat16, __nv_bfloat16);
__cu2cl_both __nv_bfloat16 __hsub_sat(__nv_bfloat16, __nv_bfloat16);
__cu2cl_both __nv_bfloat16 __hmul_sat(__nv_bfloat16, __nv_bfloat16);
__cu2cl_both __nv_bfloat16 __hadd_rn(__nv_bfloat16, __nv_bfloat16);
__cu2cl_both __nv_bfloat16 __hsub_rn(__nv_bfloat16, __nv_bfloat16);
__cu2cl_both __nv_bfloat16 __hmul_rn(__nv_bfloat16, __nv_bfloat16);
__cu2cl_both __nv_bfloat16 __hmax_nan(__nv_bfloat16, __nv_bfloat16);
__cu2cl_both __nv_bfloat16 __hmin_nan(__nv_bfloat16, __nv_bfloat16);
__cu2cl_both __nv_bfloat162 __hadd2(__nv_bfloat162, __nv_bfloat162);
__cu2cl_both __nv_bfloat162 __hsub2(__nv_bfloat162, __nv_bfloat162);
__cu2cl_both __nv_bfloat162 __hmul2(__nv_bfloat162, __nv_bfloat162);
__cu2cl_both __nv_bfloat162 __h2div(__nv_bfloat162, __nv_bfloat162);
__cu2cl_both __nv_bfloat162 __hmax2(__nv_bfloat162, __nv_bfloat162);
__cu2cl_both __nv_bfloat162 __hmin2(__nv_bfloat162, __nv_bfloat162);
__cu2cl_both __nv_bfloat162 __hadd2_rn(__nv_bfloat162, __nv_bfloat162);
__cu2cl_both __nv_bfloat162 __hmul2_rn(__nv_bfloat162, __nv_bfloat162);
__cu2cl_both __nv_bfloat162 __hsub2_rn(__nv_bfloat162, __nv_bfloat162);
__cu2cl_both __nv_bfloat16 __hfma(__nv_bfloat16, __nv_bfloat16, __nv_bfloat16);
__cu2cl_both __nv_bfloat162 __hfma2(__nv_bfloat162, __nv_bfloat162, __nv_bfloat162);
__cu2cl_both __nv_bfloat16 __hneg(__nv_bfloat16);
__cu2cl_both __nv_bfloat16 __habs(__nv_bfloat16);
__cu2cl_both __nv_bfloat162 __hneg2(__nv_bfloat162);
__cu2cl_both __nv_bfloat162 __habs2(__nv_bfloat162);
__cu2cl_both bool __heq(__nv_bfloat16, __nv_bfloat16);
__cu2cl_both __nv_bfloat162 __heq2(__nv_bfloat162, __nv_bfloat162);
__cu2cl_both bool __hne(__nv_bfloat16, __nv_bfloat16);
__cu2cl_both __nv_bfloat162 __hne2(__nv_bfloat162, __nv_bfloat162);
__cu2cl_both bool __hlt(__nv_bfloat16, __nv_bfloat16);
__cu2cl_both __nv_bfloat162 __hlt2(__nv_bfloat162, __nv_bfloat162);
__cu2cl_both bool __hgt(__nv_bfloat16, __nv_bfloat16);
__cu2cl_both __nv_bfloat162 __hgt2(__nv_bfloat162, __nv_bfloat162);
__cu2cl_both bool __hle(__nv_bfloat16, __nv_bfloat16);
__cu2cl_both __nv_bfloat162 __hle2(__nv_bfloat162, __nv_bfloat162);
__cu2cl_both bool __hge(__nv_bfloat16, __nv_bfloat16);
__cu2cl_both __nv_bfloat162 __hge2(__nv_bfloat162, __nv_bfloat162);
__cu2cl_both bool __hisnan(__nv_bfloat16);
__cu2cl_both int __hisinf(__nv_bfloat16);
__cu2cl_both __nv_bfloat16 hsqrt(__nv_bfloat16);
__cu2cl_both __nv_bfloat162 h2sqrt(__nv_bfloat162);
__cu2cl_both __nv_bfloat16 hrsqrt(__nv_bfloat16);
__cu2cl_both __nv_bfloat162 h2rsqrt(__nv_bfloat162);
__cu2cl_both __nv_bfloat16 hrcp(__nv_bfloat16);
__cu2cl_both __nv_bfloat162 h2rcp(__nv_bfloat162);
__cu2cl_both __nv_bfloat16 hlog(__nv_bfloat16);
__cu2cl_both __nv_bfloat162 h2log(__nv_bfloat162);
__cu2cl_both __nv_bfloat16 hlog2(__nv_bfloat16);
__cu2cl_both __nv_bfloat162 h2log2(__nv_bfloat162);
__cu2cl_both __nv_bfloat16 hlog10(__nv_bfloat16);
__cu2cl_both __nv_bfloat162 h2log10(__nv_bfloat162);
__cu2cl_both __nv_bfloat16 hexp(__nv_bfloat16);
__cu2cl_both __nv_bfloat162 h2exp(__nv_bfloat162);
__cu2cl_both __nv_bfloat16 hexp2(__nv_bfloat16);
__cu2cl_both __nv_bfloat162 h2exp2(__nv_bfloat162);
__cu2cl_both __nv_bfloat16 hexp10(__nv_bfloat16);
__cu2cl_both __nv_bfloat162 h2exp10(__nv_bfloat162);
__cu2cl_both __nv_bfloat16 hcos(__nv_bfloat16);
__cu2cl_both __nv_bfloat162 h2cos(__nv_bfloat162);
__cu2cl_both __nv_bfloat16 hsin(__nv_bfloat16);
__cu2cl_both __nv_bfloat162 h2sin(__nv_bfloat162);
__cu2cl_both __nv_bfloat16 hfloor(__nv_bfloat16);
__cu2cl_both __nv_bfloat162 h2floor(__nv_bfloat162);
__cu2cl_both __nv_bfloat16 hceil(__nv_bfloat16);
__cu2cl_both __nv_bfloat162 h2ceil(__nv_bfloat162);
__cu2cl_both __nv_bfloat16 htrunc(__nv_bfloat16);
__cu2cl_both __nv_bfloat162 h2trunc(__nv_bfloat162);
__cu2cl_both __nv_bfloat16 hrint(__nv_bfloat16);
__cu2cl_both __nv_bfloat162 h2rint(__nv_bfloat162);
__cu2cl_both __nv_bfloat16 htanh(__nv_bfloat16);
__cu2cl_both __nv_bfloat162 h2tanh(__nv_bfloat162);
__cu2cl_device __nv_bfloat16 atomicAdd(__nv_bfloat16 *, __nv_bfloat16);
__cu2cl_device __nv_bfloat162 atomicAdd(__nv_bfloat162 *, __nv_bfloat162);

__cu2cl_both __nv_bfloat16 __float2bfloat16(float);
__cu2cl_both __nv_bfloat16 __float2bfloat16_rn(float);
__cu2cl_both __nv_bfloat16 __double2bfloat16(double);
__cu2cl_both float __bfloat162float(__nv_bfloat16);
__cu2cl_both __nv_bfloat162 __float2bfloat162_rn(float);
__cu2cl_both __nv_bfloat162 __floats2bfloat162_rn(float, float);
__cu2cl_both float2 __bfloat1622float2(__nv_bfloat162);
__cu2cl_both float __low2float(__nv_bfloat162);
__cu2cl_both float __high2float(__nv_bfloat162);
#endif

#endif
