// expect: CU2CL3023 limit size table next_counter
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CUDA takes the variables of the device's compilation; the port's host would give kernels others.
#include <cuda_runtime.h>

#ifdef __CUDA_ARCH__
#define LIMIT 7
__device__ static int counter = 3;
#else
#define LIMIT 6
#endif
#if __CUDA_ARCH__ >= 600
__device__ float table[2] = {1, 2};
#else
__device__ float table[2] = {3, 4};
#endif

__constant__ int limit = LIMIT;
__device__ char size[LIMIT];
__device__ int fine = 8; // no word of it

__host__ __device__ int next() {
#ifdef __CUDA_ARCH__
  __device__ static int counter = 7;
  return atomicAdd(&counter, 1);
#else
  return 0;
#endif
}

#ifdef __CUDA_ARCH__
__device__ int counted() { return atomicAdd(&counter, 1); }
#else
__device__ int counted();
#endif

__global__ void kernel(float *out) {
  size[threadIdx.x] = next() + fine + counted();
  out[threadIdx.x] = limit + table[1] + size[0];
}

void launch(float *d) { kernel<<<1, 4>>>(d); }
