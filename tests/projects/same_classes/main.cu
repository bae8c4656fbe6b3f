// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Both files have classes of the same names, with other members: each kernel gets its own file's.
#include "check.h"

struct View {
  float *data;
  int count;
};
struct Size {
  int n;
};
struct Range {
  Size size;
  View view;
};

__global__ void number(View v) {
  int i = threadIdx.x;
  if (i < v.count)
    v.data[i] = i;
}
__global__ void add(Range r, float value) {
  int i = threadIdx.x;
  if (i < r.size.n)
    r.view.data[i] += value;
}
template <class F> __global__ void each(F f) { f(threadIdx.x); }

static void scale(float *data, float factor, int n) {
  each<<<1, n>>>([=] __device__(int i) { data[i] *= factor; });
}

int main() {
  const int n = 4;
  float *data;
  cudaMalloc(&data, n * sizeof *data);
  number<<<1, n>>>(View{data, n});
  add<<<1, n>>>(Range{{n - 1}, {data, 0}}, 0.5f);
  scale(data, 2, n);
  int wrong = differences(data, {1, 3, 5, 6}) + second();
  cudaFree(data);
  std::printf("%s\n", wrong ? "FAILED" : "PASSED");
  return wrong != 0;
}
