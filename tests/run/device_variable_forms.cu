// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Variables and arguments in the forms that C++ gives them: device variables with constructors'
// arguments, static variables of one name, several names for the shared block of a launch, strings,
// loops with pointers to several memories, default arguments of kernels.
#include "check.h"

namespace extshared {
struct Pair {
  float a;
  int b;
};
__device__ void helper(int t, float *o) {
  extern __shared__ double viaHelper[];
  o[0] += viaHelper[t];
}
__global__ void two(float *o) {
  extern __shared__ float f[];
  extern __shared__ int i[];
  int t = threadIdx.x;
  f[t] = t * 0.5f;
  i[t + 8] = t + 1;
  __syncthreads();
  o[t] = f[7 - t] + i[15 - t];
}
__global__ void cast(float *o) {
  extern __shared__ unsigned char memory[];
  double *d = (double *)&memory;
  float *f = (float *)&memory[64];
  Pair *p = reinterpret_cast<Pair *>(&memory);
  int t = threadIdx.x;
  d[t] = t;
  f[t] = t * 2;
  __syncthreads();
  o[t] = d[7 - t] + f[7 - t];
  o[t + 8] = ((double *)memory)[t];
  __syncthreads();
  p[t].a = 3;
  o[t + 16] = p[t].a;
  int *q = (int *)&memory[0];
  q[t] = t;
  o[t + 24] = q[t];
}
extern __shared__ int outside[];
extern __shared__ float4 vec[];
__global__ void global_(float *o) {
  int t = threadIdx.x;
  vec[t] = make_float4(t, 1, 2, 3);
  __syncthreads();
  o[t] = outside[1] == __float_as_int(1.0f);
  helper(0, &o[t]);
  o[t] -= vec[0].x;
}
void test() {
  float g[64], *d;
  OK(cudaMalloc(&d, sizeof g));
  two<<<1, 8, 64>>>(d);
  OK(cudaMemcpy(g, d, sizeof g, cudaMemcpyDeviceToHost));
  for (int t = 0; t < 8; ++t)
    EXPECT_EQ(g[t], (7 - t) * 0.5f + 8 - t);
  cast<<<1, 8, 128>>>(d);
  OK(cudaMemcpy(g, d, sizeof g, cudaMemcpyDeviceToHost));
  for (int t = 0; t < 8; ++t) {
    EXPECT_EQ(g[t], 3.0f * (7 - t));
    EXPECT_EQ(g[t + 8], (float)t);
    EXPECT_EQ(g[t + 16], 3);
    EXPECT_EQ(g[t + 24], (float)t);
  }
  global_<<<1, 8, 128>>>(d);
  OK(cudaMemcpy(g, d, sizeof g, cudaMemcpyDeviceToHost));
  double want;
  float p[2] = {0, 1};
  memcpy(&want, p, 8);
  EXPECT_EQ(g[0], 1.0f + (float)want);
}
} // namespace extshared

namespace devctor {
struct V3 {
  float x, y, z;
  __host__ __device__ constexpr V3(float x = 0, float y = 0, float z = 0) : x(x), y(y), z(z) {}
};
struct Box {
  V3 lo, hi;
  int n;
  constexpr __host__ __device__ Box(V3 a, V3 b) : lo(a), hi(b), n(7) {}
  Box() = default;
};
__device__ V3 g(1, 2, 3);
__device__ V3 h;
__constant__ V3 c{4, 5};
__device__ V3 arr[2] = {V3(1), V3(2, 3)};
__device__ Box box(V3(1, 1, 1), V3(2));
__constant__ float scalar(2.5f);
__device__ int braces{7};
__device__ V3 eq = V3(8, 9);
__device__ V3 two(1), more(2, 2);
namespace n {
__constant__ V3 inside(3, 4 + 1, sizeof(int));
}
template <class T> __device__ T templ(2.5f);
#define MAKE(name) __device__ V3 name(6, 7, 8)
MAKE(made);
MAKE(again);
__global__ void k(float *o) {
  static __device__ V3 loc(1, 9, 1);
  o[0] = g.x + g.y * 10 + g.z * 100;
  o[1] = h.x;
  o[2] = c.x + c.y;
  o[3] = arr[1].y;
  o[4] = box.hi.x + box.n;
  o[5] = scalar + braces;
  o[6] = eq.y;
  g.x = 50;
  o[7] = two.x + more.y;
  o[8] = n::inside.y + n::inside.z;
  o[9] = made.y;
  o[10] = loc.y;
}
__global__ void l(float *o) { o[0] = g.x; }
void test() {
  float got[16], *d;
  OK(cudaMalloc(&d, sizeof got));
  k<<<1, 1>>>(d);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  EXPECT_EQ(got[0], 321);
  EXPECT_EQ(got[1], 0);
  EXPECT_EQ(got[2], 9);
  EXPECT_EQ(got[3], 3);
  EXPECT_EQ(got[4], 9);
  EXPECT_EQ(got[5], 9.5);
  EXPECT_EQ(got[6], 9);
  EXPECT_EQ(got[7], 3);
  EXPECT_EQ(got[8], 9);
  EXPECT_EQ(got[9], 7);
  EXPECT_EQ(got[10], 9);
  l<<<1, 1>>>(d);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  EXPECT_EQ(got[0], 50);
}
} // namespace devctor

