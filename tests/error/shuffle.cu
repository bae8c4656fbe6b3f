// expect: CU2CL2303 __shfl_down_sync
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>

__global__ void kernel(__half *v) {
  __half x = v[threadIdx.x];
  switch (int(x) & 3) {
  case 0:
    x = 1;
  case 1:
    x += __shfl_down_sync(__activemask(), x, 1);
    break;
  default:
    x = 2;
  }
  v[threadIdx.x] = x;
}

void launch(__half *d) { kernel<<<1, 32>>>(d); }
