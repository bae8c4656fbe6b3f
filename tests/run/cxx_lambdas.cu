// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Lambdas: called in the kernel, passed to device functions, captured by value on the host and
// passed as a kernel argument.
#include "check.h"

template <typename F> __device__ float twice(F f, float x) { return f(f(x)); }
template <typename T, typename F> __device__ void each(T *p, int n, const F &f) {
  for (int i = 0; i < n; i++)
    f(p[i]);
}

template <typename F> __global__ void apply_at(int *o, F f) { o[threadIdx.x] += f(threadIdx.x); }
template <typename F> __global__ void map(float *v, int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = f(v[i]);
}

__global__ void local(float *out, int n) {
  int i = threadIdx.x;
  float bias = 0.5f * i;
  int calls = 0;
  auto add = [=](float x) { return x + bias; };
  auto count = [&](float x) -> float {
    ++calls;
    return x * 2;
  };
  float v[3] = {1, 2, (float)i};
  each(v, 3, [](float &x) { x += 1; });
  auto generic = [n](auto a, auto b) { return a * n + b; };
  out[i] = twice(add, 1.0f) + twice(count, 3.0f) + calls * 100 + v[0] + v[2] + generic(2, 0.5f) +
           generic(1.5f, i);
}

// Lambdas as members of classes, without captures and with them; lambdas that give lambdas; classes
// that are only pointed to.
template <typename F, typename G> struct Composed {
  F f;
  G g;
  template <typename T> __device__ auto operator()(T x) const { return f(g(x)); }
};
template <typename F, typename G> __device__ Composed<F, G> composed(F f, G g) { return {f, g}; }
struct Unknown;
template <typename T> struct Unused {
  T t;
};
struct Counter {
  int count;
  Unknown *other;
  __device__ int tick(int k) {
    auto add = [this, k](int m) {
      count += k * m;
      return count;
    };
    return add(1) + add(2);
  }
  __device__ auto adder() {
    return [this](int d) -> Counter & {
      count += d;
      return *this;
    };
  }
};
__device__ bool is_null(const Unknown *p) { return !p; }
__global__ void members(float *out, int n) {
  int t = threadIdx.x;
  auto twice = [](auto x) { return x * 2; };
  auto inner = composed([t](auto x) { return x + t; }, [](int x) { return x * 0.5f; });
  auto nested = composed(twice, inner);
  auto make = [n](auto a) { return [=](auto b) { return a * 10 + b + n; }; };
  Counter c{t, nullptr};
  Unused<Unknown> *none = nullptr;
  int table[3] = {1, t, 3};
  auto kept = [table, k = n](int i) mutable {
    table[i] += k++;
    return table[i] + table[0];
  };
  float r = nested(3) + make(2)(0.5f) * 3 + make(1.5f)(4) + c.tick(2);
  r += c.adder()(5).adder()(7).count;
  r += is_null(c.other) + (none == nullptr) * 2 + kept(0) + kept(1) * 3 + kept(0) * 5 + table[0];
  out[t] = r;
}

// Two lambdas of one method, passed by name to one template; parameters without names.
template <class F> __device__ int sum(F &&f, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += f(i);
  return s;
}
template <class... F> __device__ int both(F *...f) { return (... + (*f)(3)); }
struct Table {
  int k, v[3];
  __device__ int total(int t) {
    auto scaled = [this, t](int i) { return k * t + v[i % 3]; };
    auto counted = [*this, t](int i) mutable {
      k++;
      return k * 100 + v[i % 3] + t;
    };
    return sum(scaled, 4) + sum(counted, 4) * 1000 + both(&scaled, &counted);
  }
};
__global__ void passed(int *out) {
  int t = threadIdx.x;
  Table table{2, {5, 6, 7}};
  int (*negated)(int, int, float) = [](int a, int, float) { return -a; };
  out[t] = table.total(t) * 10 + negated(t, 1, 2.0f) + table.k;
}

static void check_passed() {
  int got[8], *d;
  OK(cudaMalloc(&d, sizeof got));
  passed<<<1, 8>>>(d);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  for (int t = 0; t < 8; t++) {
    int scaled = 8 * t + 23, counted = 300 + 400 + 500 + 600 + 23 + 4 * t;
    int each = 2 * t + 5 + 700 + 5 + t;
    EXPECT_EQ(got[t], (scaled + counted * 1000 + each) * 10 - t + 2);
  }
  OK(cudaFree(d));
}

