// expect-words: function pointer
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

// What lies in the table may come from the host, or from kernels of another file.
typedef float (*Operation)(float, float);
__device__ float add(float a, float b) { return a + b; }
__device__ float multiply(float a, float b) { return a * b; }

__global__ void fill(Operation *table) {
  table[0] = add;
  table[1] = multiply;
}
__global__ void kernel(Operation *table, float *v) { v[threadIdx.x] = table[threadIdx.x & 1](v[threadIdx.x], 2.0f); }

void launch(Operation *table, float *d) {
  fill<<<1, 1>>>(table);
  kernel<<<1, 8>>>(table, d);
}
