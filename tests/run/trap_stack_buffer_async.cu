// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: an asynchronous copy from a buffer on the stack that is gone, or changed, when the copy
// would run.
#include "check.h"

__global__ void slow(int *v) {
  for (int i = 0; i < 20000; i++)
    v[threadIdx.x] = v[threadIdx.x] * 3 + 1;
}

static void send(int *d, int seed, cudaStream_t s) {
  int buffer[64]; // pageable: CUDA has taken the values when the call returns
  for (int i = 0; i < 64; i++)
    buffer[i] = seed + i;
  OK(cudaMemcpyAsync(d, buffer, sizeof buffer, cudaMemcpyHostToDevice, s));
}
static int trample(int x) {
  volatile int garbage[256];
  for (int i = 0; i < 256; i++)
    garbage[i] = x;
  return garbage[x & 255];
}

int main() {
  int *d, *busy, got[64];
  cudaStream_t s;
  OK(cudaStreamCreate(&s));
  OK(cudaMalloc(&d, 2 * sizeof got));
  OK(cudaMalloc(&busy, sizeof got));
  OK(cudaMemset(busy, 0, sizeof got));
  slow<<<1, 64, 0, s>>>(busy);
  send(d, 500, s);
  EXPECT_EQ(trample(-1), -1);
  int one = 7;
  OK(cudaMemcpyAsync(d + 64, &one, sizeof one, cudaMemcpyHostToDevice, s));
  one = 8;
  OK(cudaMemcpyAsync(d + 65, &one, sizeof one, cudaMemcpyHostToDevice, s));
  one = 9;
  OK(cudaStreamSynchronize(s));
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 64; i++)
    EXPECT_EQ(got[i], 500 + i);
  int two[2];
  OK(cudaMemcpy(two, d + 64, sizeof two, cudaMemcpyDeviceToHost));
  EXPECT_EQ(two[0], 7);
  EXPECT_EQ(two[1], 8);
  OK(cudaStreamDestroy(s));
  OK(cudaFree(d));
  OK(cudaFree(busy));
  return verdict();
}
