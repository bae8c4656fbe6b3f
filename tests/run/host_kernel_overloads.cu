// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernels with the names of host functions: overloads, templates, the C library's, std's.
#include "check.h"
#include <algorithm>
#include <strings.h>
#include <vector>
using namespace std;

__global__ void index(int *v, int n) {
  if (threadIdx.x < n)
    v[threadIdx.x] = threadIdx.x;
}
__global__ void fill(int *out, int n, const int *v) {
  if (threadIdx.x < n)
    out[threadIdx.x] = v[threadIdx.x];
}

__global__ void twice(int *v, int n) {
  if (threadIdx.x < n)
    v[threadIdx.x] *= 2;
}
void twice(int *v) { twice<<<1, 32>>>(v, 32); }

template <class T> __global__ void add(T *v, T x) { v[threadIdx.x] += x; }
template <class T> void add(T *v, int n, T x) { add<<<1, n>>>(v, x); }

namespace inner {
__global__ void minus(int *v) { v[threadIdx.x] -= 1; }
struct Launcher {
  void minus(int *v) { inner::minus<<<1, 32>>>(v); }
};
vector<int> minus(vector<int> v) {
  for (int &x : v)
    --x;
  return v;
}
} // namespace inner

int main() {
  int *d, *e;
  vector<int> h(32);
  OK(cudaMalloc(&d, 32 * sizeof(int)));
  OK(cudaMalloc(&e, 32 * sizeof(int)));
  index<<<1, 32>>>(d, 32);
  twice(d);
  add(d, 32, 5);
  inner::Launcher().minus(d);
  fill<<<1, 32>>>(e, 32, d);
  OK(cudaMemcpy(h.data(), e, 32 * sizeof(int), cudaMemcpyDeviceToHost));
  h = inner::minus(h);
  for (int i = 0; i < 32; ++i)
    EXPECT_EQ(h[i], 2 * i + 3);
  OK(cudaFree(d));
  OK(cudaFree(e));
  return verdict();
}
