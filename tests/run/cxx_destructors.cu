// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Destructors with an effect, at the end of a block and on all ways out of it.
#include "check.h"

struct Guard {
  int *counter;
  __host__ __device__ explicit Guard(int *c) : counter(c) { ++*counter; }
  __host__ __device__ ~Guard() { *counter += 10; }
};

__host__ __device__ int guarded(int *counter, int i) {
  Guard outer(counter);
  for (int k = 0; k < 3; k++) {
    Guard inner(counter);
    if (k == 1 && i % 2)
      return *counter;
    if (k == 0)
      continue;
    *counter += 1000;
  }
  return *counter + 7;
}

__global__ void run(int *out, int *counters) {
  int i = threadIdx.x;
  int counter = 0;
  out[i] = guarded(&counter, i) * 100000 + counter;
  Guard global(&counters[i]);
  if (i < 4)
    return;
  counters[i] += 100;
}

int main() {
  int out[16], counters[16] = {}, *d_out, *d_counters;
  OK(cudaMalloc(&d_out, sizeof out));
  OK(cudaMalloc(&d_counters, sizeof counters));
  OK(cudaMemcpy(d_counters, counters, sizeof counters, cudaMemcpyHostToDevice));
  run<<<1, 16>>>(d_out, d_counters);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(counters, d_counters, sizeof counters, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 16; i++) {
    int counter = 0;
    int seen = guarded(&counter, i);
    EXPECT_EQ(out[i], seen * 100000 + counter);
    EXPECT_EQ(counters[i], i < 4 ? 11 : 111);
  }
  OK(cudaFree(d_out));
  OK(cudaFree(d_counters));
  return verdict();
}
