// expect: CU2CL2033 waits
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

__device__ volatile int arrived;

// Waits until all blocks have come here: only sure to end if all of them run at once.
__device__ void grid_barrier(int blocks) {
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd((int *)&arrived, 1);
    while (arrived < blocks)
      ;
  }
  __syncthreads();
}

__global__ void kernel(int *v) {
  v[blockIdx.x] = blockIdx.x;
  grid_barrier(gridDim.x);
  v[gridDim.x + blockIdx.x] = v[(blockIdx.x + 1) % gridDim.x];
}

void launch(int *d) { kernel<<<8, 32>>>(d); }
