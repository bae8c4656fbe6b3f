// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Objects without members as arguments of kernels: they have one byte in C++, and none in C.
#include "check.h"

struct Empty {};
struct Tag {
  __host__ __device__ int operator()(int x) const { return x * 3; }
};
template <typename T> struct Traits {};
struct Derived : Empty {
  int v;
};
struct Holds {
  Empty e;
  int v;
};
struct HoldsLast {
  int v;
  Empty e;
};
template <typename Op> __global__ void apply(int *o, int n, Op op) {
  o[threadIdx.x] = op(n + threadIdx.x);
}
__global__ void plain(int *o, Empty e, int n, Traits<int> t, Derived d, Holds h, HoldsLast l) {
  o[0] = n + d.v + h.v + l.v + (int)sizeof(e) + (int)sizeof(l) + (int)sizeof(d);
}
__global__ void only(Empty e) {}
template <typename... A> __global__ void pack(int *o, A... a) { o[0] = sizeof...(A); }
int main() {
  int *d, v[4];
  OK(cudaMalloc(&d, sizeof v));
  apply<<<1, 4>>>(d, 2, Tag());
  OK(cudaGetLastError());
  OK(cudaMemcpy(v, d, sizeof v, cudaMemcpyDeviceToHost));
  EXPECT_EQ(v[3], 15);
  Derived de;
  de.v = 10;
  Holds h;
  h.v = 100;
  HoldsLast l;
  l.v = 1000;
  plain<<<1, 1>>>(d, Empty(), 1, Traits<int>(), de, h, l);
  OK(cudaGetLastError());
  OK(cudaMemcpy(v, d, sizeof v, cudaMemcpyDeviceToHost));
  EXPECT_EQ(v[0], 1111 + 1 + 8 + 4);
  only<<<1, 1>>>(Empty());
  OK(cudaGetLastError());
  pack<<<1, 1>>>(d, Empty(), Tag(), 3);
  OK(cudaGetLastError());
  OK(cudaMemcpy(v, d, sizeof v, cudaMemcpyDeviceToHost));
  EXPECT_EQ(v[0], 3);
  auto lambda = [] __device__(int x) { return x + 1; };
  apply<<<1, 4>>>(d, 2, lambda);
  OK(cudaGetLastError());
  OK(cudaMemcpy(v, d, sizeof v, cudaMemcpyDeviceToHost));
  EXPECT_EQ(v[3], 6);
  return verdict();
}
