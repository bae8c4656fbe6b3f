// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

namespace {
struct Bias {
  float value;
  int unused;
};
} // namespace

namespace settings {
__constant__ Bias bias = {0.25f, 1};
}
static __constant__ float weights[4];
static __device__ int calls;

static __global__ void own(float *v, int n) { v[threadIdx.x] = (float)n; }

__global__ void weigh(float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] += weights[i & 3] + settings::bias.value;
  if (i == 0)
    atomicAdd(&calls, 1);
}

__global__ void count(int *out) { *out = ++calls; }

void set_weights(const float *w) {
  float *scratch;
  cudaMalloc(&scratch, 4 * sizeof(float));
  own<<<1, 4>>>(scratch, 4);
  cudaMemcpyToSymbol(weights, w, 4 * sizeof(float));
  cudaFree(scratch);
}
void launch_weigh(float *v, int n) { weigh<<<1, n>>>(v, n); }
