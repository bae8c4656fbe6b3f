// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R05: kernel arguments and launch configurations that are macros, macros of macros and arithmetic
// on them.
#include "check.h"

#define SIZE 96
#define BLOCK 32
#define GRID (SIZE / BLOCK)
#define SCALE 2.5f
#define ALIAS SCALE
#define TWICE(x) ((x) + (x))
#define START(a, b) ((a) * 10 + (b))
#define CONFIGURATION GRID, BLOCK

__global__ void fill(float *out, float scale, int start, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = scale * (start + i);
}

static void check(float *d_out, float scale, int start, int n) {
  float out[SIZE];
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(out[i], scale * (start + i));
  OK(cudaMemset(d_out, 0, sizeof out));
}

int main() {
  float *d_out;
  OK(cudaMalloc(&d_out, SIZE * sizeof(float)));
  fill<<<GRID, BLOCK>>>(d_out, SCALE, START(1, 2), SIZE);
  check(d_out, 2.5f, 12, SIZE);
  fill<<<CONFIGURATION>>>(d_out, ALIAS, TWICE(3), SIZE - 1);
  check(d_out, 2.5f, 6, SIZE - 1);
  fill<<<TWICE(GRID) / 2, BLOCK + 0>>>(d_out, ALIAS + 1, TWICE(START(0, 1) + SIZE),
                                       TWICE(SIZE) / 2);
  check(d_out, 3.5f, 2 * (1 + SIZE), SIZE);
  OK(cudaFree(d_out));
  return verdict();
}
