// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// 4-bit floating point: what programs name most.
#ifndef CU2CL_CUDA_CUDA_FP4_H
#define CU2CL_CUDA_CUDA_FP4_H

#include "cuda_fp8.h"

#ifdef __cplusplus
typedef unsigned char __nv_fp4_storage_t;
struct __nv_fp4_e2m1 {
  __nv_fp4_storage_t __x;
  __nv_fp4_e2m1() = default;
  __cu2cl_both explicit __nv_fp4_e2m1(__half);
  __cu2cl_both explicit __nv_fp4_e2m1(float);
  __cu2cl_both explicit __nv_fp4_e2m1(double);
  __cu2cl_both explicit operator __half() const;
  __cu2cl_both explicit operator float() const;
  __cu2cl_both explicit operator double() const;
};
#endif

#endif
