// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R01: both spellings of const, at file scope and in a kernel.
#include "check.h"

const int Columns = 7;
int const Rows = 5;
static const float Scale = 0.5f;
__constant__ const int shift = 3;
__device__ int const step = 2;

__global__ void table(int *out, const int *const in, int const n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int const limit = Rows * Columns;
  const unsigned int const_looking = i + shift;
  if (i < n && i < limit)
    out[i] = in[i] * step + (int)const_looking + (int)(Scale * i);
}

int main() {
  const int n = Rows * Columns;
  int in[n], out[n];
  for (int i = 0; i < n; i++)
    in[i] = 3 * i - 20;
  int *d_in, *d_out;
  OK(cudaMalloc(&d_in, sizeof in));
  OK(cudaMalloc(&d_out, sizeof out));
  OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
  table<<<2, 32>>>(d_out, d_in, n);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(out[i], in[i] * 2 + i + 3 + i / 2);
  OK(cudaFree(d_in));
  OK(cudaFree(d_out));
  return verdict();
}
