// expect: CU2CL2304 __ballot_sync
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

__global__ void kernel(unsigned *v) {
  unsigned x = v[threadIdx.x];
again:
  x += __ballot_sync(__activemask(), x & 1);
  if (x < 100)
    goto again;
  v[threadIdx.x] = x;
}

void launch(unsigned *d) { kernel<<<1, 32>>>(d); }
