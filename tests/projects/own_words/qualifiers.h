// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CUDA's words for files that g++ compiles: the names that #define and #ifndef have stay.
#pragma once
#ifndef __CUDACC__
#define __host__
#define __device__
  #define __forceinline__ inline
#endif
#ifndef __noinline__
#define __noinline__
#endif
#define BOTH __host__ __device__
__host__ __device__ __forceinline__ int twice(int a) { return 2 * a; }
BOTH inline int thrice(int a) { return 3 * a; }
