// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// References: parameters, locals, members, returned; to global, shared and private memory;
// range-for and structured bindings.
#include "check.h"

struct Pair {
  int first;
  float second;
};

__device__ void order(int &a, int &b) {
  if (b < a) {
    int t = a;
    a = b;
    b = t;
  }
}
template <typename T> __device__ void exchange(T &a, T &b) {
  T t = a;
  a = b;
  b = t;
}
__device__ int &at(int *p, int i) { return p[i]; }
__device__ const int &larger(const int &a, const int &b) { return a < b ? b : a; }
__device__ void split(float x, int &whole, float &rest) {
  whole = (int)x;
  rest = x - whole;
}

struct Cursor {
  int &target;
  int step;
  __device__ Cursor(int &t, int s) : target(t), step(s) {}
  __device__ void advance() { target += step; }
};

__device__ Pair make_pair_of(int i) { return Pair{i * 2, i + 0.5f}; }
__device__ int total(const int (&values)[4]) {
  int s = 0;
  for (int v : values)
    s += v;
  return s;
}

__global__ void run(int *v, float *f, Pair *pairs) {
  __shared__ int tile[16];
  int t = threadIdx.x;
  tile[t] = v[t];
  __syncthreads();
  int mine = 16 - t;
  if (t == 0) {
    order(tile[0], tile[1]);
    order(v[2], v[3]);
  }
  __syncthreads();
  order(mine, tile[t]);
  at(tile, t) += 100;
  at(v + 16, t) = mine;
  int &alias = v[32 + t];
  int big = mine;
  alias = larger(big, mine) + larger(tile[t], tile[t]);
  alias++;
  const int &seen = alias;
  Cursor c(alias, 3), local(mine, 5);
  c.advance();
  local.advance();
  local.advance();
  float rest;
  int whole;
  split(t * 0.75f, whole, rest);
  f[t] = whole * 10 + rest;
  int four[4] = {t, 1, 2, 3};
  for (int &x : four)
    x *= 2;
  for (auto x : four)
    f[t] += x;
  f[t] += total(four) + seen;
  Pair &p = pairs[t];
  p.first = mine;
  p.second += 1;
  auto [a, b] = make_pair_of(t);
  f[16 + t] = a + b;
  auto &[c1, c2] = pairs[16 + t];
  c1 += 2;
  c2 *= 2;
  float x = 1, y = t;
  exchange(x, y);
  exchange(f[32 + t], x);
  f[48 + t] = x - y;
}

// Const references to objects that change while they are bound, and what keeps their address.
struct Wrap {
  const int &r;
  __device__ Wrap(const int &x) : r(x) {}
};
struct View {
  const int &r;
};
struct Four {
  int a[4];
  __device__ const int &operator[](int i) const { return a[i]; }
  __device__ int sum() const { return a[0] + (*this)[1] + a[2] + a[3]; }
};
struct Bump {
  int *p;
  __device__ void bump() const { ++*p; }
  __device__ int seen(const int &x) const {
    bump();
    return x;
  }
};
__device__ Wrap wrapped(const int &x) { return Wrap(x); }
__device__ View viewed(const int &x) { return View{x}; }
__device__ const int *pointer(const Four &v) { return v.a; }
__device__ const int &part(const Four &v, int i) { return v.a[i]; }
__device__ const int &element(const Four &v, int i) { return v[i]; }
__device__ int total(const Four &v) { return v.sum() + v[0]; }
template <typename F> __device__ int around(const int &x, F f) {
  f();
  return x;
}
__device__ int noise(int n) {
  int t[8];
  for (int i = 0; i < 8; i++)
    t[i] = n + 77;
  return t[n & 7];
}

__global__ void kept(int *out) {
  int t = threadIdx.x, x = t;
  Wrap w = wrapped(x);
  View v = viewed(x);
  Four four = {{t, 1, 2, 3}};
  const int *p = pointer(four);
  const int &second = part(four, 1), &third = element(four, 2);
  x += 5;
  four.a[0] = 10;
  four.a[1] = 20;
  four.a[2] = 30;
  out[t] = noise(t);
  out[16 + t] = w.r * 1000 + v.r;
  out[32 + t] = p[0] + second + third + total(four);
  int y = 1, z = 2, u = 3;
  int first = around(y, [&] { y = 9; });
  auto change = [&](const int &c) {
    z = 6 + t;
    return c;
  };
  Bump bump{&u};
  out[48 + t] = first * 10000 + change(z) * 100 + bump.seen(u);
  // Names that loops over ranges could take for themselves.
  int x_at[2] = {4, 5}, x_at_end = 6, sum = 0;
  for (int &x : four.a)
    sum += x_at[0] + x_at_end * x;
  out[64 + t] = sum;
}

// What is returned is what was just assigned, in a place that an increment chose; arrays by
// reference.
template <typename T, int N> struct Stack {
  T d[N];
  int n;
  template <typename... A> __host__ __device__ T &emplace(A... a) { return d[n++] = T{a...}; }
  __host__ __device__ T &push(const T &v) { return d[n++] = v; }
  __host__ __device__ int &count() { return n; }
};
struct Grid {
  float m[3][3];
  __host__ __device__ float (&row(int i))[3] { return m[i]; }
  __host__ __device__ const float (&row(int i) const)[3] { return m[i]; }
};
__host__ __device__ inline float places(int t) {
  Stack<int, 4> s = {};
  s.emplace(t) += 2;
  s.push(s.n) *= 10;
  Stack<Pair, 2> pairs = {};
  pairs.emplace(t, 1.5f).second += t;
  Grid g = {};
  float(&row)[3] = g.row(1);
  row[2] = t;
  g.row(2)[0] = row[2] * 2;
  const Grid &same = g;
  t > 3 ? s.n += 5 : s.count() = 7;
  return s.d[0] + s.d[1] * 3 + s.n * 100 + pairs.d[0].first + pairs.d[0].second + same.row(2)[0] +
         same.row(1)[2];
}
__global__ void placed(float *out) { out[threadIdx.x] = places(threadIdx.x); }

