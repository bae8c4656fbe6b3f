// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One source, two programs: the build defines DOUBLING for one of them.
#include <cstdio>

#ifdef DOUBLING
#define FACTOR 2
#define MOST 2
__device__ float change(float x) { return x * FACTOR; }
#else
#define MOST 8
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

// A launch of more threads is an error.
__global__ void __launch_bounds__(MOST) bounded(float *p) { p[threadIdx.x % 2] = 0; }

int main() {
  const int threads = 4;
  float *d, h[2] = {1, 2};
  cudaMalloc(&d, sizeof h);
  bounded<<<1, threads>>>(d);
  bool ok = cudaGetLastError() == (threads > MOST ? cudaErrorInvalidValue : cudaSuccess);
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
  ok = ok && h[0] == expected[0] && h[1] == expected[1];
  printf("%s\n", ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}
