// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the build defines: a type and a number that differ between two programs of this source, and
// a factor that one of two users of a header's kernel template is given.
#include <cstdio>

void twice(int *d);
void thrice(float *d);

__device__ int which(float) { return 1; }
__device__ int which(double) { return 2; }
__device__ int count = N;
__global__ void kind(int *o) { o[threadIdx.x] = which((REAL)0) * 100 + count; }

int main() {
  int *d, h[N];
  float *f, g;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&f, sizeof g);
  kind<<<1, N>>>(d);
  twice(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  const float one = 1;
  cudaMemcpy(f, &one, sizeof one, cudaMemcpyHostToDevice);
  thrice(f);
  cudaMemcpy(&g, f, sizeof g, cudaMemcpyDeviceToHost);
  cudaFree(d);
  cudaFree(f);
  const int expected = (sizeof(REAL) == sizeof(double) ? 200 : 100) + N;
  bool ok = h[0] == 2 * expected && h[N - 1] == expected && g == 3;
  if (!ok)
    printf("%d %d %g\n", h[0], h[N - 1], g);
  printf("%s\n", ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}
