// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: one thread reads what its warp has written to global memory, without a barrier.
#include "check.h"

__device__ void spread(const int *in, int *raw, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    raw[i] = in[i] * 3;
}
__device__ int total(const int *raw, int n) {
  int sum = 0;
  for (int k = 0; k < n; k++)
    sum += raw[k];
  return sum;
}
struct Pair {
  int sum;
  __device__ explicit Pair(const int p[2]) : sum(p[0] + p[1]) {}
};

// Written and read in functions, and in a constructor.
__global__ void gather(const int *in, int *raw, int *out, int n) {
  spread(in, raw, n);
  if (threadIdx.x == 0) {
    Pair last(raw + 2 * 8);
    out[0] = last.sum;
    out[1] = total(raw, n);
  }
}

// The others write again while it reads.
__global__ void rounds(const int *in, int *raw, int *out) {
  int t = threadIdx.x;
  for (int r = 0; r < 4; r++) {
    raw[t] = in[t] + r;
    if (t == 31)
      out[2 + r] = raw[0] + raw[30];
  }
}

// The others have returned.
__device__ int table[32];
__global__ void leaves(const int *in, int *out) {
  table[31 - threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x != 0)
    return;
  int sum = 0;
  for (int k = 0; k < 32; k++)
    sum += (k + 1) * table[k];
  out[6] = sum;
}

int main() {
  const int n = 32;
  int in[n], out[7], *d_in, *d_raw, *d_out;
  for (int i = 0; i < n; i++)
    in[i] = i * 37 % 257;
  OK(cudaMalloc(&d_in, sizeof in));
  OK(cudaMalloc(&d_raw, sizeof in));
  OK(cudaMalloc(&d_out, sizeof out));
  OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
  OK(cudaMemset(d_raw, 0, sizeof in));
  gather<<<1, n>>>(d_in, d_raw, d_out, n);
  rounds<<<1, n>>>(d_in, d_raw, d_out);
  leaves<<<1, n>>>(d_in, d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  int all = 0, weighted = 0;
  for (int i = 0; i < n; i++) {
    all += 3 * in[i];
    weighted += (n - i) * in[i];
  }
  EXPECT_EQ(out[0], 3 * (in[16] + in[17]));
  EXPECT_EQ(out[1], all);
  for (int r = 0; r < 4; r++)
    EXPECT_EQ(out[2 + r], in[0] + in[30] + 2 * r);
  EXPECT_EQ(out[6], weighted);
  OK(cudaFree(d_in));
  OK(cudaFree(d_raw));
  OK(cudaFree(d_out));
  return verdict();
}
