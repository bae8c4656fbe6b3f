/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Numbers of 8 bits, in the language that OpenCL C and C++ have in common: from float and to it,
   all else by way of float. e4m3 has 4 bits of exponent and no infinity, e5m2 the upper bits of a
   half. The functions of float16_rounding.h and of both types of 16 bits are there already; a
   device with instructions for them has defined CLRT_FP8_HAS_CONVERSIONS, and these itself. */

#ifndef CLRT_FP8_FUNCTIONS_H
#define CLRT_FP8_FUNCTIONS_H

/* The number next to \p a, of two the even one. What is too large is the largest number if \p
   finite is set, else infinity, or a NaN where there is none. */
static inline uchar clrt_fp8_round(float a, bool finite, bool is_e5m2) {
  uint size = as_uint(a) & 0x7fffffffu, sign = as_uint(a) >> 24 & 0x80u, exponent = size >> 23;
  uint least = is_e5m2 ? 113 : 121, shift = is_e5m2 ? 21 : 20, most = is_e5m2 ? 0x7bu : 0x7eu;
  if (size > 0x7f800000u)
    return 0x7f;
  uint digits = size - ((least - 1) << 23);
  if (exponent < least) { /* digits are lost at the front */
    digits = (size & 0x7fffffu) | (exponent ? 1u << 23 : 0u);
    shift = exponent + 5 < least ? 26 : shift + least - exponent;
  }
  uint kept = digits >> shift, rest = digits & ((1u << shift) - 1), middle = 1u << (shift - 1);
  kept += rest > middle || (rest == middle && (kept & 1u));
  if (kept > most)
    kept = finite ? most : is_e5m2 ? 0x7cu : 0x7fu;
  return (uchar)(sign | kept);
}

#ifndef CLRT_FP8_HAS_CONVERSIONS
static inline ushort clrt_e4m3_pair(float x, float y) {
  return (ushort)(clrt_fp8_round(x, true, false) | clrt_fp8_round(y, true, false) << 8);
}
static inline ushort clrt_e5m2_pair(float x, float y) {
  return (ushort)(clrt_fp8_round(x, true, true) | clrt_fp8_round(y, true, true) << 8);
}
static inline float clrt_e4m3_value(uchar a) {
  uint sign = (a & 0x80u) << 24, exponent = a >> 3 & 15u, digits = a & 7u;
  if (exponent == 0) /* a multiple of 2^-9 */
    return as_float(sign | as_uint((float)digits * 0.001953125f));
  return as_float((a & 0x7fu) == 0x7fu ? 0x7fffffffu
                                       : sign | (exponent + 120) << 23 | digits << 20);
}
static inline float clrt_e5m2_value(uchar a) {
  uint sign = (a & 0x80u) << 24, exponent = a >> 2 & 31u, digits = a & 3u;
  if (exponent == 0) /* a multiple of 2^-16 */
    return as_float(sign | as_uint((float)digits * 1.52587890625e-5f));
  if (exponent == 31)
    return as_float(digits ? 0x7fffffffu : sign | 0x7f800000u);
  return as_float(sign | (exponent + 112) << 23 | digits << 21);
}
#endif

