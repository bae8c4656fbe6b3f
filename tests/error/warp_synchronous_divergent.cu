// expect: CU2CL2032 warp
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

// Where a step stores is told by memory that the warp changes in step, too.
__global__ void kernel(const int *in, int *out) {
  __shared__ volatile int s[32], to[32];
  int t = threadIdx.x;
  s[t] = in[t];
  to[t] = in[t] % 32;
  if (in[t] > 3) {
    to[t] = to[31 - t];
    s[to[t]] += s[(t + 1) % 32];
  }
  out[t] = s[t];
}

void launch(int *d) { kernel<<<1, 32>>>(d, d + 32); }
