// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R32: cudaEventCreate, with and without flags.
#include "check.h"

__global__ void nothing() {}

int main() {
  cudaEvent_t e[3];
  OK(cudaEventCreate(&e[0]));
  OK(cudaEventCreateWithFlags(&e[1], cudaEventDefault));
  OK(cudaEventCreateWithFlags(&e[2], cudaEventDisableTiming));
  OK(cudaEventRecord(e[0]));
  nothing<<<1, 1>>>();
  OK(cudaEventRecord(e[1]));
  OK(cudaEventRecord(e[2], 0));
  for (int i = 2; i >= 0; i--)
    OK(cudaEventSynchronize(e[i]));
  float ms = -1;
  OK(cudaEventElapsedTime(&ms, e[0], e[1]));
  EXPECT(ms >= 0);
  for (cudaEvent_t x : e)
    OK(cudaEventDestroy(x));
  return verdict();
}
