// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// __syncthreads_count, _and, _or; __threadfence in its three forms.
#include "check.h"

__device__ int total;
__device__ unsigned finished;

__global__ void votes(const int *in, int *out) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int odd = __syncthreads_count(in[i] & 1);
  int every = __syncthreads_and(in[i] > 0);
  int any = __syncthreads_or(in[i] == 77);
  int again = __syncthreads_count(t < 10);
  out[i] = odd + 1000 * (every != 0) + 10000 * (any != 0) + 100000 * again;
}

// The last block that finishes adds up what all have written.
__global__ void last_block(const int *in, volatile int *partial, int n) {
  __shared__ bool last;
  __shared__ int sum;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  __threadfence_block();
  atomicAdd(&sum, in[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    __threadfence();
    last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int s = 0;
    for (int b = 0; b < gridDim.x; b++)
      s += partial[b];
    total = s;
    __threadfence_system();
  }
}

int main() {
  const int blocks = 4, threads = 48, n = blocks * threads;
  int in[n], out[n], *d_in, *d_out, sum = 0;
  for (int i = 0; i < n; i++)
    sum += in[i] = (i * 13) % 50 + (i / threads) % 2;
  in[100] = 77;
  sum = 0;
  for (int i = 0; i < n; i++)
    sum += in[i];
  OK(cudaMalloc(&d_in, sizeof in));
  OK(cudaMalloc(&d_out, sizeof out));
  OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
  votes<<<blocks, threads>>>(d_in, d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int b = 0; b < blocks; b++) {
    int odd = 0, every = 1, any = 0;
    for (int i = b * threads; i < (b + 1) * threads; i++)
      odd += in[i] & 1, every &= in[i] > 0, any |= in[i] == 77;
    for (int i = b * threads; i < (b + 1) * threads; i++)
      EXPECT_EQ(out[i], odd + 1000 * every + 10000 * any + 1000000);
  }
  for (int round = 0; round < 2; round++) {
    last_block<<<blocks, threads>>>(d_in, d_out, n);
    int got = 0;
    OK(cudaMemcpyFromSymbol(&got, total, sizeof got));
    EXPECT_EQ(got, sum);
  }
  OK(cudaFree(d_in));
  OK(cudaFree(d_out));
  return verdict();
}
