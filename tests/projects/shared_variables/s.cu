// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "s.h"
__device__ int S::n = 7;
__managed__ int managed = 3;
__device__ int next() {
  static int calls = 100;
  return atomicAdd(&calls, 1);
}
extern "C" {
__device__ int plain_names = 20;
__device__ float plain_rows[2] = {2, 3}, plain_sum = 4;
__device__ int only_declared = 1;
}
__global__ void k2() {
  S::n += 10;
  shared_counter += 10;
  managed += 10;
  plain_names += 30;
  plain_rows[1] += plain_sum;
  next();
}
void other() {
  k2<<<1, 1>>>();
  cudaDeviceSynchronize();
}
