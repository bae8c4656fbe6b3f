// expect: CU2CL2002 function pointer
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

// Known targets, but they give pointers.
typedef float *(*Operation)(float *, float);
__device__ float *add(float *a, float b) { return *a += b, a; }
__device__ float *multiply(float *a, float b) { return *a *= b, a; }

__global__ void kernel(float *v, bool sum) {
  Operation op = sum ? add : multiply;
  *op(v + threadIdx.x, 2.0f) -= 1;
}

void launch(float *d) { kernel<<<1, 8>>>(d, true); }
