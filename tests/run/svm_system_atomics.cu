// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Atomics of the host and of a kernel on the same memory at the same time. A device that cannot do this says so at the
// launch; it never loses the host's part.
#include "check.h"

const int n = 256, host_adds = 20000;

__global__ void add(int *sum, float *total) {
  atomicAdd_system(sum, 2);
  atomicAdd_system(total, 0.5f);
}

int main() {
  int *sum;
  float *total;
  if (cudaMallocManaged(&sum, sizeof(int)) != cudaSuccess || cudaMallocManaged(&total, sizeof(float)) != cudaSuccess) {
    printf("no managed memory here\n");
    return verdict();
  }
  *sum = 0;
  *total = 0;
  add<<<4, n / 4>>>(sum, total);
  cudaError_t refused = cudaGetLastError();
  if (refused != cudaSuccess) {
    printf("not on this device: %s\n", cudaGetErrorName(refused));
    return verdict();
  }
  for (int i = 0; i < host_adds; i++)
    __atomic_fetch_add(sum, 1, __ATOMIC_RELAXED);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(*sum, host_adds + 2 * n);
  EXPECT_EQ(*total, 0.5f * n);
  OK(cudaFree(sum));
  OK(cudaFree(total));
  return verdict();
}
