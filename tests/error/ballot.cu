// expect: CU2CL2304 __ballot_sync
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

__global__ void kernel(unsigned *v) {
  v[threadIdx.x] = __ballot_sync(0xffffffffu, v[threadIdx.x] & 1);
}

void launch(unsigned *d) { kernel<<<1, 32>>>(d); }
