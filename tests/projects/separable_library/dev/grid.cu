// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "grid.cuh"
namespace grid {
__constant__ Config config;
__device__ float table[16];
namespace {
__device__ int clampTo(int v, int n) { return v < n ? v : n - 1; }
}
template <typename T, int N> __device__ void Ring<T, N>::push(T x) {
  for (int i = N - 1; i > 0; --i) v[i] = v[i - 1];
  v[0] = x;
}
template <typename T, int N> __device__ T Ring<T, N>::sum() const {
  T s = 0;
  for (int i = 0; i < N; ++i) s += v[i];
  return s;
}
template struct Ring<float, 3>;
__device__ int cell(int i) { return clampTo(i, config.width); }
__device__ float *slot(float *base, int i) { return base + i % 4; }
__device__ void block_sum(float *tile, int n) {
  for (int s = n / 2; s > 0; s /= 2) {
    if (threadIdx.x < s) tile[threadIdx.x] += tile[threadIdx.x + s];
    __syncthreads();
  }
}
__global__ void init() { table[threadIdx.x] = threadIdx.x * config.weight[threadIdx.x % 3]; }
}
void setup(float w) {
  grid::Config c = {10, {w, 2 * w, 3 * w}};
  cudaMemcpyToSymbol(grid::config, &c, sizeof c);
  grid::init<<<1, 16>>>();
}