namespace staticlocals {
__device__ int a() {
  static int n = 5;
  return ++n;
}
__device__ int b(int t) {
  if (t) {
    static int n = 50;
    n += 2;
    return n;
  } else {
    static float n = 0.5f;
    n += 1;
    return n * 2;
  }
}
__device__ int c() {
  static const int tab[3] = {1, 2, 3};
  {
    static const float tab[2] = {0.5f, 4};
    return tab[1];
  }
}
__device__ int e(int x) {
  static int n = 1;
  return n += x;
}
__device__ int e(float x) {
  static int n = 5;
  return n += x;
}
struct Q {
  __device__ int m() {
    static int n = 3;
    {
      static int n = 30;
      n++;
      if (n > 1000)
        return n;
    }
    return ++n;
  }
};
template <int N> __device__ int d() {
  static int n = N;
  n *= 2;
  return n;
}
__global__ void k(int *o) {
  static __device__ int calls = 0;
  ++calls;
  static int n = 1;
  n += 1;
  static const int w[2] = {3, 4};
  o[0] = a();
  o[1] = b(0);
  o[2] = b(1);
  o[4] = d<3>();
  o[5] = d<4>();
  o[6] = calls * 10 + n;
  o[7] = w[1];
  static __shared__ int sh;
  sh = 3;
  o[8] = sh;
  o[12] = e(1) * 10 + e(1.0f);
  Q q;
  o[13] = q.m();
}
__global__ void k2(int *o) {
  static int n = 100;
  n += 1;
  o[9] = n;
  static const int w[2] = {5, 6};
  o[10] = w[1];
  o[11] = a();
}
void test() {
  int g[16], *d;
  OK(cudaMalloc(&d, sizeof g));
  k<<<1, 1>>>(d);
  k<<<1, 1>>>(d);
  k2<<<1, 1>>>(d);
  OK(cudaMemcpy(g, d, sizeof g, cudaMemcpyDeviceToHost));
  int w[14] = {7, 5, 54, 0, 12, 16, 23, 4, 3, 101, 6, 8, 37, 5};
  for (int i = 0; i < 14; ++i)
    if (i != 3)
      EXPECT_EQ(g[i], w[i]);
}
} // namespace staticlocals

namespace conststr {
__constant__ char s[12] = "text";
__constant__ char lines[2][8] = {"one", "two"};
__constant__ const char e[] = "auto";
__device__ char ds[8] = "dev";
__device__ const char *const names[] = {"x", "yy"};
__global__ void kernel(int *o) {
  int t = threadIdx.x;
  o[t] = s[t];
  o[t + 16] = lines[t % 2][t / 2];
  o[t + 32] = e[t % 5];
  o[t + 48] = ds[t % 8];
  if (t == 0) {
    o[64] = names[1][1];
    o[65] = sizeof(s) + sizeof(e);
  }
}
void test() {
  int got[80], *d;
  OK(cudaMalloc(&d, sizeof got));
  OK(cudaMemset(d, 0, sizeof got));
  kernel<<<1, 12>>>(d);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  const char w[13] = "text\0\0\0\0\0\0\0";
  char l[2][8] = {"one", "two"};
  char a[] = "auto";
  char v[8] = "dev";
  for (int t = 0; t < 12; ++t) {
    EXPECT_EQ(got[t], (int)w[t]);
    EXPECT_EQ(got[16 + t], (int)l[t % 2][t / 2]);
    EXPECT_EQ(got[32 + t], (int)a[t % 5]);
    EXPECT_EQ(got[48 + t], (int)v[t % 8]);
  }
  EXPECT_EQ(got[64], 'y');
  EXPECT_EQ(got[65], 17);
  char h[12];
  OK(cudaMemcpyFromSymbol(h, s, 12));
  EXPECT_EQ(h[2], 'x');
}
} // namespace conststr

