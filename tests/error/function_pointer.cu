// expect-words: function pointer
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

// Known targets, but with a pointer among their parameters.
typedef void (*Operation)(float *, float);
__device__ void add(float *a, float b) { *a += b; }
__device__ void multiply(float *a, float b) { *a *= b; }

__global__ void kernel(float *v, bool sum) {
  Operation op = sum ? add : multiply;
  op(v + threadIdx.x, 2.0f);
}

void launch(float *d) { kernel<<<1, 8>>>(d, true); }
