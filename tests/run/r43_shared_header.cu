// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R43: a header shared by two units, included by quote in one and by angle brackets in the other.
#include "check.h"
#include "parts/r43_common.cuh"

int other_unit(int *d, int n); // parts/r43_shared_header_other.cu

__global__ void here(int *v, int n) {
  int i = global_index();
  if (i < n)
    v[i] = shape_area(Shape{i, 2}) + LIMIT;
}

int main() {
  int *d = allocate_ints(40), got[40];
  here<<<2, 32>>>(d, 40);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 40; i++)
    EXPECT_EQ(got[i], 2 * i + LIMIT);
  EXPECT_EQ(other_unit(d, 40), 40 * 39 / 2 * 3 + 40 * LIMIT);
  OK(cudaFree(d));
  return verdict();
}
