// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Less common C++ in device code: counts of #pragma unroll, static variables in member templates,
// changes of what changes of bit-fields give, suffixes in default arguments, converted pointers to
// members. Each part is computed by the host, too.
#include "check.h"
#include <cuda_runtime.h>

namespace unroll {
constexpr int width = 3;
enum { half = 2 };
template <int N> __host__ __device__ int sum(int t) {
  int s = 0;
#pragma unroll N
  for (int i = 0; i < N; ++i)
    s += i * t;
#pragma unroll(N / 2)
  for (int i = 0; i < N; ++i)
    s ^= i + t;
#pragma unroll width + half
  for (int i = 0; i < 7; ++i)
    s += s & i;
  return s;
}
template <class T> struct Lanes {
  static constexpr int count = sizeof(T);
  __host__ __device__ int sum(int t) const {
    int s = t;
#pragma unroll count
    for (int i = 0; i < count; ++i)
      s = s * 3 + i;
    return s;
  }
};
__host__ __device__ int probe(int t) {
  return sum<2>(t) + sum<4>(t) + sum<8>(t) + Lanes<char>().sum(t) + Lanes<int>().sum(t);
}
} // namespace unroll

namespace bits {
struct Fields {
  unsigned a : 3, b : 5;
  int c : 4;
};
__host__ __device__ int probe(int t) {
  Fields x = {1, 2, 3}, *p = &x;
#ifdef __CUDA_ARCH__
  (p->a += 3) -= t;
  ++(x.b = 30);
  (++p->b) += 2;
  int value = ((x.c = t) += 2);
  (x.a <<= 1) |= 1;
#else // GCC takes none of these for operands that may change
  p->a += 3;
  p->a -= t;
  x.b = 30;
  ++x.b;
  ++p->b;
  p->b += 2;
  x.c = t;
  int value = x.c += 2;
  x.a <<= 1;
  x.a |= 1;
#endif
  return x.a + 10 * x.b + 100 * x.c + 1000 * value;
}
} // namespace bits

namespace suffixes {
struct Length {
  int v;
};
__host__ __device__ constexpr Length operator"" _mm(unsigned long long n) { return {int(n)}; }
__host__ __device__ constexpr int operator"" _first(const char *s, unsigned long) { return s[0]; }
__host__ __device__ int add(int a, Length l = 5_mm, int c = "xy"_first) { return a + l.v * 2 + c; }
__host__ __device__ int probe(int t) { return add(t) + add(t, {3}) * 3 + add(t, 4_mm, 1); }
} // namespace suffixes

namespace members {
struct First {
  double d;
};
struct Second {
  int x, y;
};
struct Both : First, Second {
  int z;
};
__host__ __device__ int read(const Both &b, int Both::*m) { return m ? b.*m : -1; }
__host__ __device__ int probe(int t) {
  Both b;
  b.d = 1, b.x = 10 + t, b.y = 20 + t, b.z = 30 + t;
  int Second::*inner = t % 2 ? &Second::x : &Second::y;
  int Both::*whole = inner;
  int Both::*chosen = t % 3 ? whole : &Both::z;
  int Second::*back = static_cast<int Second::*>(whole);
  int Second::*none = t < 4 ? nullptr : inner;
  const Second &s = b;
  return read(b, whole) + 100 * read(b, chosen) + 10000 * (s.*back) + read(b, none) * 7;
}
} // namespace members

typedef int (*Probe)(int);
__global__ void probes(int *out) {
  int t = threadIdx.x;
  out[t] = unroll::probe(t);
  out[8 + t] = bits::probe(t);
  out[16 + t] = suffixes::probe(t);
  out[24 + t] = members::probe(t);
}

static void check_probes() {
  const Probe all[] = {unroll::probe, bits::probe, suffixes::probe, members::probe};
  int got[32], *d;
  OK(cudaMalloc(&d, sizeof got));
  probes<<<1, 8>>>(d);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 32; ++i)
    EXPECT_EQ(got[i], all[i / 8](i % 8));
  OK(cudaFree(d));
}

// Static variables of member templates: those that change, and tables.
struct Generator {
  template <typename T> __device__ T next(int i) {
    static unsigned state[8] = {1, 2, 3};
    state[i] = state[i] * 5 + 1;
    return (T)state[i];
  }
  template <typename F> __device__ int apply(F f, int i) const {
    static const unsigned char table[4] = {3, 1, 4, 1};
    return f(table[i & 3]);
  }
};
template <class T> struct Counter {
  template <class U> __device__ U add(U by, int i) {
    static U total[8] = {};
    return total[i] += by + U(sizeof(T));
  }
};

__global__ void statics(int *out) {
  int t = threadIdx.x;
  Generator g;
  g.next<int>(t);
  out[t] = g.next<int>(t) + 1000 * (int)g.next<float>(t);
  Counter<char> c;
  Counter<double> d;
  c.add(1, t);
  out[8 + t] = c.add(10, t) + 100 * d.add(t, t) + (int)(2 * d.add(0.5f, t)) * 10000;
  out[16 + t] = g.apply([](int x) { return x * 2; }, t) + g.apply([t](int x) { return x + t; }, t);
}

static void check_statics() {
  int got[24], *d;
  OK(cudaMalloc(&d, sizeof got));
  statics<<<1, 8>>>(d);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  for (int t = 0; t < 8; ++t) {
    unsigned first = t < 3 ? t + 1 : 0, once = first * 5 + 1;
    EXPECT_EQ(got[t], int(once * 5 + 1 + 1000 * once));
    EXPECT_EQ(got[8 + t], 1 + 1 + 10 + 1 + 100 * (t + 8) + 170000);
    int table[] = {3, 1, 4, 1};
    EXPECT_EQ(got[16 + t], table[t & 3] * 3 + t);
  }
  OK(cudaFree(d));
}

// Symbols whose class has no constructor without arguments, and of types of the runtime.
struct Direction {
  float x, y;
  __host__ __device__ constexpr Direction(float x, float y) : x(x), y(y) {}
};
__device__ Direction up(0, 2);
__constant__ Direction right{3, 0};
__device__ Direction corners[2] = {Direction(1, 2), {3, 4}};
__device__ cudaError_t last = cudaErrorInvalidValue;

__global__ void symbols(float *out) {
  int t = threadIdx.x;
  out[t] = up.y + right.x * 10 + corners[t].x * 100 + corners[t].y * 1000;
}

static void check_symbols() {
  float got[2], *d;
  OK(cudaMalloc(&d, sizeof got));
  symbols<<<1, 2>>>(d);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  EXPECT_EQ(got[0], 2132.0f);
  EXPECT_EQ(got[1], 4332.0f);
  cudaError_t error = cudaSuccess;
  OK(cudaMemcpyFromSymbol(&error, last, sizeof error));
  EXPECT_EQ(error, cudaErrorInvalidValue);
  OK(cudaFree(d));
}

int main() {
  check_probes();
  check_statics();
  check_symbols();
  return verdict();
}
