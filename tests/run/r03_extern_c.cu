// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R03: extern "C" on one declaration, on a variable, and as a block around kernels and device
// functions.
#include "check.h"

extern "C" __device__ int twice(int x) { return 2 * x; }
extern "C" {
__constant__ int offset;
__device__ int thrice(int x) { return 3 * x; }
__global__ void block_kernel(int *out) { out[threadIdx.x] = thrice(threadIdx.x) + offset; }
}
extern "C" int plain_variable;
int plain_variable = 4;
extern "C" __constant__ int factors[2] = {1, 1};
extern "C" __device__ int calls = 0;
extern "C" __global__ void single_kernel(int *out, int add) {
  out[threadIdx.x] = twice(threadIdx.x) * factors[1] + add * factors[0];
  atomicAdd(&calls, 1);
}
extern "C" void launch_single(int *d_out) { single_kernel<<<1, 32>>>(d_out, plain_variable); }

int main() {
  int got[32], *d_out, value = 100;
  OK(cudaMalloc(&d_out, sizeof got));
  OK(cudaMemcpyToSymbol(offset, &value, sizeof value));
  block_kernel<<<1, 32>>>(d_out);
  OK(cudaMemcpy(got, d_out, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 32; i++)
    EXPECT_EQ(got[i], 3 * i + 100);
  launch_single(d_out);
  OK(cudaMemcpy(got, d_out, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 32; i++)
    EXPECT_EQ(got[i], 2 * i + 4);
  int calls_now = 0;
  OK(cudaMemcpyFromSymbol(&calls_now, calls, sizeof calls_now));
  EXPECT_EQ(calls_now, 32);
  OK(cudaFree(d_out));
  return verdict();
}
