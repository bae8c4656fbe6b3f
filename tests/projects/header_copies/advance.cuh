// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef REAL
#define REAL float
#endif
#ifndef STEP
#define STEP 1
#endif
struct Pair { REAL a, b; };
static __constant__ REAL table[4];
static __device__ REAL inc(REAL x) { return x + STEP; }
// A kernel, its launch and a symbol, all of REAL.
static __global__ void advance(REAL *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = inc(p[i]) + table[i % 4];
}
static int run_advance(REAL *h, int n) {
  REAL *d;
  REAL t[4] = {0, 10, 20, 30};
  cudaMemcpyToSymbol(table, t, sizeof t);
  cudaMalloc(&d, n * sizeof(REAL));
  cudaMemcpy(d, h, n * sizeof(REAL), cudaMemcpyHostToDevice);
  advance<<<1, n>>>(d, n);
  cudaMemcpy(h, d, n * sizeof(REAL), cudaMemcpyDeviceToHost);
  cudaFree(d);
  return cudaGetLastError() == cudaSuccess;
}
