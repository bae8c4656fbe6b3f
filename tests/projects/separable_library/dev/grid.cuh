// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once
namespace grid {
struct Config { int width; float weight[3]; };
extern __constant__ Config config;
extern __device__ float table[16];
template <typename T, int N> struct Ring {
  T v[N];
  __device__ void push(T x);
  __device__ T sum() const;
};
__device__ int cell(int i);
__device__ float *slot(float *base, int i);
__device__ void block_sum(float *tile, int n);
}
void setup(float w);
