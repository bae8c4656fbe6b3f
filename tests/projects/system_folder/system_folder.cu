// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Headers of the project in a folder that the build calls a system folder are translated, too.
#include "factor.h"
#include "steps.h"
#include <cstdio>

__global__ void fill(int *p) { p[threadIdx.x] = three_times(threadIdx.x) * FACTOR; }

int main() {
  int *d, h[32];
  Steps<int> steps;
  cudaMalloc(&d, sizeof h);
  fill_all(d);
  Owner other;
  fill<<<1, 32>>>(other.data);
  bool ok = steps.finish() && steps.done == 1;
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  ok = ok && h[0] == 0 && h[31] == 93;
  cudaMemcpy(h, other.data, sizeof h, cudaMemcpyDeviceToHost);
  ok = ok && h[0] == 0 && h[31] == 279 && FACTOR == 3;
  printf("%s\n", ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}
