// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R10: pinned buffers of the same name in two functions are two buffers.
#include "check.h"

__global__ void increment(int *v, int by) { v[threadIdx.x] += by; }

static int first(int *d) {
  int *buffer;
  OK(cudaMallocHost((void **)&buffer, 32 * sizeof(int)));
  for (int i = 0; i < 32; i++)
    buffer[i] = i;
  OK(cudaMemcpy(d, buffer, 32 * sizeof(int), cudaMemcpyHostToDevice));
  increment<<<1, 32>>>(d, 5);
  OK(cudaMemcpy(buffer, d, 32 * sizeof(int), cudaMemcpyDeviceToHost));
  int sum = 0;
  for (int i = 0; i < 32; i++)
    sum += buffer[i];
  OK(cudaFreeHost(buffer));
  return sum;
}

static int second(int *d, int depth) {
  int *buffer;
  OK(cudaHostAlloc((void **)&buffer, 32 * sizeof(int), cudaHostAllocDefault));
  for (int i = 0; i < 32; i++)
    buffer[i] = 1000 * depth + i;
  int below = depth > 0 ? second(d, depth - 1) : 0; // has a buffer of its own
  OK(cudaMemcpy(d, buffer, 32 * sizeof(int), cudaMemcpyHostToDevice));
  increment<<<1, 32>>>(d, 1);
  OK(cudaMemcpy(buffer, d, 32 * sizeof(int), cudaMemcpyDeviceToHost));
  int last = buffer[31];
  OK(cudaFreeHost(buffer));
  return below + last;
}

int main() {
  int *d;
  OK(cudaMalloc(&d, 32 * sizeof(int)));
  EXPECT_EQ(first(d), 31 * 16 + 32 * 5);
  EXPECT_EQ(second(d, 2), 3 * 32 + 3000);
  EXPECT_EQ(first(d), 31 * 16 + 32 * 5);
  OK(cudaFree(d));
  return verdict();
}
