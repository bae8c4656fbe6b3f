/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* What the types of 16 bits have in common, in the language that OpenCL C and C++ share: values
   rounded to float so that another rounding, to fewer digits, gives what one rounding would give.
   For that a float that is not exact gets an odd last bit ("round to odd"). */

#ifndef CLRT_FLOAT16_ROUNDING_H
#define CLRT_FLOAT16_ROUNDING_H

static inline bool clrt_f16_isnan(float a) { return (as_uint(a) & 0x7fffffffu) > 0x7f800000u; }

/* a / 2^by. */
static inline clrt_f16_ulong clrt_f16_shift_odd(clrt_f16_ulong a, int by) {
  return by > 63 ? a != 0 : a >> by | ((a >> by << by) != a);
}
static inline float clrt_f16_sticky(clrt_f16_ulong a) {
  if (a < 1u << 24)
    return (float)(uint)a;
  int more = 40 - (int)clz(a);
  return (float)(uint)clrt_f16_shift_odd(a, more) * as_float((uint)(127 + more) << 23);
}
static inline float clrt_f16_sticky_long(clrt_f16_long a) {
  return a < 0 ? -clrt_f16_sticky(-(clrt_f16_ulong)a) : clrt_f16_sticky((clrt_f16_ulong)a);
}
/* The neighbour of `near` on the side of the exact value, which is larger than it by something of
   the sign of `error`, if the last bit of `near` is even. */
static inline float clrt_f16_odd(float near, bool larger, bool smaller) {
  uint bits = as_uint(near), size = bits & 0x7fffffffu;
  if ((!larger && !smaller) || (bits & 1u) || size == 0 || size > 0x7f800000u)
    return near;
  return as_float(larger == !(bits >> 31) ? bits + 1 : bits - 1);
}

/* A finite float is digits times a power of 2. */
static inline clrt_f16_ulong clrt_f16_digits(float a) {
  uint bits = as_uint(a);
  return (bits & 0x7fffffu) | (bits & 0x7f800000u ? 1u << 23 : 0u);
}
static inline int clrt_f16_exponent(float a) {
  int exponent = (int)(as_uint(a) >> 23 & 255u);
  return (exponent ? exponent : 1) - 150;
}
/* a * b + c of finite numbers in integers, a and b not 0. The highest digit of both summands goes
   to bit 61; the one that has the smaller unit keeps there that it had more. */
static inline float clrt_f16_long_fma(float a, float b, float c) {
  clrt_f16_ulong product = clrt_f16_digits(a) * clrt_f16_digits(b), other = clrt_f16_digits(c);
  int up = (int)clz(product) - 2, unit = clrt_f16_exponent(a) + clrt_f16_exponent(b) - up;
  product <<= up;
  if (other) {
    up = (int)clz(other) - 2;
    int below = unit - (clrt_f16_exponent(c) - up);
    other <<= up;
    if (below >= 0) {
      other = clrt_f16_shift_odd(other, below);
    } else {
      product = clrt_f16_shift_odd(product, -below);
      unit -= below;
    }
  }
  uint sign = (as_uint(a) ^ as_uint(b)) & 0x80000000u;
  bool adds = sign == (as_uint(c) & 0x80000000u);
  clrt_f16_ulong sum = adds ? product + other : product > other ? product - other : other - product;
  if (!adds && product <= other)
    sign ^= 0x80000000u;
  if (sum == 0)
    return 0.0f;
  int more = 40 - (int)clz(sum);
  if (unit + more < -149)
    more = -149 - unit;
  unit += more;
  if (unit > 104)
    return as_float(sign | 0x7f800000u);
  sum = more < 0 ? sum << -more : clrt_f16_shift_odd(sum, more);
  return as_float(sign | ((uint)sum + ((uint)(unit + 149) << 23)));
}
/* The product of two numbers of 16 bits is exact in float, unless it lies at an end of the range.
 */
static inline float clrt_f16_sticky_fma(float a, float b, float c) {
  float product = a * b, sum = product + c, size = fabs(product);
  if ((as_uint(sum) & 0x7f800000u) == 0x7f800000u || !(size > 1e-30f && size < 1e38f)) {
    uint ends = 0x7f800000u;
    if ((as_uint(a) & ends) == ends || (as_uint(b) & ends) == ends || a == 0.0f || b == 0.0f)
      return sum;
    return (as_uint(c) & ends) == ends ? c : clrt_f16_long_fma(a, b, c);
  }
  float part = sum - product;
  float error = (product - (sum - part)) + (c - part);
  return clrt_f16_odd(sum, error > 0.0f, error < 0.0f);
}
#ifdef CLRT_F16_DOUBLE
static inline float clrt_f16_sticky_double(double a) {
  float near = (float)a;
  if ((as_uint(near) & 0x7fffffffu) ==
      0) /* less than any float: a number of 16 bits is 0 or the smallest, too */
    return a > 0.0 ? as_float(1u) : a < 0.0 ? as_float(0x80000001u) : near;
  return clrt_f16_odd(near, (double)near<a, (double)near> a);
}
#endif

/* To integers, of a float without digits after the point. */
static inline clrt_f16_long clrt_f16_clamp(float a, clrt_f16_long low, clrt_f16_long high) {
  return clrt_f16_isnan(a) ? 0 : a <= (float)low ? low : a >= (float)high ? high : (clrt_f16_long)a;
}
/* Of 64 bits; a NaN has only the highest. */
static inline clrt_f16_long clrt_f16_to_long(float a) {
  clrt_f16_long least = -0x7fffffffffffffff - 1;
  return clrt_f16_isnan(a) || a < -9.2233720368547758e18f ? least
         : a >= 9.2233720368547758e18f                    ? 0x7fffffffffffffff
                                                          : (clrt_f16_long)a;
}
static inline clrt_f16_ulong clrt_f16_to_ulong(float a) {
  return clrt_f16_isnan(a)             ? 0x8000000000000000u
         : a <= 0.0f                   ? 0u
         : a >= 1.8446744073709552e19f ? 0xffffffffffffffffu
                                       : (clrt_f16_ulong)a;
}

#endif
