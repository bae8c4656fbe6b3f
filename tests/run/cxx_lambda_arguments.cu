// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Lambdas for kernels inside of function templates and methods: what they capture by copies, of
// `*this` and by initialisers; stored, launched twice, without pointers, without captures.
#include "check.h"
#include <vector>

__device__ int counters[4];
struct Twice {
  float k;
  __host__ __device__ float operator()(float x) const { return x * 2 + k; }
};
struct Half {
  __host__ __device__ float operator()(float x) const { return x / 2; }
};
template <typename F> __global__ void for_each(int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    f(i);
}
template <typename F> void parallel_for(int n, F f) { for_each<<<(n + 31) / 32, 32>>>(n, f); }
template <typename T> void scale(T *d, int n, T k) {
  parallel_for(n, [=] __device__(int i) { d[i] = d[i] * k; });
}
template <typename T, int Add> struct Shift {
  T *d;
  T bias;
  int n;
  void run() {
    auto self = *this;
    parallel_for(n, [self] __device__(int i) { self.d[i] += self.bias + Add; });
  }
  void run2() {
    parallel_for(n, [*this] __device__(int i) { d[i] += bias + Add; });
  }
  void run3() {
    T *p = d;
    T b = bias;
    parallel_for(n, [p, b] __device__(int i) { p[i] += b * Add; });
  }
  void run4(T extra) {
    parallel_for(n, [p = d, e = extra + 1] __device__(int i) { p[i] += e; });
  }
};
struct Scaler {
  float k;
  void apply(float *d, int n) {
    parallel_for(n, [=, *this] __device__(int i) { d[i] *= k; });
  }
};
template <typename T> void direct(T *d, int n, T k) {
  parallel_for(n, [=] __device__(int i) { d[i] += k; });
}
template <typename T> void stored(T *d, int n, T k) {
  auto f = [=] __device__(int i) { d[i] *= k; };
  parallel_for(n, f);
  auto g = [d, k] __device__(int i) { d[i] -= k; };
  parallel_for(n, g);
  parallel_for(n, f);
}
void plain(int n) {
  int a = 3, b = 5;
  parallel_for(n, [=] __device__(int i) { atomicAdd(&counters[0], a); });
  parallel_for(n, [=] __device__(int i) { atomicAdd(&counters[1], b + a); });
  parallel_for(n, [] __device__(int i) { atomicAdd(&counters[2], 1); });
}
struct Field {
  float *d;
  int n;
  float w;
  template <typename Op> void update(Op op) {
    auto p = d;
    parallel_for(n, [p, op, s = w * 2] __device__(int i) { p[i] = op(p[i]) + s; });
  }
  void bump() {
    parallel_for(n, [=, *this] __device__(int i) { d[i] += w; });
  }
};
namespace lib {
template <typename It, typename F> void transform(It first, It last, It out, F f) {
  int n = last - first;
  parallel_for(n, [=] __device__(int i) { out[i] = f(first[i]); });
}
} // namespace lib
static void methods() {
  const int n = 40;
  float v[n], *d;
  int w[n], *e;
  for (int i = 0; i < n; i++) {
    v[i] = i;
    w[i] = i;
  }
  OK(cudaMalloc(&d, sizeof v));
  OK(cudaMalloc(&e, sizeof w));
  OK(cudaMemcpy(d, v, sizeof v, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(e, w, sizeof w, cudaMemcpyHostToDevice));
  scale(d, n, 2.0f);
  scale(e, n, 3);
  Shift<float, 4> s{d, 0.5f, n};
  s.run();
  s.run2();
  s.run3();
  s.run4(7);
  Shift<int, 2> t{e, 1, n};
  t.run();
  t.run2();
  t.run3();
  t.run4(7);
  Scaler{2}.apply(d, n);
  OK(cudaMemcpy(v, d, sizeof v, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(w, e, sizeof w, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) {
    EXPECT_EQ(v[i], (i * 2.0f + 4.5f + 4.5f + 2 + 8) * 2);
    EXPECT_EQ(w[i], i * 3 + 3 + 3 + 2 + 8);
  }
  OK(cudaFree(d));
  OK(cudaFree(e));
}

static void templates() {
  const int n = 40;
  float v[n], *d;
  int w[n], *e;
  for (int i = 0; i < n; i++) {
    v[i] = i;
    w[i] = i;
  }
  OK(cudaMalloc(&d, sizeof v));
  OK(cudaMalloc(&e, sizeof w));
  OK(cudaMemcpy(d, v, sizeof v, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(e, w, sizeof w, cudaMemcpyHostToDevice));
  direct(d, n, 2.0f);
  direct(e, n, 3);
  stored(d, n, 2.0f);
  stored(e, n, 3);
  plain(n);
  Field f{d, n, 0.5f};
  f.update(Twice{1});
  f.update(Half());
  f.bump();
  lib::transform(d, d + 20, d + 20, Twice{3});
  OK(cudaMemcpy(v, d, sizeof v, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(w, e, sizeof w, cudaMemcpyDeviceToHost));
  int c[4];
  OK(cudaMemcpyFromSymbol(c, counters, sizeof c));
  EXPECT_EQ(c[0], 120);
  EXPECT_EQ(c[1], 320);
  EXPECT_EQ(c[2], 40);
  for (int i = 0; i < n; i++) {
    int j = i % 20;
    float x = ((j + 2.0f) * 2 - 2) * 2;
    x = x * 2 + 1 + 1;
    x = x / 2 + 1;
    x += 0.5f;
    if (i >= 20)
      x = x * 2 + 3;
    EXPECT_EQ(v[i], x);
    EXPECT_EQ(w[i], ((i + 3) * 3 - 3) * 3);
  }
  OK(cudaFree(d));
  OK(cudaFree(e));
}

// Generic lambdas: one object, an instance of the call operator for each type.
template <typename F> __global__ void both(int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    f(i), f(i * 0.25f);
}
template <typename F> __global__ void map(float *v, int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = f(v[i]) + f(i);
}
template <typename T> void generic_direct(T *d, int n, T k) {
  for_each<<<2, 32>>>(n, [=] __device__(auto i) { d[i] += k * i; });
  parallel_for(n, [=] __device__(auto i) { d[i] += k; });
}
static void generic() {
  const int n = 40;
  float v[2 * n], *d, s = 1.5f;
  int k = 3;
  for (int i = 0; i < 2 * n; i++)
    v[i] = i;
  OK(cudaMalloc(&d, sizeof v));
  OK(cudaMemcpy(d, v, sizeof v, cudaMemcpyHostToDevice));
  for_each<<<2, 32>>>(n, [=] __device__(auto i) { d[i + n] += i * s; });
  both<<<2, 32>>>(n, [=] __device__(auto x) {
    if constexpr (decltype(x)(0.5f) != 0)
      d[(int)(x * 4)] += x * k;
    else
      d[x + n] += k;
  });
  map<<<2, 32>>>(d + n, n, [](auto x) { return x + 1; });
  map<<<2, 32>>>(d + n, n, [q = d + 1, k, m = k * 2] __device__(auto x) { return x * k + q[2] + m; });
  map<<<2, 32>>>(d + n, n, [=] __host__ __device__(auto x) { return x / 4 + s; });
  parallel_for(n - 1, [=] __device__(auto i) mutable {
    k += i;
    d[i + 1] += k;
  });
  generic_direct(d + n, n, 2.0f);
  OK(cudaMemcpy(v, d, sizeof v, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) {
    float x = i + n + i * s + k;
    x = x + 1 + (i + 1);
    x = x * k + 5.25f + k * 2 + (i * k + 5.25f + k * 2);
    x = x / 4 + s + (i / 4 + s);
    EXPECT_EQ(v[i + n], x + 2 * i + 2);
    EXPECT_EQ(v[i], i + i * 0.75f + (i > 0 ? k + i - 1 : 0));
  }
  OK(cudaFree(d));
}

// A template finds the kernel of each lambda, with and without device pointers.
template <class T, class F> __global__ void change(T *p, int n, F f) {
  int i = threadIdx.x;
  if (i < n)
    p[i] = f(p[i]);
}
template <class T, class F> void change_all(T *p, int n, F f) { change<<<1, 32>>>(p, n, f); }

static void by_templates() {
  float h[8], *d;
  const float step = 3;
  int times = 2;
  bool negate = true;
  Half half;
  OK(cudaMalloc(&d, sizeof h));
  OK(cudaMemset(d, 0, sizeof h));
  change_all(d, 8, [] __device__(float x) { return x + 1; });
  change_all(d, 8, [step] __device__(float x) { return x + step; });
  change_all(d, 8, [negate, times, half] __device__(float x) {
    return half(negate ? -x * times : x);
  });
  change_all(d, 4, [d] __device__(float x) { return x - d[7]; });
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[0], 0.0f);
  EXPECT_EQ(h[7], -4.0f);
  OK(cudaFree(d));
}

// Captures with values of their own: casts, choices, members, what methods return.
struct Config {
  int n;
  struct {
    float w;
  } in;
  int size() const { return n * 2; }
};
struct Keeper {
  float *data;
  Config config;
  std::vector<int> v;
  void add() {
    parallel_for(4, [p = data, n = config.n, w = config.in.w, s = v.size(),
                     c = config.size()] __device__(int i) { p[i] = n + w + s + c; });
  }
};
static void values() {
  float *d, h[4];
  OK(cudaMalloc(&d, sizeof h));
  parallel_for(4, [d, m = 3, s = short(4)] __device__(int i) { d[m - i] = s + i; });
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[1], 6.0f);
  Config c{5, {2.5f}}, *pc = &c;
  double x = 3.7;
  bool yes = true;
  parallel_for(4, [d, k = (int)x, u = static_cast<unsigned char>(300), ch = 'a', t = yes ? 1 : 2,
                   q = pc->n, z = pc->in.w, e = c.size() + 1] __device__(int i) {
    d[i] = k + u + ch + t + q + z + e;
  });
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[3], 3 + 44 + 97 + 1 + 5 + 2.5f + 11);
  Keeper{d, c, std::vector<int>(6)}.add();
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[0], 5 + 2.5f + 6 + 10);
  OK(cudaFree(d));
}

int main() {
  by_templates();
  values();
  methods();
  templates();
  generic();
  return verdict();
}
