// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "shared.h"
#include "unguarded.h"
#define SCALE 3.0f

__constant__ float coefficients[4];
__device__ int calls = 0;
static __constant__ float hidden = 0.5f;

namespace {
enum Mode { Plain = 4, Twisted };
struct Pair {
  float first, second;
};
} // namespace

/// The same name as in the main file, for another thing.
static __device__ float helper(float x) {
  Pair p = {x * SCALE, hidden};
  return Plain == 4 ? p.first + p.second : 0;
}

// Counts its calls.
__device__ float weigh(const float *values, int i) {
  atomicAdd(&calls, 1);
  return helper(values[i]) * coefficients[i & 3] + origin(i);
}

// Works on any memory.
__device__ float dot(const float *a, const float *b, int n) {
  Range all = {0, n};
  float sum = 0;
  for (int i = 0; i <= last(all); ++i)
    sum += a[i] * b[i];
  return sum;
}

__device__ float Walker::step(float x) const { return start + x; }

namespace shapes {
template <typename T> __device__ T twice(T x) { return x + x; }
template __device__ float twice<float>(float);
template __device__ int twice<int>(int);
} // namespace shapes

__global__ void fill(float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = helper(float(i));
}

void launchFill(float *v, int n) { fill<<<(n + 63) / 64, 64>>>(v, n); }