/* CUDA's functions of bits; the last argument is which number they are: 0 for e4m3, 1 for e5m2. */
static inline uchar clrt_fp8_bits_from_float(float a, int finite, int is_e5m2) {
  if (finite)
    return (uchar)(is_e5m2 ? clrt_e5m2_pair(a, 0.0f) : clrt_e4m3_pair(a, 0.0f));
  return clrt_fp8_round(a, false, is_e5m2 != 0);
}
#ifdef CLRT_F16_DOUBLE
static inline uchar clrt_fp8_bits_from_double(double a, int finite, int is_e5m2) {
  float near = clrt_f16_sticky_double(a);
  if (clrt_f16_isnan(near)) /* keeps its sign, and what there is room for */
    return (uchar)((as_uint(near) >> 24 & 0x80u) |
                   (is_e5m2 ? 0x7eu | (as_uint(near) >> 21 & 1u) : 0x7fu));
  return clrt_fp8_round(near, finite != 0, is_e5m2 != 0);
}
#endif
static inline uchar clrt_fp8_bits_from_half(clrt_half a, int finite, int is_e5m2) {
  return clrt_fp8_bits_from_float(clrt_half_to_float(a), finite, is_e5m2);
}
static inline uchar clrt_fp8_bits_from_bfloat16(clrt_bfloat16 a, int finite, int is_e5m2) {
  return clrt_fp8_bits_from_float(clrt_bfloat16_to_float(a), finite, is_e5m2);
}
static inline ushort clrt_fp8_bits_from_float2(float2 a, int finite, int is_e5m2) {
  return (ushort)(clrt_fp8_bits_from_float(a.x, finite, is_e5m2) |
                  clrt_fp8_bits_from_float(a.y, finite, is_e5m2) << 8);
}
static inline clrt_half clrt_fp8_bits_to_half(uchar a, int is_e5m2) {
  return clrt_half_from_float(is_e5m2 ? clrt_e5m2_value(a) : clrt_e4m3_value(a));
}

/* The classes: N is the type's name in clrt. */
#define CLRT_FP8_CLASS(N)                                                                          \
  static inline clrt_##N clrt_##N##_of(uchar bits) {                                               \
    clrt_##N a;                                                                                    \
    a.__x = bits;                                                                                  \
    return a;                                                                                      \
  }                                                                                                \
  static inline clrt_##N clrt_##N##_from_float(float a) {                                          \
    return clrt_##N##_of((uchar)clrt_##N##_pair(a, 0.0f));                                         \
  }                                                                                                \
  static inline clrt_##N clrt_##N##_from_half(clrt_half a) {                                       \
    return clrt_##N##_from_float(clrt_half_to_float(a));                                           \
  }                                                                                                \
  static inline clrt_##N clrt_##N##_from_bfloat16(clrt_bfloat16 a) {                               \
    return clrt_##N##_from_float(clrt_bfloat16_to_float(a));                                       \
  }                                                                                                \
  static inline float clrt_##N##_to_float(clrt_##N a) { return clrt_##N##_value(a.__x); }          \
  static inline clrt_half clrt_##N##_to_half(clrt_##N a) {                                         \
    return clrt_half_from_float(clrt_##N##_value(a.__x));                                          \
  }                                                                                                \
  static inline clrt_bfloat16 clrt_##N##_to_bfloat16(clrt_##N a) {                                 \
    return clrt_bfloat16_from_float(clrt_##N##_value(a.__x));                                      \
  }                                                                                                \
  CLRT_FP8_TO_INTEGER(N, char, char)                                                               \
  CLRT_FP8_TO_INTEGER(N, uchar, uchar)                                                             \
  CLRT_FP8_TO_INTEGER(N, short, short)                                                             \
  CLRT_FP8_TO_INTEGER(N, ushort, ushort)                                                           \
  CLRT_FP8_TO_INTEGER(N, int, int)                                                                 \
  CLRT_FP8_TO_INTEGER(N, uint, uint)                                                               \
  CLRT_FP8_TO_INTEGER(N, long, clrt_f16_long)                                                      \
  CLRT_FP8_TO_INTEGER(N, ulong, clrt_f16_ulong)                                                    \
  static inline int clrt_##N##_to_bool(clrt_##N a) { return (a.__x & 0x7fu) != 0; }                \
  static inline clrt_##N##x2 clrt_##N##x2_of(float x, float y) {                                   \
    clrt_##N##x2 a;                                                                                \
    a.__x = clrt_##N##_pair(x, y);                                                                 \
    return a;                                                                                      \
  }                                                                                                \
  static inline clrt_##N##x2 clrt_##N##x2_from_float2(float2 a) {                                  \
    return clrt_##N##x2_of(a.x, a.y);                                                              \
  }                                                                                                \
  static inline clrt_##N##x2 clrt_##N##x2_from_half2(clrt_half2 a) {                               \
    return clrt_##N##x2_of(clrt_half_to_float(a.x), clrt_half_to_float(a.y));                      \
  }                                                                                                \
  static inline clrt_##N##x2 clrt_##N##x2_from_bfloat162(clrt_bfloat162 a) {                       \
    return clrt_##N##x2_of(clrt_bfloat16_to_float(a.x), clrt_bfloat16_to_float(a.y));              \
  }                                                                                                \
  static inline float2 clrt_##N##x2_to_float2(clrt_##N##x2 a) {                                    \
    float2 f;                                                                                      \
    f.x = clrt_##N##_value((uchar)a.__x);                                                          \
    f.y = clrt_##N##_value((uchar)(a.__x >> 8));                                                   \
    return f;                                                                                      \
  }                                                                                                \
  static inline clrt_half2 clrt_##N##x2_to_half2(clrt_##N##x2 a) {                                 \
    return clrt_half2_from_float2(clrt_##N##x2_to_float2(a));                                      \
  }                                                                                                \
  static inline clrt_##N##x4 clrt_##N##x4_of(clrt_##N##x2 low, clrt_##N##x2 high) {                \
    clrt_##N##x4 a;                                                                                \
    a.__x = low.__x | (uint)high.__x << 16;                                                        \
    return a;                                                                                      \
  }                                                                                                \
  static inline clrt_##N##x4 clrt_##N##x4_from_float4(float4 a) {                                  \
    return clrt_##N##x4_of(clrt_##N##x2_of(a.x, a.y), clrt_##N##x2_of(a.z, a.w));                  \
  }                                                                                                \
  static inline clrt_##N##x4 clrt_##N##x4_from_half2s(clrt_half2 low, clrt_half2 high) {           \
    return clrt_##N##x4_of(clrt_##N##x2_from_half2(low), clrt_##N##x2_from_half2(high));           \
  }                                                                                                \
  static inline clrt_##N##x4 clrt_##N##x4_from_bfloat162s(clrt_bfloat162 low,                      \
                                                          clrt_bfloat162 high) {                   \
    return clrt_##N##x4_of(clrt_##N##x2_from_bfloat162(low), clrt_##N##x2_from_bfloat162(high));   \
  }                                                                                                \
  static inline float4 clrt_##N##x4_to_float4(clrt_##N##x4 a) {                                    \
    float4 f;                                                                                      \
    f.x = clrt_##N##_value((uchar)a.__x);                                                          \
    f.y = clrt_##N##_value((uchar)(a.__x >> 8));                                                   \
    f.z = clrt_##N##_value((uchar)(a.__x >> 16));                                                  \
    f.w = clrt_##N##_value((uchar)(a.__x >> 24));                                                  \
    return f;                                                                                      \
  }
