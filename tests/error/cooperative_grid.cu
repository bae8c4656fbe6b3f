// expect: CU2CL2314 cooperative
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cooperative_groups.h>
#include <cuda_runtime.h>

__global__ void kernel(int *v) {
  cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  v[blockIdx.x] = 1;
  grid.sync();
  v[gridDim.x + blockIdx.x] = v[(blockIdx.x + 1) % gridDim.x];
}

void launch(int *d) {
  void *args[] = {&d};
  cudaLaunchCooperativeKernel((void *)kernel, dim3(4), dim3(32), args, 0, 0);
}
