// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What CUDA's headers give to host C++ code: the standard headers below, min and max in the global
// namespace with CUDA's overloads, and a few functions. Nothing that the C library of the system
// already declares is repeated.

#ifndef CLRT_HOST_MATH_H
#define CLRT_HOST_MATH_H
#include "names_begin.h"
#ifdef __cplusplus

#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <limits>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Newer C libraries bring some of the functions themselves.
#if defined(__GLIBC__) && defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 41)
#define CLRT_LIBC_HAS_SINPI
#endif
#if __GLIBC_PREREQ(2, 42)
#define CLRT_LIBC_HAS_RSQRT
#endif
#endif

// Mixed signs compare as the usual arithmetic conversions say. Names in parentheses: a user's macro
// min(a, b) stays out.
#define CLRT_MIN_MAX(R, A, B)                                                                      \
  inline R(min)(A a, B b) {                                                                        \
    return static_cast<R>(a) < static_cast<R>(b) ? static_cast<R>(a) : static_cast<R>(b);          \
  }                                                                                                \
  inline R(max)(A a, B b) {                                                                        \
    return static_cast<R>(a) > static_cast<R>(b) ? static_cast<R>(a) : static_cast<R>(b);          \
  }
CLRT_MIN_MAX(int, int, int)
CLRT_MIN_MAX(unsigned, unsigned, unsigned)
CLRT_MIN_MAX(unsigned, int, unsigned)
CLRT_MIN_MAX(unsigned, unsigned, int)
CLRT_MIN_MAX(long, long, long)
CLRT_MIN_MAX(unsigned long, unsigned long, unsigned long)
CLRT_MIN_MAX(unsigned long, long, unsigned long)
CLRT_MIN_MAX(unsigned long, unsigned long, long)
CLRT_MIN_MAX(long long, long long, long long)
CLRT_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
CLRT_MIN_MAX(unsigned long long, long long, unsigned long long)
CLRT_MIN_MAX(unsigned long long, unsigned long long, long long)
#undef CLRT_MIN_MAX
// A NaN loses, as in CUDA.
inline float(min)(float a, float b) { return fminf(a, b); }
inline float(max)(float a, float b) { return fmaxf(a, b); }
inline double(min)(double a, double b) { return fmin(a, b); }
inline double(max)(double a, double b) { return fmax(a, b); }
inline double(min)(float a, double b) { return fmin(static_cast<double>(a), b); }
inline double(max)(float a, double b) { return fmax(static_cast<double>(a), b); }
inline double(min)(double a, float b) { return fmin(a, static_cast<double>(b)); }
inline double(max)(double a, float b) { return fmax(a, static_cast<double>(b)); }

inline unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
inline unsigned umax(unsigned a, unsigned b) { return a > b ? a : b; }
inline long long llmin(long long a, long long b) { return a < b ? a : b; }
inline long long llmax(long long a, long long b) { return a > b ? a : b; }
inline unsigned long long ullmin(unsigned long long a, unsigned long long b) {
  return a < b ? a : b;
}
inline unsigned long long ullmax(unsigned long long a, unsigned long long b) {
  return a > b ? a : b;
}

namespace clrt {
namespace detail {
// sin(pi x) and cos(pi x) with the argument reduced exactly first. The quadrant is that of 2 x.
inline void sincospi(double x, double *s, double *c) {
  double quadrant = nearbyint(fmod(x, 2.0) * 2.0),
         r = (fmod(x, 2.0) - quadrant * 0.5) * 3.14159265358979323846;
  double sr = r == 0 ? r : sin(r), cr = cos(r);
  switch (static_cast<int>(quadrant) & 3) {
  case 0:
    *s = sr, *c = cr;
    break;
  case 1:
    *s = cr, *c = -sr;
    break;
  case 2:
    *s = -sr, *c = -cr;
    break;
  default:
    *s = -cr, *c = sr;
    break;
  }
  if (!isfinite(x))
    *s = *c = x - x;
}
// The x with erfc(x) = y, 0 < y < 2: Newton (Halley's form) on erfc from the tail's leading term.
inline double erfcinv(double y) {
  if (!(y >= 0 && y <= 2))
    return nan("");
  if (y == 0 || y == 2)
    return y == 0 ? HUGE_VAL : -HUGE_VAL;
  double tail = y < 1 ? y : 2 - y, t = sqrt(-2 * log(tail / 2));
  double x =
      tail > 0.5 ? (1 - tail) * 0.886226925452758 : (t - log(t + 1) / (t + 1)) * 0.707106781186548;
  for (int i = 0; i < 8; ++i) {
    double f = erfc(x) - tail, d = -1.1283791670955126 * exp(-x * x), step = f / (d + f * x);
    x -= step;
    if (fabs(step) <= 1e-16 * fabs(x))
      break;
  }
  return y < 1 ? x : -x;
}
inline double erfinv(double y) {
  if (fabs(y) > 0.5 || !(fabs(y) <= 1))
    return fabs(y) <= 1 ? erfcinv(1 - y) : nan("");
  double x = y * 0.886226925452758;
  for (int i = 0; i < 12; ++i) {
    double f = erf(x) - y, step = f / (1.1283791670955126 * exp(-x * x) + f * x);
    x -= step;
    if (fabs(step) <= 1e-17)
      break;
  }
  return x;
}
// exp(x^2) erfc(x); beyond 25 its asymptotic series, where erfc alone would vanish.
inline double erfcx(double x) {
  if (x < 25)
    return exp(x * x) * erfc(x);
  double q = 1 / (x * x);
  return 0.56418958354775629 / x * (1 - q * (0.5 - q * (0.75 - q * 1.875)));
}
} // namespace detail
} // namespace clrt

