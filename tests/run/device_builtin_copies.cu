// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Built-in variables copied to dim3, uint3 and int, passed to functions, and warpSize.
#include "check.h"

__device__ unsigned flat(uint3 t, dim3 size) { return t.x + size.x * (t.y + size.y * t.z); }
__device__ int total(const dim3 &d) { return d.x * d.y * d.z; }

__global__ void copies(unsigned *out, int *first) {
  dim3 block = blockDim, grid(gridDim);
  uint3 t = threadIdx, b;
  b = blockIdx;
  dim3 three(4, 5);
  unsigned thread = flat(t, block);
  unsigned group = flat(b, grid);
  out[group * total(block) + thread] = flat(threadIdx, blockDim) + 1000 * flat(blockIdx, gridDim);
  if (group + thread == 0) {
    first[0] = warpSize;
    first[1] = total(grid);
    first[2] = total(gridDim);
    first[3] = three.x + 10 * three.y + 100 * three.z;
    first[4] = sizeof(dim3) + sizeof(threadIdx);
    grid.y = 77;
    first[5] = grid.y + gridDim.y;
  }
}

int main() {
  const int n = 2 * 3 * 2 * 4 * 2 * 3;
  unsigned out[n], *d_out;
  int first[6], *d_first;
  OK(cudaMalloc(&d_out, sizeof out));
  OK(cudaMalloc(&d_first, sizeof first));
  copies<<<dim3(2, 3, 2), dim3(4, 2, 3)>>>(d_out, d_first);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(first, d_first, sizeof first, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(out[i], (unsigned)(i % 24 + 1000 * (i / 24)));
  const int want[6] = {32, 12, 12, 154, 24, 80};
  for (int i = 0; i < 6; i++)
    EXPECT_EQ(first[i], want[i]);
  OK(cudaFree(d_out));
  OK(cudaFree(d_first));
  return verdict();
}
