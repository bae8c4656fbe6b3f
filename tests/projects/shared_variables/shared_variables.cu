// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "s.h"
#include <cstdio>
// extern "C" without braces declares, also several.
extern "C" __device__ int plain_names, only_declared;
extern "C" __device__ float plain_rows[2];
extern "C" __device__ int late;
__device__ int late = 1000;
__global__ void k(int *o) {
  o[0] = ++S::n;
  o[1] = ++shared_counter;
  o[2] = ++managed;
  o[3] = next();
  o[4] =
      plain_names + only_declared++ * 100 + plain_rows[0] * 10 + plain_rows[1] * 1000 + late * 10;
}
int main() {
  int *d, h[5], four = 4;
  cudaMalloc(&d, sizeof h);
  cudaMemcpyToSymbol(only_declared, &four, sizeof four);
  other();
  k<<<1, 1>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d %d %d\n", h[0], h[1], h[2], h[3], h[4], managed);
  bool fine = h[0] == 18 && h[1] == 16 && h[2] == 14 && h[3] == 101 && managed == 14;
  puts(fine && h[4] == 50 + 400 + 20 + 7000 + 10000 ? "PASSED" : "FAILED");
}
