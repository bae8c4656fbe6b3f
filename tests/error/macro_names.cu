// expect: CU2CL3016 symbol malloc configure
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Macros that would catch what the port writes: clrt::symbol, clrt::malloc, .configure(...).
#include <cuda_runtime.h>
#define kernel 3
#define symbol kernel
#define malloc allocate
#define configure 5

__device__ int factor = kernel;

__global__ void scale(int *out) { out[threadIdx.x] *= factor; }

int next();

void launch(int **out) {
  cudaMalloc(out, 8 * sizeof(int));
  scale<<<1, 8>>>(*out);
  scale<<<next(), next()>>>(*out + next());
}
