// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// assert that holds, clock and clock64 as something that grows, and __trap that is never reached.
#include "check.h"

#include <cassert>

__global__ void checked(const int *in, int *out, long long *ticks, int n) {
  int i = threadIdx.x;
  assert(i < n);
  assert(in[i] >= 0 && "negative");
  if (in[i] < 0)
    __trap();
  long long begin = clock64();
  clock_t small = clock();
  int s = 0;
  for (int k = 0; k < in[i]; k++)
    s += k ^ i;
  out[i] = s;
  ticks[i] = clock64() - begin + (clock() - small) * 0;
}

int main() {
  int in[16], out[16], *d_in, *d_out;
  long long ticks[16], *d_ticks;
  for (int i = 0; i < 16; i++)
    in[i] = 50 * i;
  OK(cudaMalloc(&d_in, sizeof in));
  OK(cudaMalloc(&d_out, sizeof out));
  OK(cudaMalloc(&d_ticks, sizeof ticks));
  OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
  checked<<<1, 16>>>(d_in, d_out, d_ticks, 16);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(ticks, d_ticks, sizeof ticks, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 16; i++) {
    int s = 0;
    for (int k = 0; k < in[i]; k++)
      s += k ^ i;
    EXPECT_EQ(out[i], s);
    EXPECT(ticks[i] >= 0);
  }
  OK(cudaFree(d_in));
  OK(cudaFree(d_out));
  OK(cudaFree(d_ticks));
  return verdict();
}
