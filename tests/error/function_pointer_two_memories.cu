// expect: CU2CL2003 global shared memory
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

// One pointer, called with global and with shared memory: its functions have one signature.
typedef void (*Step)(float *, int);
__device__ void add(float *p, int i) { p[i] += 1; }
__device__ void twice(float *p, int i) { p[i] *= 2; }

__global__ void kernel(float *v) {
  __shared__ float tile[16];
  Step step = threadIdx.x & 1 ? add : twice;
  tile[threadIdx.x] = v[threadIdx.x];
  step(tile, threadIdx.x);
  step(v, threadIdx.x);
}

void launch(float *d) { kernel<<<1, 16>>>(d); }
