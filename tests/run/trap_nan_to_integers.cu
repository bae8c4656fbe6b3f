// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: a NaN becomes 0 where a float becomes a 32-bit integer; where a double does, or where the
// integer has 64 bits, it becomes the highest bit. What is out of range becomes the nearest value.
#include "check.h"

typedef long long ll;
typedef unsigned long long ull;
struct Wide {
  ll value;
  int whole;
  unsigned bits : 7;
};

template <class To, class From> __device__ To implicitly(From x) { return x; }
__device__ ll argument(ll x) { return x; }
__device__ int narrow(int x) { return x; }
#define AS(T, x) ((T)(x))

template <class Real> __global__ void convert(const Real *in, ll *out) {
  const Real x = in[threadIdx.x];
  out += threadIdx.x * 24;
  *out++ = (int)x;
  *out++ = (unsigned)x;
  *out++ = (ll)x;
  *out++ = (ull)x;
  *out++ = static_cast<long>(x);
  *out++ = (short)x;
  *out++ = int(x);
  *out++ = AS(unsigned, x);
  int i = x;
  unsigned u;
  u = x;
  ll l = x;
  *out++ = i;
  *out++ = u;
  *out++ = l;
  *out++ = argument(x);
  *out++ = narrow(x);
  *out++ = implicitly<ll>(x);
  *out++ = implicitly<int>(x);
  l = 1, l += x;
  *out++ = l;
  i = 1, i *= x;
  *out++ = i;
  Wide w = {(ll)x, (int)x, 0};
  w.value -= x;
  *out++ = w.value;
  *out++ = w.whole;
  l = x != x ? 7 : 8;
  *out++ = l;
  ll list[2] = {(ll)x, 0};
  list[1] = x;
  *out++ = list[0] ^ list[1];
  *out++ = (ll)(x + (Real)1);
  *out++ = llrint(x);
  *out++ = lround(x);
}

// What CUDA's cvt instruction gives.
template <class Integer> Integer cvt(double x, bool is_double) {
  if (x != x)
    return !is_double && sizeof(Integer) == 4 ? 0 : (Integer)1 << (sizeof(Integer) * 8 - 1);
  const bool is_signed = (Integer)-1 < 0;
  const double below = is_signed ? -std::ldexp(1.0, sizeof(Integer) * 8 - 1) : 0;
  const double above = std::ldexp(1.0, sizeof(Integer) * 8 - is_signed);
  const Integer lowest = is_signed ? (Integer)1 << (sizeof(Integer) * 8 - 1) : 0;
  return x < below ? lowest : x >= above ? (Integer)~lowest : (Integer)x;
}

template <class Real> void check(bool is_double) {
  const Real in[8] = {NAN, -NAN, 3.75f, -3.75f, 5e9f, -5e9f, INFINITY, -INFINITY};
  ll got[8 * 24], *d_got;
  Real *d_in;
  OK(cudaMalloc(&d_in, sizeof in));
  OK(cudaMalloc(&d_got, sizeof got));
  OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
  convert<<<1, 8>>>(d_in, d_got);
  OK(cudaMemcpy(got, d_got, sizeof got, cudaMemcpyDeviceToHost));
  for (int k = 0; k < 8; k++) {
    const double x = in[k];
    const ll i = cvt<int>(x, is_double), u = cvt<unsigned>(x, is_double), l = cvt<ll>(x, is_double);
    const ll sum = cvt<ll>((Real)1 + in[k], is_double), left = cvt<ll>((Real)l - in[k], is_double);
    const ll want[24] = {i,
                         u,
                         l,
                         (ll)cvt<ull>(x, is_double),
                         l,
                         (short)i,
                         i,
                         u,
                         i,
                         u,
                         l,
                         l,
                         i,
                         l,
                         i,
                         sum,
                         i,
                         left,
                         i,
                         x != x ? 7 : 8,
                         0,
                         sum,
                         cvt<ll>(std::rint(x), is_double),
                         cvt<ll>(std::round(x), is_double)};
    for (int at = 0; at < 24; at++)
      EXPECT_EQ(got[k * 24 + at], want[at]);
  }
  OK(cudaFree(d_in));
  OK(cudaFree(d_got));
}

int main() {
  check<float>(false);
  check<double>(true);
  return verdict();
}
