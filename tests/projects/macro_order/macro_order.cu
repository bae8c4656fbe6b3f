// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Macros that mean different things in different places: redefined between a function's first use
// and its definition, by headers in an order that is not the alphabet's, by a file that is included
// twice, and within one kernel. And asserts with effects, which nvcc keeps.
#include "second.cuh"
#include "first.cuh"
#include <cassert>
#include <cstdio>

#define WEIGHT 2
#define NAME add
#define OP +
#include "binary.inc"
#undef OP
#undef NAME
#undef WEIGHT
#define WEIGHT 3
#define NAME subtract
#define OP -
#include "binary.inc"

__device__ int late(int);
__global__ void scaled(int *o) {
  o[0] = add(5, 3);
  o[1] = subtract(5, 3);
  o[2] = WEIGHT + late(1);
  o[3] = by_second(1);
  o[4] = by_first(1);
  o[5] = SCALE;
}
#undef WEIGHT
#define WEIGHT 5
__device__ int late(int x) { return WEIGHT * x; }

__device__ int wide(int);
__global__ void inside(int *o) {
  int width = 7; // no macro yet
#define STEP 2
  o[6] = STEP * width;
#undef STEP
#define STEP 3
#define UNROLL 4
  int sum = 0;
#pragma unroll UNROLL
  for (int i = 0; i < 4; i++)
    sum += STEP;
  o[7] = sum + wide(1);
}
#define width 9
__device__ int wide(int x) { return x + width; }

int main() {
  const int n = 8, expected[n] = {16, 6, 8, 2, 3, 3, 14, 22};
  int *d = nullptr, h[n] = {};
  assert(cudaMalloc(&d, sizeof h) == cudaSuccess);
  scaled<<<1, 1>>>(d);
  inside<<<1, 1>>>(d);
  assert(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost) == cudaSuccess);
  cudaFree(d);
  bool ok = true;
  for (int i = 0; i < n; i++)
    if (h[i] != expected[i]) {
      printf("%d: %d instead of %d\n", i, h[i], expected[i]);
      ok = false;
    }
  printf("%s\n", ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}
