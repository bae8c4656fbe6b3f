// expect: CU2CL2303 __shfl_down_sync
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

__global__ void kernel(int *v) {
  int x = v[threadIdx.x];
  for (int step = 16; step > 0; step /= 2)
    x += __shfl_down_sync(0xffffffffu, x, step);
  if (threadIdx.x == 0)
    v[0] = x;
}

void launch(int *d) { kernel<<<1, 32>>>(d); }
