/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* What CUDA computes with numbers of 16 bits, in the language that OpenCL C and C++ have in common.
   Included once for each type, without a guard: H is the type, H2 the pair of it, F(_name) and
   F2(_name) the names of their functions (the underscore keeps macros such as PoCL's abs and min
   apart), and CLRT_F16_ONE the bits of 1. F(_to_float) and F(_from_float_rn), _rz, _rd, _ru are
   there already. A device whose own instructions give the same bits has defined
   CLRT_F16_HAS_ARITHMETIC or CLRT_F16_HAS_PAIRS, and these functions itself.

   Sums, products, quotients and roots are computed in float and rounded once more: float has more
   than twice the digits and two, so that the result is the one that is rounded once. Every NaN that
   comes out of a computation has the bits 0x7fff, as on NVIDIA's devices. */

#define CLRT_F16_NAN 0x7fffu
#define CLRT_F16_SIGN 0x8000u

static inline H F(_from_bits)(uint bits) {
  H h;
  h.x = (ushort)bits;
  return h;
}
static inline ushort F(_bits)(H a) { return a.x; }
static inline short F(_short_bits)(H a) { return (short)a.x; }
static inline H F(_from_float)(float a) { return F(_from_float_rn)(a); }
static inline H F(_same)(H a) { return a; }
static inline int F(_isnan)(H a) { return clrt_f16_isnan(F(_to_float)(a)); }
static inline H F(_one)(bool is) { return F(_from_bits)(is ? CLRT_F16_ONE : 0u); }

/* Integers: what float cannot hold keeps a bit that says so. */
static inline H F(_from_int_rn)(int a) { return F(_from_float_rn)(clrt_f16_sticky_long(a)); }
static inline H F(_from_int_rz)(int a) { return F(_from_float_rz)(clrt_f16_sticky_long(a)); }
static inline H F(_from_int_rd)(int a) { return F(_from_float_rd)(clrt_f16_sticky_long(a)); }
static inline H F(_from_int_ru)(int a) { return F(_from_float_ru)(clrt_f16_sticky_long(a)); }
static inline H F(_from_uint_rn)(uint a) { return F(_from_float_rn)(clrt_f16_sticky(a)); }
static inline H F(_from_uint_rz)(uint a) { return F(_from_float_rz)(clrt_f16_sticky(a)); }
static inline H F(_from_uint_rd)(uint a) { return F(_from_float_rd)(clrt_f16_sticky(a)); }
static inline H F(_from_uint_ru)(uint a) { return F(_from_float_ru)(clrt_f16_sticky(a)); }
static inline H F(_from_long_rn)(clrt_f16_long a) {
  return F(_from_float_rn)(clrt_f16_sticky_long(a));
}
static inline H F(_from_long_rz)(clrt_f16_long a) {
  return F(_from_float_rz)(clrt_f16_sticky_long(a));
}
static inline H F(_from_long_rd)(clrt_f16_long a) {
  return F(_from_float_rd)(clrt_f16_sticky_long(a));
}
static inline H F(_from_long_ru)(clrt_f16_long a) {
  return F(_from_float_ru)(clrt_f16_sticky_long(a));
}
static inline H F(_from_ulong_rn)(clrt_f16_ulong a) {
  return F(_from_float_rn)(clrt_f16_sticky(a));
}
static inline H F(_from_ulong_rz)(clrt_f16_ulong a) {
  return F(_from_float_rz)(clrt_f16_sticky(a));
}
static inline H F(_from_ulong_rd)(clrt_f16_ulong a) {
  return F(_from_float_rd)(clrt_f16_sticky(a));
}
static inline H F(_from_ulong_ru)(clrt_f16_ulong a) {
  return F(_from_float_ru)(clrt_f16_sticky(a));
}
#ifdef CLRT_F16_DOUBLE
static inline H F(_from_double)(double a) { return F(_from_float_rn)(clrt_f16_sticky_double(a)); }
#endif

