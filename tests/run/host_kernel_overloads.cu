// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernels with the names of host functions: overloads, templates, the C library's, std's. Kernels
// that using-declarations name. Variables, types and macros with the names of handles.
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

// The instances of a launch write the same default differently: 1, 1.0f, 1.0.
template <typename T, int N>
__global__ void affine(const T *in, T *out, T scale = T(1), T shift = T(N) / 4, int by = 2 * sizeof(T)) {
  out[threadIdx.x] = in[threadIdx.x] * scale + shift + T(by);
}
struct Plus {
  template <typename T> __device__ T operator()(T a, int b) const { return a + b; }
};
template <int K> struct Times {
  template <typename T> __device__ T operator()(T a, int) const { return a * K; }
};
template <typename T, typename Op> __global__ void apply(T *v, Op op = Op()) {
  v[threadIdx.x] = op(v[threadIdx.x], threadIdx.x);
}
template <typename Op> void apply_here(int *v) { apply<int, Op><<<1, 4>>>(v); }
static void applied() {
  int h[4] = {1, 2, 3, 4}, *v;
  OK(cudaMalloc(&v, sizeof h));
  OK(cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice));
  apply<int, Plus><<<1, 4>>>(v);
  apply_here<Times<3>>(v);
  apply_here<Plus>(v);
  OK(cudaMemcpy(h, v, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(h[i], (2 * i + 1) * 3 + i);
  OK(cudaFree(v));
}
template <typename T, int N> void shifted() {
  T h[4] = {1, 2, 3, 4}, *in, *out;
  OK(cudaMalloc(&in, sizeof h));
  OK(cudaMalloc(&out, sizeof h));
  OK(cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice));
  affine<T, N><<<1, 4>>>(in, out);
  OK(cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(h[i], T(i + 1) + T(N) / 4 + T(2 * sizeof(T)));
  affine<T, N><<<1, 4>>>(in, out, T(3));
  OK(cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(h[i], T(3 * (i + 1)) + T(N) / 4 + T(2 * sizeof(T)));
  OK(cudaFree(in));
  OK(cudaFree(out));
}

// A namespace that is inline is opened as such in the header of the handles, too.
namespace library {
namespace first {
__global__ void mark(int *v) { v[threadIdx.x] = 1; }
} // namespace first
inline namespace second {
__global__ void mark(int *v) { v[threadIdx.x] = 2; }
template <class T> __global__ void mark_as(T *v, T x) { v[threadIdx.x] = x; }
template <class T> void launch_mark(T *v, T x) { mark_as<<<1, 32>>>(v, x); }
} // namespace second
} // namespace library

static void inline_namespaces(int *d) {
  int h[32];
  library::mark<<<1, 32>>>(d);
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[31], 2);
  library::first::mark<<<1, 16>>>(d);
  library::second::mark<<<1, 8>>>(d);
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[7] * 100 + h[15] * 10 + h[16], 212);
  library::launch_mark(d, 9);
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[5], 9);
}

