// expect: CU2CL2030 divergent barrier
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

__global__ void kernel(int *v) {
  __shared__ int s[64];
  s[threadIdx.x] = v[threadIdx.x];
  if (v[threadIdx.x] > 0) {
    __syncthreads();
    v[threadIdx.x] = s[63 - threadIdx.x];
  } else {
    s[threadIdx.x] = 5; // the other arm may read it
    __syncthreads();
    v[threadIdx.x] = 0;
  }
}

void launch(int *d) { kernel<<<1, 64>>>(d); }