#define CLRT_F16_TO_INTEGERS(Mode, Round)                                                          \
  static inline char F(_to_char_##Mode)(H a) {                                                     \
    return (char)clrt_f16_clamp(Round(F(_to_float)(a)), -128, 127);                                \
  }                                                                                                \
  static inline uchar F(_to_uchar_##Mode)(H a) {                                                   \
    return (uchar)clrt_f16_clamp(Round(F(_to_float)(a)), 0, 255);                                  \
  }                                                                                                \
  static inline short F(_to_short_##Mode)(H a) {                                                   \
    return (short)clrt_f16_clamp(Round(F(_to_float)(a)), -32768, 32767);                           \
  }                                                                                                \
  static inline ushort F(_to_ushort_##Mode)(H a) {                                                 \
    return (ushort)clrt_f16_clamp(Round(F(_to_float)(a)), 0, 65535);                               \
  }                                                                                                \
  static inline int F(_to_int_##Mode)(H a) {                                                       \
    return (int)clrt_f16_clamp(Round(F(_to_float)(a)), -2147483647 - 1, 2147483647);               \
  }                                                                                                \
  static inline uint F(_to_uint_##Mode)(H a) {                                                     \
    return (uint)clrt_f16_clamp(Round(F(_to_float)(a)), 0, 4294967295u);                           \
  }                                                                                                \
  static inline clrt_f16_long F(_to_long_##Mode)(H a) {                                            \
    return clrt_f16_to_long(Round(F(_to_float)(a)));                                               \
  }                                                                                                \
  static inline clrt_f16_ulong F(_to_ulong_##Mode)(H a) {                                          \
    return clrt_f16_to_ulong(Round(F(_to_float)(a)));                                              \
  }
CLRT_F16_TO_INTEGERS(rn, rint)
CLRT_F16_TO_INTEGERS(rz, trunc)
CLRT_F16_TO_INTEGERS(rd, floor)
CLRT_F16_TO_INTEGERS(ru, ceil)
#undef CLRT_F16_TO_INTEGERS
/* C++ makes bool of -0 false, and of a NaN true. */
static inline int F(_to_bool)(H a) { return (a.x & 0x7fffu) != 0; }

/* Pairs. */
static inline H2 F2(_make)(H x, H y) {
  H2 p;
  p.x = x;
  p.y = y;
  return p;
}
static inline H2 F2(_same)(H2 a) { return a; }
static inline H2 F2(_twice)(H a) { return F2(_make)(a, a); }
static inline H2 F2(_swap)(H2 a) { return F2(_make)(a.y, a.x); }
static inline H2 F2(_lows)(H2 a, H2 b) { return F2(_make)(a.x, b.x); }
static inline H2 F2(_highs)(H2 a, H2 b) { return F2(_make)(a.y, b.y); }
static inline uint F2(_bits)(H2 a) { return a.x.x | (uint)a.y.x << 16; }
static inline H2 F2(_from_bits)(uint a) {
  return F2(_make)(F(_from_bits)(a), F(_from_bits)(a >> 16));
}
static inline H2 F2(_low_twice)(H2 a) { return F2(_make)(a.x, a.x); }
static inline H2 F2(_high_twice)(H2 a) { return F2(_make)(a.y, a.y); }
static inline float F2(_low_to_float)(H2 a) { return F(_to_float)(a.x); }
static inline float F2(_high_to_float)(H2 a) { return F(_to_float)(a.y); }
static inline H2 F2(_from_float)(float a) { return F2(_twice)(F(_from_float)(a)); }
static inline H F2(_low)(H2 a) { return a.x; }
static inline H F2(_high)(H2 a) { return a.y; }
#ifndef CLRT_F16_HAS_PAIRS
static inline H2 F2(_from_floats)(float x, float y) {
  return F2(_make)(F(_from_float)(x), F(_from_float)(y));
}
#endif
static inline H2 F2(_from_float2)(float2 a) { return F2(_from_floats)(a.x, a.y); }
static inline float2 F2(_to_float2)(H2 a) {
  float2 f;
  f.x = F(_to_float)(a.x);
  f.y = F(_to_float)(a.y);
  return f;
}

/* A function of one number or two, and the same for each part of a pair. `a` and `b` are floats in
 * Value. */
#define CLRT_F16_PAIR_1(Name)                                                                      \
  static inline H2 F2(Name)(H2 a) { return F2(_make)(F(Name)(a.x), F(Name)(a.y)); }
#define CLRT_F16_PAIR_2(Name)                                                                      \
  static inline H2 F2(Name)(H2 a, H2 b) { return F2(_make)(F(Name)(a.x, b.x), F(Name)(a.y, b.y)); }
#define CLRT_F16_PAIR_3(Name)                                                                      \
  static inline H2 F2(Name)(H2 a, H2 b, H2 c) {                                                    \
    return F2(_make)(F(Name)(a.x, b.x, c.x), F(Name)(a.y, b.y, c.y));                              \
  }
