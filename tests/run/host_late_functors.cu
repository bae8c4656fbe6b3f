// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A header's template launches its kernel with a functor that is declared after the header.
#include "check.h"
#include "parts/host_late_functors.cuh"
#include <type_traits>

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

// Kernels for pointers and for objects that stand for them, launched by templates that come before
// the classes.
template <class In, class Out, class F>
__global__ void map_kernel(In in, Out out, int n, F f) {
  int i = threadIdx.x;
  if (i < n)
    out[i] = f(in[i]);
}
template <class In, class Out, class F> void map(In in, Out out, int n, F f) {
  map_kernel<<<1, 32>>>(in, out, n, f);
}
struct Counting {
  int first;
  __device__ int operator[](int i) const { return first + i; }
};
template <class T> struct Strided {
  T *p;
  int by;
  __device__ T &operator[](int i) const { return p[i * by]; }
};
template <class In, class F> struct Mapped {
  In in;
  F f;
  __device__ float operator[](int i) const { return f(in[i]); }
};
template <class In, class F> Mapped<In, F> mapped(In in, F f) { return {in, f}; }
struct Half {
  __device__ float operator()(int x) const { return x * 0.5f; }
};
struct Twice {
  __device__ int operator()(float x) const { return int(x * 2); }
};

// Lambdas that capture objects of classes that come after the launching template.
template <class F> __global__ void for_kernel(int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    f(i);
}
template <class F> void parallel_for(int n, F f) { for_kernel<<<(n + 31) / 32, 32>>>(n, f); }
namespace late {
struct Weights {
  int v[4];
  float scale;
};
template <class T> struct Window {
  T *p;
  int first;
};
} // namespace late

static void test_lambdas(int *d) {
  late::Weights w = {{1, 2, 3, 4}, 0.5f};
  late::Window<int> window = {d, 2};
  int h[6], n = 3;
  OK(cudaMemset(d, 0, sizeof h));
  parallel_for(4, [=] __device__(int i) { d[i] = w.v[i] * 10 + int(w.scale * 4); });
  parallel_for(2, [=] __device__(int i) { window.p[window.first + i] += n; });
  parallel_for(2, [=] __device__(int i) { d[4 + i] = n; });
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  const int expected[6] = {12, 22, 35, 45, 3, 3};
  for (int i = 0; i < 6; i++)
    EXPECT_EQ(h[i], expected[i]);
}

// What a kernel's template argument is deduced from has no name in the code around the launch.
template <class T> __global__ void add_one(T *p, int n) {
  if (threadIdx.x < n)
    p[threadIdx.x] += T(1);
}
template <class T> __global__ void copy_to(const T *in, T *out, int n) {
  if (threadIdx.x < n)
    out[threadIdx.x] = in[threadIdx.x];
}
template <class T> struct Box {
  T *p;
  int n;
  T *data() const { return p; }
};
template <class B> void add_to(const B &box) { add_one<<<1, box.n>>>(box.data(), box.n); }
template <class B> void copy_box(const B &from, const B &to) {
  const auto *in = from.data();
  copy_to<<<1, 32>>>(in, to.p, from.n);
}

// T is const where the argument points to what is.
template <class T> __global__ void is_const(T *p, int *out) { *out = std::is_const<T>::value ? 7 : 3; }
template <class T> void ask(const T *p, T *q, int *d, int *got) {
  is_const<<<1, 1>>>(p, d);
  OK(cudaMemcpy(got, d, sizeof *got, cudaMemcpyDeviceToHost));
  is_const<<<1, 1>>>(q, d);
  OK(cudaMemcpy(got + 1, d, sizeof *got, cudaMemcpyDeviceToHost));
}
static void test_const(int *d) {
  int got[4];
  ask(d, d, d, got);
  ask((float *)d, (float *)d, d, got + 2);
  EXPECT_EQ(got[0] * 1000 + got[1] * 100 + got[2] * 10 + got[3], 7373);
}

// Some arguments are written; the last one is deduced, though it has a default.
template <class T, int N = 3, class U = int> __global__ void scaled(T *p, U by) {
  p[threadIdx.x] = T(p[threadIdx.x] * N * by);
}
template <class T, class V> void scale_all(T *p, V by) {
  scaled<T, 5><<<1, 2>>>(p, by);
  scaled<T><<<1, 2>>>(p, by);
}
static void test_partly_written(int *d) {
  int g[2] = {2, 4};
  float h[2] = {2, 4}, *e;
  OK(cudaMalloc(&e, sizeof h));
  OK(cudaMemcpy(d, g, sizeof g, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(e, h, sizeof h, cudaMemcpyHostToDevice));
  scale_all(d, 2.5f);
  scale_all(d, 2);
  scale_all(e, 0.5f);
  OK(cudaMemcpy(g, d, sizeof g, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(h, e, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(g[1], int(int(4 * 5 * 2.5f) * 3 * 2.5f) * 5 * 2 * 3 * 2);
  EXPECT_EQ(h[0], 2 * 5 * 0.5f * 3 * 0.5f);
  OK(cudaFree(e));
}

static void test_deduced(int *d) {
  float *e, h[4];
  int g[4];
  OK(cudaMalloc(&e, 2 * sizeof h));
  OK(cudaMemset(d, 0, sizeof g));
  OK(cudaMemset(e, 0, 2 * sizeof h));
  add_to(Box<int>{d, 4});
  add_to(Box<float>{e, 3});
  auto by_pointer = [](auto *p) { add_one<<<1, 4>>>(p, 4); };
  auto by_value = [](auto p, int n) { add_one<<<1, n>>>(p, n); };
  by_pointer(d);
  by_pointer(e);
  by_value(d, 2);
  by_value(e, 1);
  copy_box(Box<float>{e, 4}, Box<float>{e + 4, 4});
  copy_box(Box<int>{d, 2}, Box<int>{d + 2, 2});
  OK(cudaMemcpy(g, d, sizeof g, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(h, e + 4, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 4; i++) {
    EXPECT_EQ(g[i], 3);
    EXPECT_EQ(h[i], i == 0 ? 3 : i == 3 ? 1 : 2);
  }
  OK(cudaFree(e));
}

static void test_iterators(int *d) {
  float h[8], *e;
  int g[8];
  OK(cudaMalloc(&e, sizeof h));
  map(d, e, 8, Half());
  map(Counting{7}, d, 8, Twice());
  map(d + 1, e + 4, 3, Half());
  map(Strided<int>{d, 2}, e, 2, Half());
  map(mapped(d, Half()), d + 6, 2, Twice());
  OK(cudaMemcpy(g, d, sizeof g, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(h, e, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 6; i++)
    EXPECT_EQ(g[i], 14 + 2 * i);
  EXPECT_EQ(g[6], 14);
  EXPECT_EQ(g[7], 16);
  EXPECT_EQ(h[1], 9.0f);
  EXPECT_EQ(h[4], 8.0f);
  EXPECT_EQ(h[6], 10.0f);
  OK(cudaFree(e));
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
  test_iterators(d);
  test_lambdas(d);
  test_deduced(d);
  test_partly_written(d);
  test_const(d);
  EXPECT_EQ(bytes<int>(), 8);
  EXPECT_EQ(bytes<float>(), 8);
  OK(cudaFree(d));
  return verdict();
}
