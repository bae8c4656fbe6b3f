// expect: CU2CL2003 address space
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

// p points to global or to shared memory, depending on data.
__global__ void kernel(float *v, int n) {
  __shared__ float s[32];
  s[threadIdx.x] = v[threadIdx.x];
  __syncthreads();
  float *p = v;
  for (int i = 0; i < n; i++) {
    p[threadIdx.x] += 1.0f;
    p = v[i] > 0 ? s : v;
  }
}

void launch(float *d) { kernel<<<1, 32>>>(d, 3); }
