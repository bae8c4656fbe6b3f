// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Members of classes: arrays that initialisers and default initialisers make, with what nobody
// writes; members that are indexed by the address of the first one.
#include "check.h"

namespace arrays {
template <class T, int R, int C> struct Mat { T m[R][C] = {}; };
struct D { int a = 3; int b = a * 2; };
struct N { int v; __host__ __device__ N(int x = 5) : v(x) {} };
struct E2 { int g[2][2]; __host__ __device__ E2() : g{} {} };
struct E3 { int g[2][2]; __host__ __device__ E3(int k) : g{{1, 2}, {k, 4}} {} };
struct E4 { int g[3][4]; __host__ __device__ E4(int k) : g{{1, 2}, {k}} {} };
struct E5 { float4 v[3]; float3 w[2]; float4 x[2][2]; __host__ __device__ E5() : v{make_float4(1, 2, 3, 4)}, w{}, x{} {} };
struct E6 { D d[3]; D e[2][2]; N n[3]; N o[2][2]; __host__ __device__ E6() : d{{7, 8}}, e{{{1, 1}}}, n{1, 2}, o{{N(9)}} {} };
struct E7 { const char *p[2]; double q[2][3][2]; struct { int a, b; } s[2][2]; __host__ __device__ E7() : p{}, q{{{1}}}, s{{{1, 2}}} {} };
struct E8 { int a[2][2]; E8() = default; __host__ __device__ E8(int) : a() {} };
struct E9 { unsigned char c[2][3] = {{1, 2}, {}}; bool b[2][2] = {{true}}; };
template <class T> __host__ __device__ void put(int *o, int &n, const T &v) { o[n++] = (int)v; }
__host__ __device__ int fill(int *o, int k) {
  int n = 0;
  Mat<float, 2, 3> m; m.m[1][1] += 2; put(o, n, m.m[1][1]); put(o, n, m.m[0][2]);
  E2 e; E3 f(k); E4 g(k); put(o, n, e.g[1][1]);
  for (int i = 0; i < 4; i++) put(o, n, f.g[i / 2][i % 2]);
  for (int i = 0; i < 12; i++) put(o, n, g.g[i / 4][i % 4]);
  E5 h; put(o, n, h.v[0].y); put(o, n, h.v[2].w); put(o, n, h.w[1].z); put(o, n, h.x[1][1].x);
  E6 s; for (int i = 0; i < 3; i++) { put(o, n, s.d[i].a); put(o, n, s.d[i].b); put(o, n, s.n[i].v); }
  for (int i = 0; i < 4; i++) { put(o, n, s.e[i / 2][i % 2].a); put(o, n, s.e[i / 2][i % 2].b); put(o, n, s.o[i / 2][i % 2].v); }
  E7 t; put(o, n, t.p[1] == nullptr); for (int i = 0; i < 12; i++) put(o, n, t.q[i / 6][i / 2 % 3][i % 2]);
  for (int i = 0; i < 4; i++) put(o, n, t.s[i / 2][i % 2].a + 10 * t.s[i / 2][i % 2].b);
  E8 u(1); for (int i = 0; i < 4; i++) put(o, n, u.a[i / 2][i % 2]);
  E9 w; for (int i = 0; i < 6; i++) put(o, n, w.c[i / 3][i % 3]); for (int i = 0; i < 4; i++) put(o, n, w.b[i / 2][i % 2]);
  return n;
}
} // namespace arrays

// Compilers may take an element of the address of a member for that member alone.
namespace addresses {
struct V {
  float x, y, z;
  __host__ __device__ float operator[](int i) const { return (&x)[i]; }
  __host__ __device__ float &operator[](int i) { return (&x)[i]; }
};
struct Box {
  V low, high;
  float3 size;
};
__host__ __device__ inline void set(V *v, float s) {
  v->x = s;
  v->y = s * 2;
  v->z = s * 3;
}
__host__ __device__ inline int fill(int *o, int k) {
  int n = 0;
  V b = {0, 0, 0}, c = {0, 0, 0};
  set(&b, k);
  o[n++] = (&b.x)[k % 3];
  float3 f = {1, 2, 3};
  f.y *= 5;
  o[n++] = (&f.x)[k % 3] + (&f.x)[1];
  set(&c, k + 1);
  o[n++] = c[k % 3];
  c[(k + 1) % 3] += 7;
  o[n++] = c.x + c.y * 2 + c.z * 4;
  Box box = {b, c, {4, 5, 6}};
  set(&box.high, k * 2);
  (&box.low.x)[k % 2 + 1] *= 3;
  box.size.z = k;
  (&box.high.x)[k % 3]++;
  o[n++] = box.low[1] + box.low[2] * 2 + (&box.high.x)[k % 3] * 4 + (&box.size.x)[k % 3 ? 2 : 1];
  float *p = &(&box.high.x)[k % 3];
  *p = 2;
  o[n++] = box.high.x + box.high.y + box.high.z + 1 [&box.high.x] - (&box.high.x)[0];
  return n;
}
} // namespace addresses

__global__ void run(int *o, int *n) {
  int i = threadIdx.x;
  n[i] = arrays::fill(o + i * 128, i);
  n[i] += addresses::fill(o + i * 128 + n[i], i);
}

int main() {
  constexpr int threads = 8;
  static int got[threads][128], want[128];
  int count[threads], *d, *n;
  OK(cudaMalloc(&d, sizeof got));
  OK(cudaMalloc(&n, sizeof count));
  run<<<1, threads>>>(d, n);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(count, n, sizeof count, cudaMemcpyDeviceToHost));
  for (int i = 0; i < threads; ++i) {
    int all = arrays::fill(want, i);
    all += addresses::fill(want + all, i);
    EXPECT_EQ(count[i], all);
    for (int j = 0; j < all; ++j)
      EXPECT_EQ(got[i][j], want[j]);
  }
  OK(cudaFree(d));
  OK(cudaFree(n));
  return verdict();
}