// Kernels that using-declarations name, also by the namespace of these.
__global__ void plus_one(int *p) { *p += 1; }
namespace named {
__global__ void ten(int *p) { *p += 10; }
template <class T> __global__ void plus(T *p, T by) { *p += by; }
template <class T, int N> __global__ void plus_number(T *p) { *p += N; }
void ten(int *p, int times) {
  for (int i = 0; i < times; i++)
    ten<<<1, 1>>>(p);
}
__global__ void value(int *p) { *p += 100000; }
inline int thirty() { return 30; }
} // namespace named
namespace user {
using named::plus;
using named::plus_number;
using named::ten;
using named::value;
using ::plus_one;
static void inside(int *p) {
  ten<<<1, 1>>>(p);
  plus<<<1, 1>>>(p, 100);
  plus_one<<<1, 1>>>(p);
}
} // namespace user
namespace around {
namespace named { // not the one that is used
__global__ void ten(int *p) { *p += 7000000; }
} // namespace named
using ::named::ten;
static void inside(int *p) { ten<<<1, 1>>>(p); }
static void in_block(int *p) {
  using ::named::plus;
  plus<<<1, 1>>>(p, 20);
  around::ten<<<1, 1>>>(p);
}
} // namespace around
// In a block, beside kernels of the same names around it: as values, and in templates.
namespace beside {
__global__ void plus_one(int *p) { *p += 100; }
template <class T> __global__ void plus(T *p, T by) { *p += 100 * by; }
static void (*plus_one_as_value)(int *) = plus_one;
template <class T> static void own(T *p) {
  plus<T><<<1, 1>>>(p, T(1));
  plus<<<1, 1>>>(p, T(1));
  plus_one_as_value<<<1, 1>>>(p);
}
template <class T> static void others(T *p) {
  using ::named::plus, ::plus_one;
  plus<T><<<1, 1>>>(p, T(1));
  plus<<<1, 1>>>(p, T(1));
  plus_one<<<1, 1>>>(p);
}
template <class T> __global__ void tripled(T *p) { *p *= 100; }
template <class T> static void own_tripled(T *p) { tripled<T><<<1, 1>>>(p); }
} // namespace beside
template <class T> __global__ void tripled(T *p) { *p *= 3; }
namespace beside {
template <class T> static void tripled_of_all(T *p) {
  using ::tripled;
  tripled<T><<<1, 1>>>(p);
  {
    using beside::tripled;
    tripled<T><<<1, 1>>>(p);
  }
}
struct Launcher {
  int *p;
  void run() {
    using ::plus_one;
    auto launch = [this] { plus_one<<<1, 1>>>(p); };
    launch();
  }
};
} // namespace beside
namespace again {
using user::plus, named::thirty, user::ten, ::plus_one;
} // namespace again
template <class T> void launch_used(T *p) {
  user::plus<T><<<1, 1>>>(p, 1000);
  user::plus<<<1, 1>>>(p, T(1000));
  user::plus_number<T, 10000><<<1, 1>>>(p);
  again::plus<T><<<1, 1>>>(p, 1);
}
#define LAUNCH(kernel, ...) kernel<<<1, 1>>>(__VA_ARGS__)

static void used_kernels(int *d) {
  int h;
  OK(cudaMemset(d, 0, sizeof h));
  user::ten<<<1, 1>>>(d);
  user::ten(d, 2);
  user::plus<int><<<1, 1>>>(d, 100);
  user::plus<<<1, 1>>>(d, 100);
  user::plus_one<<<1, 1>>>(d);
  again::ten<<<1, 1>>>(d);
  user::inside(d);
  launch_used(d);
  LAUNCH(user::ten, d);
  LAUNCH(user::plus<int>, d, 5);
  around::inside(d);
  around::in_block(d);
  void *arguments[] = {&d};
  OK(cudaLaunchKernel((const void *)user::value, 1, 1, arguments, 0, 0));
  {
    using named::value;
    value<<<1, 1>>>(d);
  }
  OK(cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h, 212408);
  OK(cudaMemset(d, 0, sizeof h));
  beside::own(d);
  beside::others(d);
  beside::Launcher{d}.run();
  beside::tripled_of_all(d);
  beside::own_tripled(d);
  OK(cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h, 304 * 30000);
  EXPECT_EQ(again::thirty(), 30);
}

