// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Device variables of another file, which does not declare them `extern` itself (-rdc=true).
#include "check.h"
#include <cuda_runtime.h>

extern __device__ int count;
extern __constant__ float scale[2];
extern __managed__ int seen;
namespace settings {
extern __device__ float bias;
}
static __device__ int own = 40; // the other file has another one

__global__ void fill(float *o) {
  o[threadIdx.x] = scale[threadIdx.x & 1] + settings::bias + own;
  atomicAdd(&count, 1);
  if (threadIdx.x == 0)
    seen = 5;
}
void other(float *o);

int main() {
  int *managed = nullptr;
  OK(cudaMallocManaged(&managed, sizeof *managed));
  if (!managed)
    return verdict(); // no such memory here
  float *d, h[4], s[2] = {2, 3}, bias = 0.5f;
  OK(cudaMalloc(&d, sizeof h));
  OK(cudaMemcpyToSymbol(scale, s, sizeof s));
  OK(cudaMemcpyToSymbol(settings::bias, &bias, sizeof bias));
  fill<<<1, 4>>>(d);
  other(d);
  int n = 0;
  OK(cudaMemcpyFromSymbol(&n, count, sizeof n));
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 4; i++)
    EXPECT_EQ(h[i], s[i & 1] + 40.5f + 10 + 2 * s[1]);
  EXPECT_EQ(n, 14);
  EXPECT_EQ(seen, 6);
  return verdict();
}