// Temporaries of types that memory holds as bytes, by their addresses.
__host__ __device__ int flag_at(const bool &flag) {
  const bool *p = &flag;
  return *p + 1;
}
template <typename... T> __host__ __device__ double added(const T &...all) {
  double sum = 0;
  ((sum = sum * 2 + (double)all), ...);
  return sum;
}
template <typename T> __host__ __device__ int taken(T &&x) {
  int old = (int)x;
  x = 0;
  return old * 2 + (int)x;
}
template <typename T> __host__ __device__ void put(T *p, const T &v) { *p = v; }
__host__ __device__ double temporaries(bool *at, int t) {
  bool flag = t & 1;
  double sum = added(true, 'c', (short)-2, t > 1, !t, flag, 2.5f, 7u);
  sum += flag_at(t & 2) + flag_at(0.5f * t) * 10 + flag_at(t > 1) * 100 + flag_at(flag) * 1000;
  sum += taken(t > 2) + taken(true) * 3 + taken(flag) * 5 + taken('b');
  put(at, t == 3);
  sum += *at * 1e6;
  put<bool>(at, t & 4);
  return sum + *at * 1e7 + flag * 1e8;
}
__global__ void temporaries(double *out, bool *flags) {
  int t = threadIdx.x;
  out[t] = temporaries(flags + t, t);
}

int main() {
  const int n = 16;
  int v[48], got[48], tile[n], *d_v;
  float f[64], *d_f;
  Pair pairs[32], *d_pairs;
  for (int i = 0; i < 48; i++)
    v[i] = (i * 7) % 11;
  for (int i = 0; i < 64; i++)
    f[i] = i;
  for (int i = 0; i < 32; i++)
    pairs[i] = Pair{i, 2.0f * i};
  OK(cudaMalloc(&d_v, sizeof v));
  OK(cudaMalloc(&d_f, sizeof f));
  OK(cudaMalloc(&d_pairs, sizeof pairs));
  OK(cudaMemcpy(d_v, v, sizeof v, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_f, f, sizeof f, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_pairs, pairs, sizeof pairs, cudaMemcpyHostToDevice));
  run<<<1, n>>>(d_v, d_f, d_pairs);
  OK(cudaMemcpy(got, d_v, sizeof v, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(f, d_f, sizeof f, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(pairs, d_pairs, sizeof pairs, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    tile[i] = v[i];
  if (tile[1] < tile[0])
    tile[0] = v[1], tile[1] = v[0];
  EXPECT_EQ(got[2], v[2] < v[3] ? v[2] : v[3]);
  EXPECT_EQ(got[3], v[2] < v[3] ? v[3] : v[2]);
  for (int t = 0; t < n; t++) {
    int mine = 16 - t, other = tile[t];
    if (other < mine)
      mine = tile[t], other = 16 - t;
    EXPECT_EQ(got[16 + t], mine);
    int alias = mine + other + 100 + 1 + 3;
    EXPECT_EQ(got[32 + t], alias);
    float x = t * 0.75f;
    EXPECT_NEAR(f[t], (int)x * 10 + (x - (int)x) + 2 * (2 * t + 12) + alias, 1e-4);
    EXPECT_EQ(pairs[t].first, mine + 10);
    EXPECT_EQ(pairs[t].second, 2.0f * t + 1);
    EXPECT_EQ(f[16 + t], 2 * t + t + 0.5f);
    EXPECT_EQ(pairs[16 + t].first, 16 + t + 2);
    EXPECT_EQ(pairs[16 + t].second, 4.0f * (16 + t));
    EXPECT_EQ(f[32 + t], (float)t);
    EXPECT_EQ(f[48 + t], 32.0f + t - 1);
  }
  int keeps[80], *d_keeps;
  OK(cudaMalloc(&d_keeps, sizeof keeps));
  kept<<<1, n>>>(d_keeps);
  OK(cudaMemcpy(keeps, d_keeps, sizeof keeps, cudaMemcpyDeviceToHost));
  for (int t = 0; t < n; t++) {
    EXPECT_EQ(keeps[t], t + 77);
    EXPECT_EQ(keeps[16 + t], (t + 5) * 1001);
    EXPECT_EQ(keeps[32 + t], 60 + 63 + 10);
    EXPECT_EQ(keeps[48 + t], 90000 + (6 + t) * 100 + 4);
    EXPECT_EQ(keeps[64 + t], 16 + 6 * 63);
  }
  OK(cudaFree(d_keeps));
  placed<<<1, n>>>(d_f);
  OK(cudaMemcpy(f, d_f, n * sizeof(float), cudaMemcpyDeviceToHost));
  for (int t = 0; t < n; t++)
    EXPECT_EQ(f[t], places(t));
  double sums[n], *d_sums;
  bool *d_flags;
  OK(cudaMalloc(&d_sums, sizeof sums));
  OK(cudaMalloc(&d_flags, n));
  temporaries<<<1, n>>>(d_sums, d_flags);
  OK(cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost));
  for (int t = 0; t < n; t++) {
    bool flag;
    EXPECT_EQ(sums[t], temporaries(&flag, t));
  }
  OK(cudaFree(d_sums));
  OK(cudaFree(d_flags));
  OK(cudaFree(d_v));
  OK(cudaFree(d_f));
  OK(cudaFree(d_pairs));
  return verdict();
}
