// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R31: an asynchronous copy from device to device runs on its stream, between the kernels there.
#include "check.h"

__global__ void add(int *v, int x) { v[blockIdx.x * blockDim.x + threadIdx.x] += x; }

int main() {
  const int n = 256;
  int *a, *b, got[n];
  cudaStream_t s;
  OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  OK(cudaMalloc(&a, n * sizeof(int)));
  OK(cudaMalloc(&b, n * sizeof(int)));
  OK(cudaMemset(a, 0, n * sizeof(int)));
  OK(cudaMemset(b, 0, n * sizeof(int)));
  OK(cudaDeviceSynchronize());
  for (int round = 1; round <= 10; round++) {
    add<<<4, 64, 0, s>>>(a, round);
    OK(cudaMemcpyAsync(b, a, n * sizeof(int), cudaMemcpyDeviceToDevice, s));
    add<<<4, 64, 0, s>>>(b, 1000);
    OK(cudaMemcpyAsync(a, b, n * sizeof(int) / 2, cudaMemcpyDeviceToDevice, s));
  }
  OK(cudaStreamSynchronize(s));
  OK(cudaMemcpy(got, a, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(got[i], i < n / 2 ? 55 + 10000 : 55);
  OK(cudaMemcpy(got, b, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(got[i], i < n / 2 ? 55 + 10000 : 55 + 1000);
  OK(cudaStreamDestroy(s));
  OK(cudaFree(a));
  OK(cudaFree(b));
  return verdict();
}
