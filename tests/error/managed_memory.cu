// expect-words: cudaMallocManaged
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

__global__ void kernel(int *v) { v[threadIdx.x]++; }

int main() {
  int *v;
  cudaMallocManaged(&v, 32 * sizeof(int));
  v[0] = 1;
  kernel<<<1, 32>>>(v);
  cudaDeviceSynchronize();
  return v[0] == 2 ? 0 : 1;
}
