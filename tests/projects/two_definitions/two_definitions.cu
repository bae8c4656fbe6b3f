// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One source, two programs: the build defines DOUBLING for one of them.
#include <cstdio>

#ifdef DOUBLING
#define FACTOR 2
__device__ float change(float x) { return x * FACTOR; }
#else
__device__ float change(float x) { return x + 100; }
#endif

__global__ void apply(float *p) {
  int i = threadIdx.x;
#ifdef DOUBLING
  p[i] = change(p[i]) * 3;
#else
  p[i] = change(p[i]);
#endif
}

#ifdef DOUBLING
__global__ void only_when_doubling(float *p) { p[0] = -1; }
#endif

int main() {
  float *d, h[2] = {1, 2};
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  apply<<<1, 2>>>(d);
#ifdef DOUBLING
  only_when_doubling<<<1, 1>>>(d);
  const float expected[2] = {-1, 12};
#else
  const float expected[2] = {101, 102};
#endif
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  bool ok = h[0] == expected[0] && h[1] == expected[1];
  printf("%s\n", ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}
