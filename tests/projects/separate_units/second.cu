// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "shared.h"
#include <cstdio>

// Another program of the folder, which defines the same functions in another way.
__constant__ float coefficients[4];
__device__ int calls = 0;
__device__ float origin(int i) { return -i; }

__global__ void work(float *out, const float *in, int n) {
  int i = threadIdx.x;
  out[i] = weigh(in, i) + dot(in, in, n);
}

int main() {
  const int n = 32;
  float h[n], o[n];
  for (int i = 0; i < n; ++i)
    h[i] = i;
  float *in, *out;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  work<<<1, n>>>(out, in, n);
  cudaMemcpy(o, out, sizeof o, cudaMemcpyDeviceToHost);
  int bad = 0;
  for (int i = 0; i < n; ++i)
    if (!(o[i] == 100 * h[i] - i + 2 * n)) {
      std::printf("%d: %g\n", i, o[i]);
      ++bad;
    }
  std::printf(bad ? "FAILED\n" : "PASSED\n");
  return bad != 0;
}