#ifndef CLRT_LIBC_HAS_RSQRT
inline double rsqrt(double x) { return 1.0 / sqrt(x); }
inline float rsqrtf(float x) { return static_cast<float>(1.0 / sqrt(static_cast<double>(x))); }
#endif
inline float rsqrt(float x) { return static_cast<float>(1.0 / sqrt(static_cast<double>(x))); }
#ifndef CLRT_LIBC_HAS_SINPI
inline double sinpi(double x) {
  double s, c;
  clrt::detail::sincospi(x, &s, &c);
  return s;
}
inline double cospi(double x) {
  double s, c;
  clrt::detail::sincospi(x, &s, &c);
  return c;
}
inline float sinpif(float x) { return static_cast<float>(sinpi(static_cast<double>(x))); }
inline float cospif(float x) { return static_cast<float>(cospi(static_cast<double>(x))); }
#endif
inline void sincospi(double x, double *s, double *c) { clrt::detail::sincospi(x, s, c); }
inline void sincospif(float x, float *s, float *c) {
  *s = sinpif(x);
  *c = cospif(x);
}

// NAME for double, NAMEf for float computed in double.
#define CLRT_DOUBLE_AND_FLOAT(NAME, EXPRESSION)                                                    \
  inline double NAME(double x) { return EXPRESSION; }                                              \
  inline float NAME##f(float x) { return static_cast<float>(NAME(static_cast<double>(x))); }
CLRT_DOUBLE_AND_FLOAT(rcbrt, 1.0 / cbrt(x))
CLRT_DOUBLE_AND_FLOAT(erfinv, clrt::detail::erfinv(x))
CLRT_DOUBLE_AND_FLOAT(erfcinv, clrt::detail::erfcinv(x))
CLRT_DOUBLE_AND_FLOAT(erfcx, clrt::detail::erfcx(x))
CLRT_DOUBLE_AND_FLOAT(normcdf, 0.5 * erfc(-0.70710678118654752 * x))
CLRT_DOUBLE_AND_FLOAT(normcdfinv, -1.4142135623730950 * clrt::detail::erfcinv(2 * x))
#undef CLRT_DOUBLE_AND_FLOAT

inline double norm3d(double a, double b, double c) { return hypot(hypot(a, b), c); }
inline double norm4d(double a, double b, double c, double d) {
  return hypot(hypot(a, b), hypot(c, d));
}
inline double rhypot(double a, double b) { return 1.0 / hypot(a, b); }
inline double rnorm3d(double a, double b, double c) { return 1.0 / norm3d(a, b, c); }
inline double rnorm4d(double a, double b, double c, double d) { return 1.0 / norm4d(a, b, c, d); }
inline float norm3df(float a, float b, float c) { return static_cast<float>(norm3d(a, b, c)); }
inline float norm4df(float a, float b, float c, float d) {
  return static_cast<float>(norm4d(a, b, c, d));
}
inline float rhypotf(float a, float b) { return static_cast<float>(rhypot(a, b)); }
inline float rnorm3df(float a, float b, float c) { return static_cast<float>(rnorm3d(a, b, c)); }
inline float rnorm4df(float a, float b, float c, float d) {
  return static_cast<float>(rnorm4d(a, b, c, d));
}

#endif

#include "names_end.h"

#endif
