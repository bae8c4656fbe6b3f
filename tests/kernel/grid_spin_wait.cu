// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernels that wait for other blocks are for devices that run blocks at the same time.

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

// DIAG: 2033
__global__ void kernel(int *v) {
  v[blockIdx.x] = blockIdx.x;
  grid_barrier(gridDim.x);
  v[gridDim.x + blockIdx.x] = v[(blockIdx.x + 1) % gridDim.x];
}
// CL: while (*arrived < blocks)
// CL: #ifdef CLRT_CONCURRENT_GROUPS // grid_spin_wait.cu:15
// CL: __kernel void kernel_(
// CL: #endif

// A lock is given back by who has it.
// DIAG: 2036
__global__ void locks(int *mutex, int *v) {
  if (threadIdx.x == 0) {
    while (atomicCAS(mutex, 0, 1) != 0)
      ;
    ++*v;
    atomicExch(mutex, 0);
  }
}
// CL: __kernel void locks(