namespace forptrs {
__global__ void kernel(const float *in, float *out, int n) {
  __shared__ float s[8];
  int k = 0;
  for (float *p = s, *q = out; k < 8; ++k)
    p[k] = q[k];
  __syncthreads();
  for (const float *p = in, *q = s; p < in + n; ++p, ++q)
    out[8 + (p - in)] = *p + *q;
  float priv[8];
  for (int i = 0; i < 8; ++i)
    priv[i] = i;
  for (float *a = priv, *b = out + 16, *e = priv + 8; a != e; *b++ = *a++ * 2)
    if (*a == 3) {
      *b = 5;
      continue;
    }
  for (float *a = priv, *b = s; a; a = nullptr) {
    for (float *a2 = b, *b2 = a; a2 < b + 2; ++a2)
      b2[0] += *a2;
    out[24] = a[0];
  }
}
void test() {
  float in[8], got[32], *d, *e;
  for (int i = 0; i < 8; ++i)
    in[i] = i;
  for (int i = 0; i < 32; ++i)
    got[i] = 100 + i;
  OK(cudaMalloc(&d, sizeof in));
  OK(cudaMalloc(&e, sizeof got));
  OK(cudaMemcpy(d, in, sizeof in, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(e, got, sizeof got, cudaMemcpyHostToDevice));
  kernel<<<1, 1>>>(d, e, 8);
  OK(cudaMemcpy(got, e, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(got[8 + i], 100 + 2 * i);
    EXPECT_EQ(got[16 + i], 2 * i);
  }
  EXPECT_EQ(got[24], 201);
}
} // namespace forptrs

namespace kdefaults {
struct S {
  int a = 3;
};
constexpr int dflt() { return 6; }
__global__ void k(int *o, int n = 5, float f = 2.5f, int *p = nullptr, S s = S(), int z = dflt(),
                  bool b = true) {
  o[0] = n;
  o[1] = f * 2;
  o[2] = p ? p[0] : -1;
  o[3] = s.a;
  o[4] = z;
  o[5] = b;
}
template <class T, int N = 4> __global__ void tk(T *o, T v = T(N)) { o[0] = v; }
__global__ void fwd(int *o, int n = 8);
__global__ void fwd(int *o, int n) { o[0] = n; }
void test() {
  int g[8], *d;
  OK(cudaMalloc(&d, sizeof g));
  k<<<1, 1>>>(d);
  OK(cudaMemcpy(g, d, sizeof g, cudaMemcpyDeviceToHost));
  int w[6] = {5, 5, -1, 3, 6, 1};
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(g[i], w[i]);
  k<<<1, 1>>>(d, 7, 1.0f);
  OK(cudaMemcpy(g, d, sizeof g, cudaMemcpyDeviceToHost));
  EXPECT_EQ(g[0], 7);
  EXPECT_EQ(g[1], 2);
  EXPECT_EQ(g[3], 3);
  tk<<<1, 1>>>(d);
  OK(cudaMemcpy(g, d, sizeof g, cudaMemcpyDeviceToHost));
  EXPECT_EQ(g[0], 4);
  tk<int, 9><<<1, 1>>>(d);
  OK(cudaMemcpy(g, d, sizeof g, cudaMemcpyDeviceToHost));
  EXPECT_EQ(g[0], 9);
  fwd<<<1, 1>>>(d);
  OK(cudaMemcpy(g, d, sizeof g, cudaMemcpyDeviceToHost));
  EXPECT_EQ(g[0], 8);
}
} // namespace kdefaults

int main() {
  extshared::test();
  devctor::test();
  staticlocals::test();
  conststr::test();
  forptrs::test();
  kdefaults::test();
  return verdict();
}
