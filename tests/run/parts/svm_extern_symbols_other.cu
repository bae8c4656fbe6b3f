// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__device__ int count = 6;
__constant__ float scale[2];
__managed__ int seen;
namespace settings {
__device__ float bias;
}
static __device__ int own = 10;

__global__ void add(float *o) {
  o[threadIdx.x] += own + 2 * scale[1];
  atomicAdd(&count, 1);
  if (threadIdx.x == 0)
    seen++;
}
void other(float *o) { add<<<1, 4>>>(o); }
