// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R14: two launches of one kernel with literal arguments in one scope.
#include "check.h"

__global__ void store(float *v, int at, float x, double y, char c) { v[at] = x + (float)y + c; }

int main() {
  float *d, v[3];
  OK(cudaMalloc(&d, sizeof v));
  store<<<1, 1>>>(d, 0, 1.5f, 2.25, 'a');
  store<<<1, 1>>>(d, 1, 2, 3, 4);
  store<<<1, 1>>>(d, 2, -1, .5, '\n');
  OK(cudaMemcpy(v, d, sizeof v, cudaMemcpyDeviceToHost));
  EXPECT_EQ(v[0], 1.5f + 2.25f + 'a');
  EXPECT_EQ(v[1], 9.0f);
  EXPECT_EQ(v[2], 9.5f);
  OK(cudaFree(d));
  return verdict();
}