// Words that a handle would have for its name.
#define times_double 9
template <class T> __global__ void times(T *p, T by) { *p *= by; }
struct times_short {
  int value;
};
typedef int times_long;
enum { times_char = 2 };
static int times_int = 3;
template <class T> static void launch_times(T *p, T by) {
  T times_float = by;
  times<T><<<1, 1>>>(p, times_float);
  times<<<1, 1>>>(p, by);
}
template <class T> static void words() {
  T *d, h = 5;
  OK(cudaMalloc(&d, sizeof h));
  OK(cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice));
  launch_times(d, T(times_int));
  OK(cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ((int)h, 45);
  OK(cudaFree(d));
}
// Words that what finds a handle, or what the host reads of a constant, would have for its name.
template <class T> __global__ void raise(T *p, T by) { *p += by; }
__global__ void lift(int *p, int) { *p += 1; }
__global__ void lift(int *p, float) { *p += 10; }
template <class T> __global__ void lift(int *p, T *) { *p += 100; }
struct lift_itself {};
static int raise_for = 4;
enum { lift_chosen = 3 };
template <class T> static void raise_all(T *p, T by) {
  int raise_for = 2;
  raise<T><<<1, 1>>>(p, by * raise_for);
  raise<<<1, 1>>>(p, by);
}
template <class V> static void lift_all(int *p, V v) {
  int lift_chosen = 1;
  lift<<<lift_chosen, 1>>>(p, v);
}
__device__ static const int heights[3] = {1, 2, 3};
__host__ __device__ static int height(int i) {
  int heights_host[3] = {7, 8, 9};
  return heights[i] + heights_host[0];
}
static void words_of_finders(int *d) {
  int h = 0;
  lift_itself none;
  (void)none;
  OK(cudaMemset(d, 0, sizeof h));
  raise_all(d, 1000);
  raise_all((float *)d + 1, 1.0f);
  lift_all(d, 1);
  lift_all(d, 1.0f);
  lift_all(d, d);
  OK(cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h, 3111);
  EXPECT_EQ(height(1), 9);
  EXPECT_EQ(raise_for + lift_chosen, 7);
}
static void handles_beside_words(int *d) {
  words_of_finders(d);
  int h = 1;
  OK(cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice));
  times<<<1, 1>>>(d, times_int);
  {
    int times_int = 7;
    times<int><<<1, 1>>>(d, times_int);
  }
  OK(cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h, 21);
  words<int>(), words<double>(), words<short>(), words<long>(), words<char>(), words<float>();
  times_short s = {times_char};
  times_long l = times_double;
  EXPECT_EQ(s.value + l, 11);
}

// Explicit specialisations of each of two templates of one name.
namespace special {
template <class T> __global__ void mark_one(T *p) { *p = 1; }
template <class T> __global__ void mark_one(T *p, T v) { *p = 10 + v; }
template <> __global__ void mark_one<short>(short *p) { *p = 3; }
template <> __global__ void mark_one<float>(float *p, float v) { *p = 30 + v; }
template <> __global__ void mark_one(int *p, int v) { *p = 40 + v; }
template <class T, int N> __global__ void put_one(T *p);
template <class T, int N> __global__ void put_one(T *p, int by);
template <class T, int N> __global__ void put_one(T *p) { *p = N; }
template <class T, int N> __global__ void put_one(T *p, int by) { *p = N * by; }
template <> __global__ void put_one<float, 4>(float *p, int by) { *p = 1000 * by; }
template <> __global__ void put_one<int, 4>(int *p);
template <> __global__ void put_one<int, 4>(int *p) { *p = 2000; }
__global__ void put_one(char *p) { *p = 77; }
template <class T> static int value_of(T *p) {
  T h;
  OK(cudaMemcpy(&h, p, sizeof h, cudaMemcpyDeviceToHost));
  return (int)h;
}
template <class T> static void run(T *p, int one, int two) {
  mark_one<T><<<1, 1>>>(p);
  EXPECT_EQ(value_of(p), one);
  mark_one<T><<<1, 1>>>(p, T(2));
  EXPECT_EQ(value_of(p), two);
  mark_one<<<1, 1>>>(p);
  EXPECT_EQ(value_of(p), one);
  mark_one<<<1, 1>>>(p, T(3));
  EXPECT_EQ(value_of(p), two + 1);
}
template <class T, int N> static void put(T *p, int one, int two) {
  put_one<T, N><<<1, 1>>>(p);
  EXPECT_EQ(value_of(p), one);
  put_one<T, N><<<1, 1>>>(p, 2);
  EXPECT_EQ(value_of(p), two);
}
static void check(int *d) {
  run(d, 1, 42), run((short *)d, 3, 12), run((float *)d, 1, 32), run((long *)d, 1, 12);
  put<int, 3>(d, 3, 6), put<int, 4>(d, 2000, 8);
  put<float, 4>((float *)d, 4, 2000), put<float, 5>((float *)d, 5, 10);
  put_one<<<1, 1>>>((char *)d);
  EXPECT_EQ(value_of((char *)d), 77);
}
} // namespace special

int main() {
  applied();
  int *own;
  OK(cudaMalloc(&own, 32 * sizeof(int)));
  shifted<int, 8>();
  shifted<float, 8>();
  shifted<double, 8>();
  shifted<long long, 8>();
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
  inline_namespaces(own);
  used_kernels(own);
  handles_beside_words(own);
  special::check(own);
  OK(cudaFree(own));
  return verdict();
}