// Lambdas that capture packs.
template <class... F> __device__ auto chain(F... f) {
  return [=](int x) {
    ((x = f(x)), ...);
    return x;
  };
}
template <class G, class... B> __device__ auto bound(G g, B... b) {
  return [=](auto... a) { return g(b..., a...); };
}
template <class... R> __device__ void count_all(int by, R &...r) {
  auto add = [&](int more) { ((r += by + more), ...); };
  add(1);
  add(2);
}
// Names that the numbers of a pack's elements would meet, and that of the object.
template <class... T> struct Mixed {
  int k;
  __device__ int sum(int rest_2, T... rest) {
    int object = 1000;
    auto f = [this, rest..., rest_2, object] {
      return k + rest_2 * 100 + object + (0 + ... + rest);
    };
    return f();
  }
};
__global__ void packs(int *o) {
  int t = threadIdx.x, a = 1;
  short b = 2;
  auto inc2 = [](int x) { return x + 1; };
  auto mul = [t](int x) { return x * t; };
  auto digits = [](int x, int y, int z) { return x * 100 + y * 10 + z; };
  count_all(t, a, b);
  o[t] = chain(inc2, mul, inc2)(t) + bound(digits, t, 2)(3) + bound(digits, 1)(t, 5) +
         bound(digits)(1, 2, t) + a * 10 + b + Mixed<int, short>{4}.sum(7, 20, 3);
}
template <class... T> void add_each(int *o, T... v) {
  apply_at<<<1, 8>>>(o, [=] __device__(int i) { return i * (0 + ... + v); });
}
static void check_packs() {
  int *d, got[8];
  OK(cudaMalloc(&d, sizeof got));
  packs<<<1, 8>>>(d);
  add_each(d, 3, short(4), 2u);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  for (int t = 0; t < 8; t++) {
    int want = (t + 1) * t + 1 + t * 100 + 23 + 100 + t * 10 + 5 + 120 + t;
    want += (1 + 2 * t + 3) * 10 + 2 + 2 * t + 3 + 4 + 700 + 1000 + 23;
    EXPECT_EQ(got[t], want + t * 9);
  }
  OK(cudaFree(d));
}

// Captured structured bindings.
struct BoundPair {
  int *p;
  int b;
};
template <class F> __global__ void each_bound(F f) { f(threadIdx.x); }
__global__ void bound_inside(int *o) {
  auto [a, b] = make_int2(threadIdx.x, 3);
  auto times = [=](int k) { return a * k + b; };
  auto from = [&](int k) { return a * k - b; };
  auto waits = [=](int k) {
    if (a % 2 >= k)
      return 0;
    __syncthreads();
    return b;
  };
  o[threadIdx.x] += times(2) + from(3) + waits(2);
}
static void check_bindings() {
  int *d, h[8];
  OK(cudaMalloc(&d, 3 * sizeof h));
  auto [p, b] = BoundPair{d + 8, 4};
  each_bound<<<1, 8>>>([=] __device__(int i) { p[i] = i + b; });
  int list[2] = {5, 6};
  auto [first, second] = list;
  each_bound<<<1, 8>>>([d, first, second] __device__(int i) { d[i] = first * second + i; });
  bound_inside<<<1, 8>>>(d);
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(h[i], 30 + i + 2 * i + 3 + 3 * i - 3 + 3);
  OK(cudaMemcpy(h, d + 8, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(h[i], i + 4);
  OK(cudaFree(d));
}

// Lambdas for both sides, which the host calls, too, captured by lambdas for the device.
template <class F> __global__ void each_of_both(F f) { f(threadIdx.x); }
template <class F> static void apply_both(F f) { each_of_both<<<1, 4>>>(f); }
struct ScaleOfBoth {
  int by;
  __host__ __device__ int operator()(int i) const { return i * by; }
};
template <class T> static void both_in_template(T *d, T by) {
  auto times = [by] __host__ __device__(T i) { return i * by; };
  auto plus = [times] __host__ __device__(T i) { return times(i) + 1; };
  apply_both([=] __device__(int i) { d[i] = plus(T(i)) + times(T(i)); });
  T h[4];
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[3], plus(T(3)) + times(T(3)));
}
static void check_both() {
  int *d, h[4], by = 3;
  OK(cudaMalloc(&d, sizeof h));
  auto both = [=] __host__ __device__(int i) { return i * by; };
  ScaleOfBoth scale{4};
  auto l = [=] __device__(int i) { d[i] = both(i) + scale(i) * 100; };
  each_of_both<<<1, 4>>>(l);
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[3], both(3) + 1200);
  apply_both([=] __device__(int i) { d[i] = both(i) + 2; });
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[3], 11);
  both_in_template(d, 5);
  both_in_template((float *)d, 2.5f);
  OK(cudaFree(d));
}

int main() {
  check_passed();
  check_both();
  check_packs();
  check_bindings();
  const int n = 20;
  float v[n], got[n], *d;
  for (int i = 0; i < n; i++)
    v[i] = i;
  OK(cudaMalloc(&d, sizeof v));
  OK(cudaMemcpy(d, v, sizeof v, cudaMemcpyHostToDevice));
  float factor = 3.0f;
  int shift = 4;
  map<<<1, 32>>>(d, n, [=] __device__(float x) { return x * factor + shift; });
  OK(cudaMemcpy(got, d, sizeof v, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(got[i], v[i] * 3 + 4);
  local<<<1, n>>>(d, n);
  OK(cudaMemcpy(got, d, sizeof v, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    EXPECT_NEAR(got[i], 1.0f + i + 12 + 200 + 2 + (i + 1) + (2 * n + 0.5f) + (1.5f * n + i), 1e-3);
  members<<<1, n>>>(d, n);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) {
    float r = (1.5f + i) * 2 + (20 + 0.5f + n) * 3 + (15 + 4 + n);
    int ticks = (i + 2) + (i + 6), k0 = 1 + n, k1 = i + n + 1, k2 = k0 + n + 2;
    r += ticks + (i + 6 + 12) + 1 + 2 + 2 * k0 + (k1 + k0) * 3 + 2 * k2 * 5 + 1;
    EXPECT_EQ(got[i], r);
  }
  OK(cudaFree(d));
  return verdict();
}
