// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Names that CUDA 13 no longer has but older programs use.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void add(int *v, int x) { atomicAdd(v, x); }

int main() {
  int *d, v = 0, wrong = 0;
  if (cudaMalloc((void **)&d, sizeof v) != cudaSuccess) {
    printf("FAILED\n");
    return 1;
  }
  cudaMemset(d, 0, sizeof v);
  add<<<2, 8>>>(d, 3);
  wrong += cudaThreadSynchronize() != cudaSuccess;
  wrong += cudaThreadSetCacheConfig(cudaFuncCachePreferShared) != cudaSuccess;
  cudaMemcpy(&v, d, sizeof v, cudaMemcpyDeviceToHost);
  wrong += v != 48;
  cudaFree(d);
  wrong += cudaThreadExit() != cudaSuccess;
  printf("%d, %d wrong\n%s\n", v, wrong, wrong ? "FAILED" : "PASSED");
  return wrong != 0;
}
