// expect: CU2CL2030 divergent barrier
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

__global__ void kernel(int *v, int n, int flag) {
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    if (v[t] > flag) { // threads of both arms use s
      for (int j = 0; j < 3; ++j) {
        s[t] = v[t];
        __syncthreads();
        if (v[t] > 100) // some leave, and the other arm has barriers, too
          return;
        v[t] += s[(t + 1) % 64];
        __syncthreads();
      }
    } else {
      s[t] = i;
      __syncthreads();
      v[t] += s[63 - t];
      __syncthreads();
    }
  }
}

void launch(int *d) { kernel<<<1, 64>>>(d, 3, 1); }
