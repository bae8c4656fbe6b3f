/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* nvcc is told that this is CUDA. */
#include "he(ad)er;.h"

__device__ WORD twice(WORD value);

__global__ void fill(WORD *v) { v[threadIdx.x] = twice(threadIdx.x) + ADDED; }

int filled(WORD *host) {
  WORD *d;
  cudaMalloc(&d, 8 * sizeof(WORD));
  fill<<<1, 8>>>(d);
  cudaError_t error = cudaMemcpy(host, d, 8 * sizeof(WORD), cudaMemcpyDeviceToHost);
  cudaFree(d);
  return error == cudaSuccess;
}
