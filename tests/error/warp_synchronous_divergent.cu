// expect: CU2CL2032 warp
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

// The steps of the warp stand under a condition that differs within the block and depends on data.
__global__ void kernel(const int *in, int *out) {
  __shared__ volatile int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  if (in[t] > 3) {
    s[t] += s[(t + 1) % 64];
    s[t] += s[(t + 2) % 64];
  }
  out[t] = s[t];
}

void launch(int *d) { kernel<<<1, 64>>>(d, d + 64); }
