// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A header's template launches its kernel with a functor that is declared behind the header.
#include "check.h"
#include "parts/host_late_functors.cuh"

namespace late {
template <typename T, int N = 2> struct Axpy {
  T x;
  __device__ int operator()(int v, T y) const { return v * N + x * y; }
};
inline namespace v1 {
struct Negate {
  __device__ int operator()(int v, int y) const { return y - v; }
};
} // namespace v1
} // namespace late

// Templates whose own arguments are not those of the kernel.
template <class F> __global__ void each(int *d, F f) { d[threadIdx.x] = f(d[threadIdx.x], 1); }
template <class T> __global__ void set(T *d) { *d = T(sizeof(T)); }
template <class T> struct Wide;
template <> struct Wide<int> {
  typedef long long type;
};
template <> struct Wide<float> {
  typedef double type;
};
template <class T, int N> struct Steps {
  late::Axpy<T, N> step(T x) const { return {x}; }
};
template <class T, int N> void run(int *d, T x) {
  Steps<T, N> steps;
  each<<<1, 8>>>(d, steps.step(x));
  late::Axpy<T, N + 1> last{x};
  each<<<1, 8>>>(d, last);
}
template <class T> double bytes() {
  typedef typename Wide<T>::type W;
  W h, *d;
  OK(cudaMalloc(&d, sizeof h));
  set<<<1, 1>>>(d);
  OK(cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost));
  OK(cudaFree(d));
  return h;
}

int main() {
  int h[8], *d;
  for (int i = 0; i < 8; i++)
    h[i] = i;
  OK(cudaMalloc(&d, sizeof h));
  OK(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
  apply(d, 8, late::Axpy<int, 3>{5}, 7);
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; i++)
    EXPECT_EQ(h[i], i * 3 + 35);
  apply(d, 8, late::Negate{}, 100);
  run<int, 3>(d, 10);
  run<int, 5>(d, 1);
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; i++)
    EXPECT_EQ(h[i], ((((65 - i * 3) * 3 + 10) * 4 + 10) * 5 + 1) * 6 + 1);
  EXPECT_EQ(bytes<int>(), 8);
  EXPECT_EQ(bytes<float>(), 8);
  OK(cudaFree(d));
  return verdict();
}
