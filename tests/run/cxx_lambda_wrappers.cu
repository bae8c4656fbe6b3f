// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Lambdas in templates that capture the lambdas of their callers: wrappers of loops. One instance
// of a wrapper for each caller's lambda, arguments that are class templates of lambdas, and
// functions whose instances only the lambdas tell apart.
#include "check.h"

template <class F> __global__ void for_all(int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    f(i);
}
template <class F> void each(int n, F f) { for_all<<<(n + 31) / 32, 32>>>(n, f); }

template <class F> void fill(int *o, int n, F f) {
  for_all<<<1, n>>>(n, [=] __device__(int i) { o[i] = f(i); });
}
template <class F> void fill_stored(int *o, int n, F f) {
  auto g = [=] __device__(int i) { o[i] = f(i) + 1; };
  for_all<decltype(g)><<<1, n>>>(n, g);
}
template <class F> void fill_by_each(int *o, int n, F f) {
  each(n, [=] __device__(int i) { o[i] = f(i) + 2; });
}
template <class A, class B> void compose(int *o, int n, A a, B b) {
  fill(o, n, [=] __device__(int i) { return a(b(i)); });
}
template <class F> void fill_once(int *o, int n, F f) {
  for_all<<<1, n>>>(n, [=] __device__(int i) { o[i] = f(i) * 3; });
}

struct Times {
  int c;
  __host__ __device__ int operator()(int i) const { return i * c; }
};

template <class F> struct Field {
  F f;
  template <class G> void run(int *o, int n, G post) const {
    auto me = *this;
    each(n, [me, post, o] __device__(int i) { o[i] = post(me.f(i)); });
  }
};
template <class F> Field<F> field(F f) { return {f}; }

const int n = 8;
static int *made, *other, result[n];
#define EXPECT_LAST(want)                                                                          \
  OK(cudaMemcpy(result, made, sizeof result, cudaMemcpyDeviceToHost));                             \
  EXPECT_EQ(result[7], want)

static void wrappers() {
  int m = 5;
  char e = 3;
  auto padded = [=] __device__(int i) { return i * m + e; };
  fill(made, n, padded);
  EXPECT_LAST(38);
  fill(made, n, [] __device__(int i) { return i; });
  EXPECT_LAST(7);
  fill(made, n, Times{3});
  EXPECT_LAST(21);
  fill_stored(made, n, padded);
  EXPECT_LAST(39);
  Times twice{2};
  fill_stored(made, n, [=] __device__(int i) { return twice(i) + e; });
  EXPECT_LAST(18);
  fill_by_each(other, n, [=] __device__(int i) { return i + e; });
  int *from = other;
  fill_by_each(made, n, [=] __device__(int i) { return from[7 - i] * m; });
  EXPECT_LAST(27);
  auto inner = [=] __device__(int i) { return i * e; };
  auto outer = [=] __device__(int i) { return inner(i) + m; };
  compose(made, n, inner, outer);
  EXPECT_LAST(78);
  compose(made, n, outer, inner);
  EXPECT_LAST(68);
  fill_once(made, n, [=] __host__ __device__(int i) { return i * m + e; });
  EXPECT_LAST(114);
}

static void fields() {
  int c = 2;
  field([=] __host__ __device__(int i) { return i * c; }).run(made, n, [] __device__(int v) {
    return v + 1;
  });
  EXPECT_LAST(15);
}

// Kernel arguments that are class templates of lambdas.
template <class F> struct One {
  F f;
  __host__ __device__ int operator()(int x) const { return f(x); }
};
template <class F, class G> struct Two {
  F f;
  G g;
  const int *p;
  __host__ __device__ int operator()(int x) const { return f(g(x)) + p[0]; }
};
template <class F, class G> Two<F, G> two(F f, G g, const int *p) { return {f, g, p}; }
template <class F> __global__ void map(int *p, F f) { p[threadIdx.x] = f(threadIdx.x); }

static void in_class_templates() {
  int m = 3;
  char c = 2;
  OK(cudaMemcpy(other, &m, sizeof m, cudaMemcpyHostToDevice));
  auto a = [=] __host__ __device__(int v) { return v + m; };
  auto b = [=] __device__(int v) { return v * 2 * m + c; };
  map<<<1, n>>>(made, One<decltype(a)>{a});
  EXPECT_LAST(10);
  map<<<1, n>>>(made, One<decltype(b)>{b});
  EXPECT_LAST(44);
  map<<<1, n>>>(made, two(a, b, other));
  EXPECT_LAST(50);
  map<<<1, n>>>(made, two(b, b, other));
  EXPECT_LAST(269);
}

// The host has the members of what this lambda captures, not the object: other bytes.
struct Padded {
  int a;
  char b;
  void run(int *o, char c) const {
    auto f = [*this, c] __device__(int v) { return a * 100 + b * 10 + c + v; };
    map<<<1, n>>>(o, One<decltype(f)>{f});
  }
  void run_captured(int *o, char c) const {
    auto f = [*this, c] __device__(int v) { return a * 100 + b * 10 + c + v; };
    each(n, [f, o] __device__(int i) { o[i] = f(i); });
  }
};

// Instances in device code that only the lambdas tell apart: of friends, of lambdas in methods.
#define BOTH __host__ __device__
template <class F> struct Piped {
  F f;
  template <class R> friend BOTH int operator|(R r, Piped m) { return m.f(r); }
};
template <class F> BOTH Piped<F> piped(F f) { return {f}; }
struct Range {
  int n;
  template <class S> BOTH void visit(S &&s) const {
    for (int i = 0; i < n; i++)
      s(i);
  }
};
template <class F> struct Mapped {
  Range r;
  F f;
  template <class S> BOTH void visit(S &&s) const {
    r.visit([&](int v) { s(f(v)); });
  }
};
template <class F> BOTH Mapped<F> mapped(Range r, F f) { return {r, f}; }
template <class R> BOTH int sum(const R &r) {
  int t = 0;
  r.visit([&](int v) { t += v; });
  return t;
}
BOTH int pipes(int i) {
  return (3 | piped([i](int v) { return v * i; })) + (4 | piped([i](int v) { return v + i; }));
}
BOTH int sums(int i) {
  return sum(mapped(Range{3}, [i](int v) { return v * i; })) +
         sum(mapped(Range{4}, [i](int v) { return v + i; }));
}
__global__ void told_by_lambdas(int *o) {
  o[6] = pipes(2);
  o[7] = sums(2);
}

int main() {
  OK(cudaMalloc(&made, sizeof result));
  OK(cudaMalloc(&other, sizeof result));
  wrappers();
  fields();
  in_class_templates();
  Padded{1, 2}.run(made, 4);
  EXPECT_LAST(131);
  Padded{1, 3}.run_captured(made, 5);
  EXPECT_LAST(142);
  told_by_lambdas<<<1, 1>>>(made);
  EXPECT_LAST(20);
  EXPECT_EQ(result[6], 12);
  OK(cudaFree(made));
  OK(cudaFree(other));
  return verdict();
}
