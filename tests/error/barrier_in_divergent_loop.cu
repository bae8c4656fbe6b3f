// expect: CU2CL2030 divergent barrier
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

__global__ void kernel(int *v) {
  __shared__ int s[64];
  for (int i = 0; i < v[threadIdx.x]; i++) {
    s[threadIdx.x] = i;
    switch (v[threadIdx.x]) { // some leave in the middle, others go on to the barrier
    case 0:
      do {
        v[threadIdx.x]--;
      case 1:;
      } while (v[threadIdx.x] > 9);
      return;
    }
    __syncthreads();
    v[threadIdx.x] += s[(threadIdx.x + 1) % 64];
    __syncthreads();
  }
}

void launch(int *d) { kernel<<<1, 64>>>(d); }
