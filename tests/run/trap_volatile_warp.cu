// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: the last steps of a reduction run in one warp without barriers, on a volatile pointer.
#include "check.h"

__device__ void warp_reduce(volatile int *s, int t) {
  s[t] += s[t + 32];
  s[t] += s[t + 16];
  s[t] += s[t + 8];
  s[t] += s[t + 4];
  s[t] += s[t + 2];
  s[t] += s[t + 1];
}

__global__ void reduce_function(const int *in, int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  if (t < 64)
    s[t] += s[t + 64];
  __syncthreads();
  if (t < 32)
    warp_reduce(s, t);
  if (t == 0)
    out[blockIdx.x] = s[0];
}

__global__ void reduce_inline(const int *in, int *out) {
  extern __shared__ volatile int v[];
  int t = threadIdx.x;
  v[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 32; s >>= 1) {
    if (t < s)
      v[t] += v[t + s];
    __syncthreads();
  }
  if (t < 32) {
    v[t] += v[t + 32];
    v[t] += v[t + 16];
    v[t] += v[t + 8];
    v[t] += v[t + 4];
    v[t] += v[t + 2];
    v[t] += v[t + 1];
  }
  if (t == 0)
    out[blockIdx.x] = v[0];
}

// The function has the condition itself, the variables have the names that the steps need, and some
// initialisers are for the warp alone.
__device__ void reduce_if(volatile int *s, int t) {
  if (t < 32) {
    s[t] += s[t + 32];
    s[t] += s[t + 16];
  }
}

__global__ void reduce_counting(const int *in, const int *small, int *count, int *out) {
  __shared__ volatile int s[64];
  int t = threadIdx.x, value = in[t];
  s[t] = value;
  __syncthreads();
  if (t < 32) {
    int order = atomicAdd(count, 1);
    int more = small[t];
    s[t] = value + s[t + 32] + (order < 0);
    s[t] = s[t] + s[t + 16] + more;
  }
  __syncthreads();
  int first = s[0];
  __syncthreads();
  s[t] = value;
  __syncthreads();
  reduce_if(s, t);
  __syncthreads();
  if (t == 0) {
    out[0] = first;
    out[1] = s[0];
    out[2] = *count;
  }
}

int main() {
  const int blocks = 5, n = 128 * blocks;
  int in[n], *d_in, out[blocks], *d_out, want[blocks] = {0};
  for (int i = 0; i < n; i++)
    want[i / 128] += in[i] = i * 37 % 257;
  OK(cudaMalloc(&d_in, sizeof in));
  OK(cudaMalloc(&d_out, sizeof out));
  OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
  reduce_function<<<blocks, 128>>>(d_in, d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int b = 0; b < blocks; b++)
    EXPECT_EQ(out[b], want[b]);
  OK(cudaMemset(d_out, 0, sizeof out));
  reduce_inline<<<blocks, 128, 128 * sizeof(int)>>>(d_in, d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int b = 0; b < blocks; b++)
    EXPECT_EQ(out[b], want[b]);
  int small[32], *d_small, *d_count, sums[3];
  for (int i = 0; i < 32; i++)
    small[i] = 1000 * (i + 1);
  OK(cudaMalloc(&d_small, sizeof small));
  OK(cudaMalloc(&d_count, sizeof(int)));
  OK(cudaMemcpy(d_small, small, sizeof small, cudaMemcpyHostToDevice));
  OK(cudaMemset(d_count, 0, sizeof(int)));
  reduce_counting<<<1, 64>>>(d_in, d_small, d_count, d_out);
  OK(cudaMemcpy(sums, d_out, sizeof sums, cudaMemcpyDeviceToHost));
  EXPECT_EQ(sums[0], in[0] + in[32] + in[16] + in[48] + small[0]);
  EXPECT_EQ(sums[1], in[0] + in[32] + in[16] + in[48]);
  EXPECT_EQ(sums[2], 32);
  OK(cudaFree(d_small));
  OK(cudaFree(d_count));
  OK(cudaFree(d_in));
  OK(cudaFree(d_out));
  return verdict();
}
