// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Objects with pointers: views over global, shared and private memory, begin() and end().
#include "check.h"

template <typename T> struct View {
  T *data;
  int n;
  __host__ __device__ View(T *d, int c) : data(d), n(c) {}
  __device__ T &operator[](int i) const { return data[i]; }
  __device__ T *begin() const { return data; }
  __device__ T *end() const { return data + n; }
  __device__ View tail(int from) const { return View(data + from, n - from); }
};

template <typename T> __device__ T sum(const View<T> &v) {
  T s = 0;
  for (const T &x : v)
    s += x;
  return s;
}

__global__ void views(float *in, float *out) {
  __shared__ float tile[8];
  int t = threadIdx.x;
  View<float> g(in, 8), l(tile, 8);
  l[t] = g[t] * 2;
  __syncthreads();
  float mine[3] = {1, 2, (float)t};
  View<float> p(mine, 3);
  p[0] += 1;
  out[t] = sum(g) + 100 * sum(l.tail(2)) + sum(p);
}

int main() {
  const int n = 8;
  float v[n], got[n], *d_in, *d_out;
  for (int i = 0; i < n; i++)
    v[i] = i + 1;
  OK(cudaMalloc(&d_in, sizeof v));
  OK(cudaMalloc(&d_out, sizeof v));
  OK(cudaMemcpy(d_in, v, sizeof v, cudaMemcpyHostToDevice));
  views<<<1, n>>>(d_in, d_out);
  OK(cudaMemcpy(got, d_out, sizeof v, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(got[i], 36 + 100 * 66 + 4 + i);
  OK(cudaFree(d_in));
  OK(cudaFree(d_out));
  return verdict();
}
