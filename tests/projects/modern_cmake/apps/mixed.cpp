// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdio>
#ifndef EXTRA
#error
#endif
__global__ void k(int *v) { v[threadIdx.x] = threadIdx.x * SCALE; }
int main() {
  int h[8], bad = 0, *d;
  cudaMalloc(&d, sizeof h);
  k<<<1, 8>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; ++i)
    bad += h[i] != i * 7;
  puts(bad ? "FAILED" : "PASSED");
}
