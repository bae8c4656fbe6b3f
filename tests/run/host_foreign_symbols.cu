// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernels that use __constant__ and __device__ variables of their own file and are launched from
// another one, which has variables and a static kernel of the same names.
#include "check.h"

__global__ void weigh(float *v, int n);
__global__ void count(int *out);
void set_weights(const float *w);
void launch_weigh(float *v, int n);

__constant__ float weights[4];
__device__ int calls = 500;

static __global__ void own(float *v, int n) {
  int i = threadIdx.x;
  if (i < n)
    v[i] += weights[i & 3];
  if (i == 0)
    calls += 1;
}

int main() {
  const int n = 32;
  float h[n], *d, mine[4] = {1, 2, 3, 4}, theirs[4] = {10, 20, 30, 40};
  int *d_calls, calls_there, calls_here;
  OK(cudaMalloc(&d, n * sizeof(float)));
  OK(cudaMalloc(&d_calls, sizeof(int)));
  OK(cudaMemset(d, 0, n * sizeof(float)));
  OK(cudaMemcpyToSymbol(weights, mine, sizeof mine));
  set_weights(theirs);
  own<<<1, n>>>(d, n);
  weigh<<<2, 16>>>(d, n);
  launch_weigh(d, n);
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(h[i], 21.0f * ((i & 3) + 1) + 2 * 0.25f);
  count<<<1, 1>>>(d_calls);
  OK(cudaMemcpy(&calls_there, d_calls, sizeof(int), cudaMemcpyDeviceToHost));
  OK(cudaMemcpyFromSymbol(&calls_here, calls, sizeof(int)));
  EXPECT_EQ(calls_there, 3);
  EXPECT_EQ(calls_here, 501);
  OK(cudaFree(d));
  OK(cudaFree(d_calls));
  return verdict();
}
