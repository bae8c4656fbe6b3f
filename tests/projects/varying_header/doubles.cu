// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define REAL_IS_DOUBLE
#include "step.cuh"

__global__ void advance(real *p) { p[threadIdx.x] = two_steps(p[threadIdx.x]); }

int check_doubles() {
  double *d, h[2] = {1, 1e15};
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  advance<<<1, 2>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  return h[0] == 3 && h[1] == 1e15 + 2;
}
