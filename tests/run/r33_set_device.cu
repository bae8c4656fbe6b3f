// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R33: cudaSetDevice after allocations, back and forth; memory and streams of each device stay.
#include "check.h"

__global__ void add(int *v, int x) { v[threadIdx.x] += x; }

int main() {
  int count, *d[4], got[32];
  OK(cudaGetDeviceCount(&count));
  int devices = count < 4 ? count : 4;
  for (int i = 0; i < devices; i++) {
    OK(cudaSetDevice(i));
    OK(cudaMalloc(&d[i], 32 * sizeof(int)));
    OK(cudaMemset(d[i], 0, 32 * sizeof(int)));
  }
  for (int round = 0; round < 3; round++)
    for (int i = 0; i < devices; i++) {
      OK(cudaSetDevice(i));
      add<<<1, 32>>>(d[i], i + 1);
    }
  for (int i = devices - 1; i >= 0; i--) {
    OK(cudaSetDevice(i));
    OK(cudaMemcpy(got, d[i], sizeof got, cudaMemcpyDeviceToHost));
    EXPECT_EQ(got[31], 3 * (i + 1));
    OK(cudaFree(d[i]));
  }
  OK(cudaSetDevice(0));
  int *again;
  OK(cudaMalloc(&again, sizeof got));
  OK(cudaSetDevice(0));
  OK(cudaMemset(again, 1, sizeof got));
  add<<<1, 32>>>(again, 1);
  OK(cudaMemcpy(got, again, sizeof got, cudaMemcpyDeviceToHost));
  EXPECT_EQ(got[7], 0x01010102);
  OK(cudaFree(again));
  return verdict();
}