#define CLRT_FP8_TO_INTEGER(N, Name, Type)                                                         \
  static inline Type clrt_##N##_to_##Name(clrt_##N a) {                                            \
    return clrt_half_to_##Name##_rz(clrt_##N##_to_half(a));                                        \
  }
CLRT_FP8_CLASS(e4m3)
CLRT_FP8_CLASS(e5m2)
#ifdef CLRT_F16_DOUBLE
#define CLRT_FP8_DOUBLE(N, Is)                                                                     \
  static inline clrt_##N clrt_##N##_from_double(double a) {                                        \
    return clrt_##N##_of(clrt_fp8_bits_from_double(a, true, Is));                                  \
  }                                                                                                \
  static inline double clrt_##N##_to_double(clrt_##N a) { return clrt_##N##_value(a.__x); }        \
  static inline clrt_##N##x2 clrt_##N##x2_from_double2(double2 a) {                                \
    clrt_##N##x2 b;                                                                                \
    b.__x = (ushort)(clrt_fp8_bits_from_double(a.x, true, Is) |                                    \
                     clrt_fp8_bits_from_double(a.y, true, Is) << 8);                               \
    return b;                                                                                      \
  }
CLRT_FP8_DOUBLE(e4m3, 0)
CLRT_FP8_DOUBLE(e5m2, 1)
#undef CLRT_FP8_DOUBLE
#endif
#undef CLRT_FP8_CLASS
#undef CLRT_FP8_TO_INTEGER

#endif
