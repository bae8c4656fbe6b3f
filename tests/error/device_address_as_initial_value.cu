// expect: CU2CL3006 current initial value
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

// A device variable that starts as the address of another one.
__device__ int values[32];
__device__ int *current = values;

__global__ void kernel() { current[threadIdx.x]++; }

int main() {
  kernel<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
