// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Launches that name a type and a number of the configuration, also in a macro.
#pragma once
#include "config.h"
template <typename T, int K> __global__ void scale(T *p) { p[threadIdx.x] = p[threadIdx.x] * K + offset; }
#define LAUNCH(p, n) scale<REAL, FACTOR><<<1, (n)>>>(p)
static __host__ int run(REAL *h, int n) {
  REAL *d;
  cudaMalloc(&d, n * sizeof(REAL));
  cudaMemcpy(d, h, n * sizeof(REAL), cudaMemcpyHostToDevice);
  scale<REAL, FACTOR><<<1, n>>>(d);
  cudaMemcpy(h, d, n * sizeof(REAL), cudaMemcpyDeviceToHost);
  LAUNCH(d, n);
  cudaFree(d);
  return 1;
}
