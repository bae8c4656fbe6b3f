// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R12: main returns early; the result of cudaMalloc is compared with cudaSuccess in every way.
#include "check.h"

__global__ void set(int *v, int x) { v[threadIdx.x] = x; }

static bool works(int x) {
  int *d, got = 0;
  if (cudaMalloc(&d, 32 * sizeof(int)) != cudaSuccess)
    return false;
  set<<<1, 32>>>(d, x);
  if (cudaSuccess != cudaMemcpy(&got, d + 31, sizeof got, cudaMemcpyDeviceToHost))
    return false;
  if (cudaFree(d))
    return false;
  return got == x;
}

int main(int argc, char **argv) {
  (void)argv;
  cudaError_t err = cudaSetDevice(0);
  if (err != cudaSuccess) {
    printf("%s\nFAILED\n", cudaGetErrorString(err));
    return 1;
  }
  EXPECT(works(3));
  EXPECT(works(4));
  bool good = (err = cudaGetLastError()) == cudaSuccess;
  EXPECT(good);
  if (argc < 2)
    return verdict();
  printf("FAILED\n"); // never reached without arguments
  return 1;
}
