/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* What the types of 16 bits have in common, in the language that OpenCL C and C++ share: values rounded to float so
   that another rounding, to fewer digits, gives what one rounding would give. For that a float that is not exact gets
   an odd last bit ("round to odd"). */

#ifndef CLRT_FLOAT16_ROUNDING_H
#define CLRT_FLOAT16_ROUNDING_H

static inline bool clrt_f16_isnan(float a) { return (as_uint(a) & 0x7fffffffu) > 0x7f800000u; }

static inline float clrt_f16_sticky(clrt_f16_ulong a) {
  if (a < 1u << 24)
    return (float)(uint)a;
  int more = 40 - (int)clz(a);
  clrt_f16_ulong top = a >> more;
  top |= (top << more) != a;
  return (float)(uint)top * as_float((uint)(127 + more) << 23);
}
static inline float clrt_f16_sticky_long(clrt_f16_long a) {
  return a < 0 ? -clrt_f16_sticky(-(clrt_f16_ulong)a) : clrt_f16_sticky((clrt_f16_ulong)a);
}
/* The neighbour of `near` on the side of the exact value, which is larger than it by something of the sign of `error`,
   if the last bit of `near` is even. */
static inline float clrt_f16_odd(float near, bool larger, bool smaller) {
  uint bits = as_uint(near), size = bits & 0x7fffffffu;
  if ((!larger && !smaller) || (bits & 1u) || size == 0 || size > 0x7f800000u)
    return near;
  return as_float(larger == !(bits >> 31) ? bits + 1 : bits - 1);
}
static inline float clrt_f16_sticky_fma(float a, float b, float c) {
  float sum = fma(a, b, c);
  if ((as_uint(sum) & 0x7f800000u) == 0x7f800000u)
    return sum;
  /* Without rounding: the larger of the summands is near the sum. */
  float error = fabs(a * b) > fabs(c) ? fma(a, b, -sum) + c : fma(a, b, c - sum);
  return clrt_f16_odd(sum, error > 0.0f, error < 0.0f);
}
#ifdef CLRT_F16_DOUBLE
static inline float clrt_f16_sticky_double(double a) {
  float near = (float)a;
  if ((as_uint(near) & 0x7fffffffu) == 0) /* less than any float: a number of 16 bits is 0 or the smallest, too */
    return a > 0.0 ? as_float(1u) : a < 0.0 ? as_float(0x80000001u) : near;
  return clrt_f16_odd(near, (double)near < a, (double)near > a);
}
#endif

/* To integers, of a float without digits behind the point. */
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
  return clrt_f16_isnan(a)               ? 0x8000000000000000u
         : a <= 0.0f                     ? 0u
         : a >= 1.8446744073709552e19f ? 0xffffffffffffffffu
                                         : (clrt_f16_ulong)a;
}

#endif
