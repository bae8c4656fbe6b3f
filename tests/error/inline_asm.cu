// expect: CU2CL2013 assembly
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

__global__ void kernel(unsigned *out) {
  unsigned sm;
  asm("mov.u32 %0, %%pm0;" : "=r"(sm));
  out[threadIdx.x] = sm;
}

void launch(unsigned *d) { kernel<<<1, 32>>>(d); }
