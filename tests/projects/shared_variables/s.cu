// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "s.h"
__device__ int S::n = 7;
__managed__ int managed = 3;
__device__ int next() {
  static int calls = 100;
  return atomicAdd(&calls, 1);
}
__global__ void k2() {
  S::n += 10;
  shared_counter += 10;
  managed += 10;
  next();
}
void other() {
  k2<<<1, 1>>>();
  cudaDeviceSynchronize();
}
