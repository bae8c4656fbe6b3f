// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CUDA's overloads of min and max, and its integer intrinsics.
#pragma once
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <math.h>

#define SHIM_PAIR(T, A, B)                                                                         \
  inline T min(A a, B b) { return (T)b < (T)a ? (T)b : (T)a; }                                     \
  inline T max(A a, B b) { return (T)a < (T)b ? (T)b : (T)a; }
#define SHIM_INTEGERS(S, U) SHIM_PAIR(S, S, S) SHIM_PAIR(U, U, U) SHIM_PAIR(U, S, U) SHIM_PAIR(U, U, S)
SHIM_INTEGERS(int, unsigned)
SHIM_INTEGERS(long, unsigned long)
SHIM_INTEGERS(long long, unsigned long long)
SHIM_PAIR(float, float, float)
SHIM_PAIR(double, double, double)
SHIM_PAIR(double, float, double)
SHIM_PAIR(double, double, float)
#undef SHIM_INTEGERS
#undef SHIM_PAIR
inline unsigned umin(unsigned a, unsigned b) { return min(a, b); }
inline unsigned umax(unsigned a, unsigned b) { return max(a, b); }
inline long long llmin(long long a, long long b) { return min(a, b); }
inline long long llmax(long long a, long long b) { return max(a, b); }

inline int __popc(unsigned v) { return __builtin_popcount(v); }
inline int __popcll(unsigned long long v) { return __builtin_popcountll(v); }
inline int __clz(int v) { return v ? __builtin_clz(v) : 32; }
inline int __clzll(long long v) { return v ? __builtin_clzll(v) : 64; }
inline int __ffs(int v) { return __builtin_ffs(v); }
inline int __ffsll(long long v) { return __builtin_ffsll(v); }
inline unsigned __brev(unsigned v) { return __builtin_bitreverse32(v); }
inline unsigned long long __brevll(unsigned long long v) { return __builtin_bitreverse64(v); }
inline int __mulhi(int a, int b) { return (int)((long long)a * b >> 32); }
inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)((unsigned long long)a * b >> 32); }
inline int __mul24(int a, int b) { return ((int)((unsigned)a << 8) >> 8) * ((int)((unsigned)b << 8) >> 8); }
inline int __hadd(int a, int b) { return (int)(((long long)a + b) >> 1); }
inline int __rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }
inline unsigned __sad(int a, int b, unsigned c) {
  return c + (unsigned)(a < b ? (long long)b - a : (long long)a - b);
}
inline unsigned __byte_perm(unsigned a, unsigned b, unsigned s) {
  unsigned long long both = (unsigned long long)b << 32 | a;
  unsigned r = 0;
  for (int i = 0; i < 4; i++)
    r |= (unsigned)(both >> 8 * (s >> 4 * i & 7) & 255) << 8 * i;
  return r;
}
inline unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned n) {
  return (unsigned)(((unsigned long long)hi << 32 | lo) << (n & 31) >> 32);
}
inline int __float_as_int(float f) {
  int i;
  memcpy(&i, &f, 4);
  return i;
}
inline float __int_as_float(int i) {
  float f;
  memcpy(&f, &i, 4);
  return f;
}
inline int __float2int_rn(float f) { return (int)rintf(f); }
inline int __float2int_rz(float f) { return (int)f; }
inline int __float2int_rd(float f) { return (int)floorf(f); }
inline int __float2int_ru(float f) { return (int)ceilf(f); }
inline float __int2float_rn(int i) { return (float)i; }

// A floating-point value as CUDA's cvt instruction converts it: what is out of range becomes the nearest value, and narrow
// integers are cut off from those of 32 bits.
template <class T, class F> T shim_convert(F v) {
  if (sizeof(T) < 4)
    return (T)-1 < (T)0 ? (T)shim_convert<int>(v) : (T)shim_convert<unsigned>(v);
  constexpr T low = (T)-1 < (T)0 ? (T)1 << (sizeof(T) * 8 - 1) : 0, high = (T)~low;
  if (v != v)
    return sizeof(F) == 4 && sizeof(T) == 4 ? 0 : (T)1 << (sizeof(T) * 8 - 1);
  return v <= (F)low ? low : v >= std::ldexp((F)1, (int)sizeof(T) * 8 - ((T)-1 < (T)0)) ? high : (T)v;
}
template <> inline bool shim_convert<bool, float>(float v) { return v != 0; }
template <> inline bool shim_convert<bool, double>(double v) { return v != 0; }
