// expect-words: function pointer
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

// Where the pointers that the functions get lead is not known: only initial values name them.
typedef void (*Operation)(float *, float);
__device__ void add(float *a, float b) { *a += b; }
__device__ void multiply(float *a, float b) { *a *= b; }
__device__ Operation device_add = add, device_multiply = multiply;

__global__ void kernel(Operation op, float *v) { op(v + threadIdx.x, 2.0f); }

void launch(float *d) {
  Operation op;
  cudaMemcpyFromSymbol(&op, device_add, sizeof op);
  kernel<<<1, 8>>>(op, d);
}
