// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A header that means different things in two files gets two device copies; a .cu that is included is a header; a .cpp
// of the same name as a .cu keeps its name.
#include <cstdio>

#define STEP 20
#include "kernels.cu"
#include "step.cuh"

__global__ void advance_floats(real *p) { p[threadIdx.x] = two_steps(p[threadIdx.x]); }

int check_doubles();
int set_last(float *d, int n, float value);

int main() {
  float *d, h[3] = {1, 2, 3};
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  advance_floats<<<1, 3>>>(d);
  negate<<<1, 3>>>(d, 3);
  int ok = set_last(d, 3, 5);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  ok = ok && h[0] == -41 && h[1] == -42 && h[2] == 5 && check_doubles();
  printf("%s\n", ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}
