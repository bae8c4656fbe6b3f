// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "check.h"

struct View {
  double scale;
  int first, last;
  float *data, *other;
};
struct Size {
  double n;
  char kind;
};
struct Range {
  View view;
  Size size;
};

__global__ void fill(View v) {
  int i = v.first + threadIdx.x;
  if (i < v.last)
    v.data[i] = v.other[i] = v.scale * i;
}
__global__ void subtract(Range r, float value) {
  int i = threadIdx.x;
  if (i < r.size.n && r.size.kind == 'k')
    r.view.data[i] -= value;
}
template <class F> __global__ void all(F f) { f(threadIdx.x); }

static void scale(double shift, float *data, int n) {
  all<<<1, n>>>([=] __device__(int i) { data[i] += shift * n; });
}

int second() {
  const int n = 4;
  float *data, *other;
  cudaMalloc(&data, n * sizeof *data);
  cudaMalloc(&other, n * sizeof *other);
  cudaMemset(data, 0, n * sizeof *data);
  cudaMemset(other, 0, n * sizeof *other);
  fill<<<1, n>>>(View{2.5, 1, n, data, other});
  subtract<<<1, n>>>(Range{{0, 0, 0, data, nullptr}, {n - 1.5, 'k'}}, 1);
  scale(0.25, data, n);
  int wrong = differences(data, {0, 2.5, 5, 8.5}) + differences(other, {0, 2.5, 5, 7.5});
  cudaFree(data);
  cudaFree(other);
  return wrong;
}
