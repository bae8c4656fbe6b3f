// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Atomics in shared memory, the _block forms, and one device function used on global
// and shared memory.
#include "check.h"

__device__ void count(int *bins, int v) { atomicAdd(&bins[v & 7], 1); }

__global__ void histogram(const int *in, int *bins, float *fsum, double *dsum,
                          unsigned long long *lsum, int n) {
  __shared__ int local[8];
  __shared__ float f;
  __shared__ double d;
  __shared__ unsigned long long l;
  __shared__ unsigned high;
  int t = threadIdx.x;
  if (t < 8)
    local[t] = 0;
  if (t == 0)
    f = 0, d = 0, l = 0, high = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += blockDim.x * gridDim.x) {
    count(local, in[i]);
    count(bins + 8, in[i]);
    atomicAdd_block(&f, 0.5f);
    atomicAdd(&d, (double)in[i]);
    atomicAdd(&l, (unsigned long long)in[i] << 20);
    atomicMax(&high, (unsigned)in[i]);
  }
  __syncthreads();
  if (t < 8)
    atomicAdd(&bins[t], local[t]);
  if (t == 0) {
    atomicAdd(fsum, f);
    atomicAdd(dsum, d);
    atomicAdd(lsum, l);
    atomicMax(&bins[16], (int)high);
  }
}

int main() {
  const int n = 1000;
  int in[n], *d_in, bins[17], *d_bins, want[8] = {0};
  float fsum, *d_f;
  double dsum, *d_d, dwant = 0;
  unsigned long long lsum, *d_l, lwant = 0;
  for (int i = 0; i < n; i++) {
    in[i] = i * i % 1009;
    want[in[i] & 7]++;
    dwant += in[i];
    lwant += (unsigned long long)in[i] << 20;
  }
  OK(cudaMalloc(&d_in, sizeof in));
  OK(cudaMalloc(&d_bins, sizeof bins));
  OK(cudaMalloc(&d_f, sizeof fsum));
  OK(cudaMalloc(&d_d, sizeof dsum));
  OK(cudaMalloc(&d_l, sizeof lsum));
  OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
  OK(cudaMemset(d_bins, 0, sizeof bins));
  OK(cudaMemset(d_f, 0, sizeof fsum));
  OK(cudaMemset(d_d, 0, sizeof dsum));
  OK(cudaMemset(d_l, 0, sizeof lsum));
  histogram<<<3, 64>>>(d_in, d_bins, d_f, d_d, d_l, n);
  OK(cudaMemcpy(bins, d_bins, sizeof bins, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(&fsum, d_f, sizeof fsum, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(&dsum, d_d, sizeof dsum, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(&lsum, d_l, sizeof lsum, cudaMemcpyDeviceToHost));
  int high = 0;
  for (int i = 0; i < n; i++)
    high = in[i] > high ? in[i] : high;
  for (int b = 0; b < 8; b++) {
    EXPECT_EQ(bins[b], want[b]);
    EXPECT_EQ(bins[8 + b], want[b]);
  }
  EXPECT_EQ(bins[16], high);
  EXPECT_EQ(fsum, 0.5f * n);
  EXPECT_EQ(dsum, dwant);
  EXPECT_EQ(lsum, lwant);
  OK(cudaFree(d_in));
  OK(cudaFree(d_bins));
  OK(cudaFree(d_f));
  OK(cudaFree(d_d));
  OK(cudaFree(d_l));
  return verdict();
}
