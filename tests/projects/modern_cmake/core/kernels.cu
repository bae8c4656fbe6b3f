// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <core/api.h>
#ifndef IN_CUDA
#error no CUDA
#endif
__global__ void k(int *v, int n, int s) {
  int i = blockIdx.x * WIDTH + threadIdx.x;
  if (i < n)
    v[i] = i * s + VERSION_MAJOR;
}
int run(int *h, int n, int s) {
  int *d;
  cudaMalloc(&d, n * sizeof(int));
  k<<<(n + WIDTH - 1) / WIDTH, WIDTH>>>(d, n, s);
  cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d);
  return WIDTH;
}
