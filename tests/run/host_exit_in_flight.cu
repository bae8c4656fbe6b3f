// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A program may end while its kernels run; that is no error.
#include "check.h"

__global__ void slow(int *v, int rounds) {
  int x = v[threadIdx.x];
  for (int i = 0; i < rounds; i++)
    x = x * 5 % 1000003 + threadIdx.x;
  v[threadIdx.x] = x;
}

int main() {
  int *v;
  cudaStream_t s;
  OK(cudaMalloc(&v, 64 * sizeof(int)));
  OK(cudaMemset(v, 1, 64 * sizeof(int)));
  OK(cudaStreamCreate(&s));
  slow<<<1, 64>>>(v, 1000000);
  slow<<<1, 64, 0, s>>>(v, 1000000);
  OK(cudaGetLastError());
  return verdict();
}