#define CLRT_F16_1(Name, Value)                                                                    \
  static inline H F(_##Name)(H h) {                                                                \
    float a = F(_to_float)(h);                                                                     \
    return F(_from_float_rn)(Value);                                                               \
  }                                                                                                \
  CLRT_F16_PAIR_1(_##Name)
#define CLRT_F16_2(Name, Value)                                                                    \
  static inline H F(_##Name)(H h, H k) {                                                           \
    float a = F(_to_float)(h), b = F(_to_float)(k);                                                \
    return F(_from_float_rn)(Value);                                                               \
  }                                                                                                \
  CLRT_F16_PAIR_2(_##Name)

#ifndef CLRT_F16_HAS_ARITHMETIC
CLRT_F16_2(add, a + b)
CLRT_F16_2(sub, a - b)
CLRT_F16_2(mul, a *b)
#endif
CLRT_F16_2(div, a / b)
CLRT_F16_1(sqrt, sqrt(a))
CLRT_F16_1(rsqrt, rsqrt(a))
CLRT_F16_1(rcp, 1.0f / a)
CLRT_F16_1(exp, exp(a))
CLRT_F16_1(exp2, exp2(a))
CLRT_F16_1(exp10, exp10(a))
CLRT_F16_1(log, log(a))
CLRT_F16_1(log2, log2(a))
CLRT_F16_1(log10, log10(a))
CLRT_F16_1(sin, sin(a))
CLRT_F16_1(cos, cos(a))
CLRT_F16_1(tanh, tanh(a))
CLRT_F16_1(floor, floor(a))
CLRT_F16_1(ceil, ceil(a))
CLRT_F16_1(trunc, trunc(a))
CLRT_F16_1(rint, rint(a))

#ifndef CLRT_F16_HAS_ARITHMETIC
static inline H F(_fma)(H a, H b, H c) {
  return F(_from_float_rn)(clrt_f16_sticky_fma(F(_to_float)(a), F(_to_float)(b), F(_to_float)(c)));
}
CLRT_F16_PAIR_3(_fma)
#endif

/* To 0..1; a NaN to 0. */
static inline H F(_saturate)(H h) {
  float a = F(_to_float)(h);
  return a > 0.0f ? (a < 1.0f ? h : F(_one)(true)) : F(_from_bits)(0u);
}
static inline H F(_relu)(H h) {
  return F(_isnan)(h) || F(_to_float)(h) > 0.0f ? h : F(_from_bits)(0u);
}
static inline H F(_add_sat)(H a, H b) { return F(_saturate)(F(_add)(a, b)); }
static inline H F(_sub_sat)(H a, H b) { return F(_saturate)(F(_sub)(a, b)); }
static inline H F(_mul_sat)(H a, H b) { return F(_saturate)(F(_mul)(a, b)); }
static inline H F(_fma_sat)(H a, H b, H c) { return F(_saturate)(F(_fma)(a, b, c)); }
static inline H F(_fma_relu)(H a, H b, H c) { return F(_relu)(F(_fma)(a, b, c)); }
CLRT_F16_PAIR_2(_add_sat)
CLRT_F16_PAIR_2(_sub_sat)
CLRT_F16_PAIR_2(_mul_sat)
CLRT_F16_PAIR_3(_fma_sat)
CLRT_F16_PAIR_3(_fma_relu)
/* The complex a * b + c. */
static inline H2 F2(_cmadd)(H2 a, H2 b, H2 c) {
  H x = F(_fma)(a.x, b.x, c.x), y = F(_fma)(a.x, b.y, c.y);
  H minus = F(_from_bits)(a.y.x ^ CLRT_F16_SIGN);
  return F2(_make)(F(_fma)(minus, b.y, x), F(_fma)(a.y, b.x, y));
}

static inline H F(_neg)(H a) { return F(_from_bits)(a.x ^ CLRT_F16_SIGN); }
static inline H F(_abs)(H a) { return F(_from_bits)(a.x & 0x7fffu); }
CLRT_F16_PAIR_1(_neg)
CLRT_F16_PAIR_1(_abs)

/* -0 is less than 0. Of a number and a NaN the number, or with _nan the NaN. */
#ifndef CLRT_F16_HAS_ARITHMETIC
static inline int F(_is_before)(H a, H b) {
  float x = F(_to_float)(a), y = F(_to_float)(b);
  return x < y || (x == y && (a.x & CLRT_F16_SIGN) > (b.x & CLRT_F16_SIGN));
}
static inline H F(_nan_of)(H a, H b) {
  return F(_from_bits)(F(_isnan)(a) ? (F(_isnan)(b) ? CLRT_F16_NAN : b.x) : a.x);
}
static inline H F(_min)(H a, H b) {
  return F(_isnan)(a) || F(_isnan)(b) ? F(_nan_of)(a, b) : F(_is_before)(b, a) ? b : a;
}
static inline H F(_max)(H a, H b) {
  return F(_isnan)(a) || F(_isnan)(b) ? F(_nan_of)(a, b) : F(_is_before)(a, b) ? b : a;
}
static inline H F(_min_nan)(H a, H b) {
  return F(_isnan)(a) || F(_isnan)(b) ? F(_from_bits)(CLRT_F16_NAN) : F(_min)(a, b);
}
static inline H F(_max_nan)(H a, H b) {
  return F(_isnan)(a) || F(_isnan)(b) ? F(_from_bits)(CLRT_F16_NAN) : F(_max)(a, b);
}
CLRT_F16_PAIR_2(_min)
CLRT_F16_PAIR_2(_max)
CLRT_F16_PAIR_2(_min_nan)
CLRT_F16_PAIR_2(_max_nan)
#endif

/* Comparisons: of the plain form each is false with a NaN, also ne; of the form with a u each is
   true. Of pairs there are 1 or 0 for each part, all bits or none, and whether both hold. */
#define CLRT_F16_COMPARISON(Name, Op)                                                              \
  static inline int F(_##Name)(H h, H k) {                                                         \
    float a = F(_to_float)(h), b = F(_to_float)(k);                                                \
    return !clrt_f16_isnan(a) && !clrt_f16_isnan(b) && a Op b;                                     \
  }                                                                                                \
  static inline int F(_##Name##u)(H h, H k) {                                                      \
    float a = F(_to_float)(h), b = F(_to_float)(k);                                                \
    return clrt_f16_isnan(a) || clrt_f16_isnan(b) || a Op b;                                       \
  }                                                                                                \
  CLRT_F16_COMPARED(_##Name)                                                                       \
  CLRT_F16_COMPARED(_##Name##u)
#define CLRT_F16_COMPARED(Name)                                                                    \
  static inline H2 F2(Name)(H2 a, H2 b) {                                                          \
    return F2(_make)(F(_one)(F(Name)(a.x, b.x)), F(_one)(F(Name)(a.y, b.y)));                      \
  }                                                                                                \
  static inline uint F2(Name##_mask)(H2 a, H2 b) {                                                 \
    return (F(Name)(a.x, b.x) ? 0xffffu : 0u) | (F(Name)(a.y, b.y) ? 0xffff0000u : 0u);            \
  }                                                                                                \
  static inline int F2(Name##_both)(H2 a, H2 b) { return F(Name)(a.x, b.x) && F(Name)(a.y, b.y); }
CLRT_F16_COMPARISON(eq, ==)
CLRT_F16_COMPARISON(ne, !=)
CLRT_F16_COMPARISON(lt, <)
CLRT_F16_COMPARISON(le, <=)
CLRT_F16_COMPARISON(gt, >)
CLRT_F16_COMPARISON(ge, >=)
static inline H2 F2(_isnan)(H2 a) {
  return F2(_make)(F(_one)(F(_isnan)(a.x)), F(_one)(F(_isnan)(a.y)));
}
static inline int F(_isinf)(H h) {
  float a = F(_to_float)(h);
  return a > 3.402823466e38f ? 1 : a < -3.402823466e38f ? -1 : 0;
}

static inline H F(_next)(H a) { return F(_add)(a, F(_one)(true)); }
static inline H F(_previous)(H a) { return F(_sub)(a, F(_one)(true)); }
CLRT_F16_PAIR_1(_next)
CLRT_F16_PAIR_1(_previous)

#undef CLRT_F16_NAN
#undef CLRT_F16_SIGN
#undef CLRT_F16_PAIR_1
#undef CLRT_F16_PAIR_2
#undef CLRT_F16_PAIR_3
#undef CLRT_F16_1
#undef CLRT_F16_2
#undef CLRT_F16_COMPARISON
#undef CLRT_F16_COMPARED
