// expect-words: pointer
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

// Device pointers stored in device memory.
__global__ void kernel(float **rows, int n) { rows[blockIdx.x][threadIdx.x] += n; }

int main() {
  float *rows[2], **d_rows;
  for (int i = 0; i < 2; i++)
    cudaMalloc(&rows[i], 32 * sizeof(float));
  cudaMalloc(&d_rows, sizeof rows);
  cudaMemcpy(d_rows, rows, sizeof rows, cudaMemcpyHostToDevice);
  kernel<<<2, 32>>>(d_rows, 1);
  return cudaDeviceSynchronize();
}
