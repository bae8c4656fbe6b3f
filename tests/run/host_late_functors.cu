// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A header's template launches its kernel with a functor that is declared behind the header.
#include "check.h"
#include "parts/host_late_functors.cuh"

namespace late {
template <typename T, int N = 2> struct Axpy {
  T x;
  __device__ int operator()(int v, T y) const { return v * N + x * y; }
};
} // namespace late

int main() {
  int h[8], *d;
  for (int i = 0; i < 8; i++)
    h[i] = i;
  OK(cudaMalloc(&d, sizeof h));
  OK(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
  apply(d, 8, late::Axpy<int, 3>{5}, 7);
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; i++)
    EXPECT_EQ(h[i], i * 3 + 35);
  OK(cudaFree(d));
  return verdict();
}
