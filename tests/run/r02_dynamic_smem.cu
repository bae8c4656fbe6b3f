// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R02: dynamic shared memory with 0, 1 and n kernel arguments, offsets into the block, several
// arrays in one block.
#include "check.h"

__device__ int result[64];
extern __shared__ int block_memory[];

__global__ void no_argument() {
  block_memory[threadIdx.x] = threadIdx.x * threadIdx.x;
  __syncthreads();
  result[threadIdx.x] = block_memory[blockDim.x - 1 - threadIdx.x];
}

__global__ void one_argument(int *out) {
  extern __shared__ int scratch[];
  int *upper = scratch + blockDim.x;
  upper[threadIdx.x] = 10 * threadIdx.x;
  scratch[threadIdx.x] = threadIdx.x;
  __syncthreads();
  int next = (threadIdx.x + 1) % blockDim.x;
  out[threadIdx.x] = scratch[next] + upper[next];
}

__global__ void many_arguments(const float *in, float *out, int n, float factor) {
  extern __shared__ char bytes[];
  float *values = (float *)bytes;
  short *order = (short *)&values[n];
  unsigned char *flags = (unsigned char *)(order + n);
  int i = threadIdx.x;
  values[i] = in[i];
  order[i] = (short)(n - 1 - i);
  flags[i] = (unsigned char)(250 + i);
  __syncthreads();
  out[i] = factor * values[order[i]] + flags[(i + 1) % n];
}

int main() {
  const int n = 64;
  int got[n], *d_out;
  no_argument<<<1, n, n * sizeof(int)>>>();
  OK(cudaMemcpyFromSymbol(got, result, sizeof got));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(got[i], (n - 1 - i) * (n - 1 - i));

  OK(cudaMalloc(&d_out, n * sizeof(int)));
  one_argument<<<1, n, 2 * n * sizeof(int)>>>(d_out);
  OK(cudaMemcpy(got, d_out, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(got[i], 11 * ((i + 1) % n));

  float in[n], out[n], *d_in, *d_f;
  for (int i = 0; i < n; i++)
    in[i] = 0.25f * i;
  OK(cudaMalloc(&d_in, sizeof in));
  OK(cudaMalloc(&d_f, sizeof out));
  OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
  many_arguments<<<1, n, n * (sizeof(float) + sizeof(short) + 1)>>>(d_in, d_f, n, 4.0f);
  OK(cudaMemcpy(out, d_f, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(out[i], 4.0f * in[n - 1 - i] + (unsigned char)(250 + (i + 1) % n));
  OK(cudaFree(d_out));
  OK(cudaFree(d_in));
  OK(cudaFree(d_f));
  return verdict();
}
