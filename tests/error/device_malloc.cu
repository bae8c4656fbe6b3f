// expect: CU2CL2018 malloc
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdlib>
#include <cuda_runtime.h>

__global__ void kernel(int *out) {
  int *p = (int *)malloc(4 * sizeof(int));
  p[0] = threadIdx.x;
  out[threadIdx.x] = p[0];
  free(p);
}

void launch(int *d) { kernel<<<1, 8>>>(d); }
