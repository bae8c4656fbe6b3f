// expect: CU2CL2003 both shared and constant
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

__constant__ float table[8];

// What follows from the pointer's two address spaces is not said again.
__global__ void kernel(float *out, int n) {
  __shared__ float own[8];
  own[threadIdx.x] = n;
  const float *p = own;
  if (n > 3)
    p = table;
  out[0] = (n ? table : own)[1] + p[0];
}

int main() {
  float *v;
  cudaMalloc(&v, 64);
  kernel<<<1, 1>>>(v, 1);
}
