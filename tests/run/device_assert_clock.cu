// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// assert and __trap, reached and not; clock and clock64 as something that grows.
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

// In a function, and with a barrier that the failing threads must come to.
__device__ int positive(int x) {
  assert(x > 0);
  return x;
}

__global__ void withBarrier(int *v, int limit) {
  __shared__ int s[16];
  int i = threadIdx.x;
  assert(i < limit);
  s[i] = positive(v[i] + 1);
  __syncthreads();
  v[i] = s[15 - i];
}

__device__ void check(bool good) {
  if (!good)
    __trap();
}

// The name of what carries the failure to the host is taken.
__global__ void trapIf(const int *fault, int n) {
  int i = threadIdx.x;
  if (i >= n)
    __trap();
  check(fault[i] != -1);
}

__global__ void fill(int *v, int value) { v[threadIdx.x] = value; }

// The failure is seen by `call`, by all that comes after, until a reset.
#define DIES(error, call)                                                                          \
  do {                                                                                             \
    EXPECT_EQ(call, error);                                                                        \
    EXPECT_EQ(cudaGetLastError(), error);                                                          \
    EXPECT_EQ(cudaGetLastError(), error);                                                          \
    EXPECT_EQ(cudaDeviceSynchronize(), error);                                                     \
    int *p = 0;                                                                                    \
    EXPECT_EQ(cudaMalloc(&p, 4), error);                                                           \
    cudaDeviceReset();                                                                             \
    cudaGetLastError();                                                                            \
    OK(cudaDeviceSynchronize());                                                                   \
  } while (0)

static void testFailures() {
  int host[16], *d;
  OK(cudaMalloc(&d, sizeof host));
  fill<<<1, 16>>>(d, 3);
  withBarrier<<<1, 16>>>(d, 16); // none fails
  OK(cudaDeviceSynchronize());
  withBarrier<<<1, 16>>>(d, 12);
  DIES(cudaErrorAssert, cudaDeviceSynchronize());

  OK(cudaMalloc(&d, sizeof host));
  fill<<<1, 16>>>(d, -1);
  withBarrier<<<1, 16>>>(d, 16); // the function's fails
  DIES(cudaErrorAssert, cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost));

  OK(cudaMalloc(&d, sizeof host));
  cudaStream_t s;
  OK(cudaStreamCreate(&s));
  fill<<<1, 16, 0, s>>>(d, 0);
  trapIf<<<1, 16, 0, s>>>(d, 16); // none
  OK(cudaStreamSynchronize(s));
  trapIf<<<1, 16, 0, s>>>(d, 15);
  DIES(cudaErrorLaunchFailure, cudaStreamSynchronize(s));

  OK(cudaMalloc(&d, sizeof host));
  cudaEvent_t e;
  OK(cudaEventCreate(&e));
  fill<<<1, 16>>>(d, -1);
  trapIf<<<1, 16>>>(d, 16); // the function's
  OK(cudaEventRecord(e));
  DIES(cudaErrorLaunchFailure, cudaEventSynchronize(e));
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
  testFailures();
  return verdict();
}
