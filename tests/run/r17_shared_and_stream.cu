// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R17: the third and fourth launch argument are honoured: dynamic shared memory and the stream.
#include "check.h"

__global__ void reverse(int *v) {
  extern __shared__ int t[];
  t[threadIdx.x] = v[threadIdx.x];
  __syncthreads();
  v[threadIdx.x] = t[blockDim.x - 1 - threadIdx.x];
}
__global__ void times(int *v, int by) { v[threadIdx.x] *= by; }

int main() {
  const int n = 64;
  int v[n], *d[2];
  cudaStream_t s[2];
  for (int k = 0; k < 2; k++) {
    OK(cudaStreamCreateWithFlags(&s[k], cudaStreamNonBlocking));
    OK(cudaMalloc(&d[k], sizeof v));
  }
  for (int i = 0; i < n; i++)
    v[i] = i;
  for (int k = 0; k < 2; k++)
    OK(cudaMemcpyAsync(d[k], v, sizeof v, cudaMemcpyHostToDevice, s[k]));
  for (int k = 0; k < 2; k++) {
    reverse<<<1, n, n * sizeof(int), s[k]>>>(d[k]);
    times<<<1, n, 0, s[k]>>>(d[k], k + 2);
    reverse<<<1, n, n * sizeof(int), s[k]>>>(d[k]);
  }
  for (int k = 0; k < 2; k++) {
    int got[n];
    OK(cudaMemcpyAsync(got, d[k], sizeof got, cudaMemcpyDeviceToHost, s[k]));
    OK(cudaStreamSynchronize(s[k]));
    OK(cudaStreamQuery(s[k]));
    for (int i = 0; i < n; i++)
      EXPECT_EQ(got[i], (k + 2) * i);
    OK(cudaStreamDestroy(s[k]));
    OK(cudaFree(d[k]));
  }
  return verdict();
}
