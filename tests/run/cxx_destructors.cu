// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Destructors with an effect, at the end of a block and on all ways out of it.
#include "check.h"

struct Guard {
  int *counter;
  __host__ __device__ explicit Guard(int *c) : counter(c) { ++*counter; }
  __host__ __device__ ~Guard() { *counter += 10; }
  __host__ __device__ explicit operator bool() const { return *counter % 2; }
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

// The names of ours must not hide the user's, and heads of statements have scopes of their own.
__host__ __device__ int heads(int *counter, int i) {
  int result = 5;
  if (Guard head(counter); i % 3 == 0)
    result += *counter;
  else if (i % 3 == 1)
    return result + *counter;
  for (Guard head(counter); *counter < 60; *counter += 7) {
    if (i == 5)
      return result * 2;
    if (i % 2 && *counter > 40)
      break;
  }
  switch (i) {
  case 2:
    *counter += 3;
    break;
  default:
    Guard last(counter);
    result += *counter;
  }
  if (Guard odd{counter}) {
    Guard inside(counter);
    result += 3;
  } else if (i == 7)
    result++;
  Guard again(counter);
  return result + *counter;
}

struct Counted {
  int seen;
  __host__ __device__ Counted(int *counter, bool early) : seen(0) {
    Guard guard(counter);
    seen = *counter;
    if (early)
      return;
    *counter += 100;
    seen++;
  }
};

__global__ void run_heads(int *out) {
  int i = threadIdx.x;
  int counter = i;
  int seen = heads(&counter, i);
  Counted counted(&counter, i & 1);
  out[i] = (seen * 1000 + counter) * 10 + counted.seen;
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
  run_heads<<<1, 16>>>(d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 16; i++) {
    int counter = i;
    int seen = heads(&counter, i);
    Counted counted(&counter, i & 1);
    EXPECT_EQ(out[i], (seen * 1000 + counter) * 10 + counted.seen);
  }
  OK(cudaFree(d_out));
  OK(cudaFree(d_counters));
  return verdict();
}
