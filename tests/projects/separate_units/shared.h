// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the units know of each other: bodies stand elsewhere (nvcc -rdc=true).
#pragma once

__device__ float weigh(const float *values, int i);
__device__ float dot(const float *a, const float *b, int n);
__device__ float origin(int i); // of the program's main file, called by weigh()
extern __constant__ float coefficients[4];
extern __device__ int calls;

struct Walker {
  float start;
  __device__ float step(float x) const;
  __host__ __device__ float plain() const { return start; }
};

namespace shapes {
template <typename T> __device__ T twice(T x);
}
