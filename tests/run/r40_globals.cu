// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R40: __constant__ and __device__ variables with and without initial values.
#include "check.h"

__constant__ float factor = 2.5f;
__constant__ int table[4] = {10, 20, 30, 40};
__device__ int counter = 7;
__device__ float sums[8];
static __device__ unsigned mask = 0xf0u;

__device__ int next() { return atomicAdd(&counter, 1); }

__global__ void use(float *out) {
  int i = threadIdx.x;
  sums[i] = factor * table[i % 4];
  out[i] = sums[i] + (mask & i);
  next();
}

int main() {
  float out[32], *d, later[8];
  int count = 0;
  OK(cudaMalloc(&d, sizeof out));
  use<<<1, 8>>>(d);
  OK(cudaMemcpy(out, d, sizeof out, cudaMemcpyDeviceToHost));
  OK(cudaMemcpyFromSymbol(&count, counter, sizeof count));
  EXPECT_EQ(count, 15);
  for (int i = 0; i < 8; i++)
    EXPECT_EQ(out[i], 2.5f * 10 * (i % 4 + 1));
  float f = -1.0f;
  unsigned m = 3;
  count = 100;
  OK(cudaMemcpyToSymbol(factor, &f, sizeof f));
  OK(cudaMemcpyToSymbol(mask, &m, sizeof m));
  OK(cudaMemcpyToSymbol(counter, &count, sizeof count, 0, cudaMemcpyHostToDevice));
  int two[2] = {77, 88};
  OK(cudaMemcpyToSymbol(table, two, sizeof two, 2 * sizeof(int)));
  use<<<1, 8>>>(d);
  OK(cudaMemcpy(out, d, sizeof out, cudaMemcpyDeviceToHost));
  OK(cudaMemcpyFromSymbol(&count, counter, sizeof count));
  OK(cudaMemcpyFromSymbol(later, sums, sizeof later));
  EXPECT_EQ(count, 108);
  const int t[4] = {10, 20, 77, 88};
  for (int i = 0; i < 8; i++) {
    EXPECT_EQ(later[i], -1.0f * t[i % 4]);
    EXPECT_EQ(out[i], -1.0f * t[i % 4] + (i & 3));
  }
  OK(cudaFree(d));
  return verdict();
}
