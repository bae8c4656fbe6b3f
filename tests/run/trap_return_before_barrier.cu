// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: threads past the end return before barriers, one of them in a loop.
#include "check.h"

// CUDA counts the threads that have left as arrived.
__global__ void sum_blocks(const int *in, int *out, int n) {
  __shared__ int tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int t = threadIdx.x;
  if (i >= n)
    return;
  int live = min((int)blockDim.x, n - (int)(blockIdx.x * blockDim.x));
  tile[t] = in[i];
  __syncthreads();
  for (int step = 1; step < live; step *= 2) {
    int other = t + step < live ? tile[t + step] : 0;
    __syncthreads();
    if (t % (2 * step) == 0)
      tile[t] += other;
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = tile[0];
}

__global__ void shift(int *v, int n) {
  __shared__ int tile[64];
  if (threadIdx.x >= n)
    return;
  for (int round = 0; round < 3; round++) {
    tile[threadIdx.x] = v[threadIdx.x];
    __syncthreads();
    v[threadIdx.x] = tile[(threadIdx.x + 1) % n];
    __syncthreads();
  }
}

int main() {
  const int n = 150;
  int in[n], *d_in, out[3], *d_out;
  for (int i = 0; i < n; i++)
    in[i] = i * i % 101;
  OK(cudaMalloc(&d_in, sizeof in));
  OK(cudaMalloc(&d_out, sizeof out));
  OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
  sum_blocks<<<3, 64>>>(d_in, d_out, n);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int b = 0; b < 3; b++) {
    int want = 0;
    for (int i = 64 * b; i < n && i < 64 * (b + 1); i++)
      want += in[i];
    EXPECT_EQ(out[b], want);
  }
  shift<<<1, 64>>>(d_in, 41);
  int after[n];
  OK(cudaMemcpy(after, d_in, sizeof after, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(after[i], i < 41 ? in[(i + 3) % 41] : in[i]);
  OK(cudaFree(d_in));
  OK(cudaFree(d_out));
  return verdict();
}
