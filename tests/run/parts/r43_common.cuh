// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Shared by the two units of r43: device and host functions, a type, a macro.
#ifndef R43_COMMON_CUH
#define R43_COMMON_CUH

#include <cuda_runtime.h>

#define LIMIT 1000

struct Shape {
  int width, height;
};

__device__ inline int global_index() { return blockIdx.x * blockDim.x + threadIdx.x; }
__host__ __device__ inline int shape_area(Shape s) { return s.width * s.height; }

inline int *allocate_ints(int n) {
  int *p = nullptr;
  cudaMalloc(&p, n * sizeof(int));
  cudaMemset(p, 0, n * sizeof(int));
  return p;
}

#endif
