// expect: CU2CL2011 CU2CL2012 new
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

__global__ void kernel(int *out) {
  int *p = new int[4];
  p[0] = threadIdx.x;
  out[threadIdx.x] = p[0];
  delete[] p;
}

void launch(int *d) { kernel<<<1, 8>>>(d); }
