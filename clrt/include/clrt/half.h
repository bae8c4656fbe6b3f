// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CUDA's half and half2 (cuda_fp16.h) for host code.
#ifndef CLRT_HALF_H
#define CLRT_HALF_H
#include "clrt/names_begin.h"

#include "clrt/float16.h"
#define CLRT_F16_DECLARED
#include "clrt/float16_define.h"
CLRT_F16_CLASSES(__half, half, __nv_bfloat16)
typedef __half half;
typedef __half2 half2;

namespace clrt {
namespace float16 {

inline float clrt_half_to_float(__half a) {
  uint sign = (a.x & 0x8000u) << 16, exponent = a.x >> 10 & 31u, digits = a.x & 0x3ffu;
  if (exponent == 0) // a multiple of 2^-24
    return as_float(sign | as_uint(static_cast<float>(digits) * 5.9604644775390625e-8f));
  return as_float(sign | (exponent == 31 ? 0x7f800000u : (exponent + 112) << 23) | digits << 13);
}

enum class rounding { nearest, zero, down, up };
inline __half round_to_half(float a, rounding mode) {
  uint size = as_uint(a) & 0x7fffffffu, exponent = size >> 23;
  bool negative = size != as_uint(a);
  bool away = mode == (negative ? rounding::down : rounding::up);
  __half h;
  h.x = negative ? 0x8000u : 0;
  if (size > 0x7f800000u) {
    h.x = 0x7fff;
  } else if (size >= 0x47800000u) { // 65536
    h.x |= away || mode == rounding::nearest || size == 0x7f800000u ? 0x7c00u : 0x7bffu;
  } else {
    // Below 2^-14, digits are lost at the front.
    bool small = exponent < 113;
    uint digits = !small ? size - (112u << 23) : (size & 0x7fffffu) | (exponent ? 1u << 23 : 0);
    uint shift = !small ? 13 : exponent < 101 ? 25 : 126 - exponent;
    uint kept = digits >> shift, rest = digits & ((1u << shift) - 1), middle = 1u << (shift - 1);
    if (mode == rounding::nearest)
      away = rest > middle || (rest == middle && (kept & 1));
    h.x |= static_cast<ushort>(kept + (away && rest != 0));
  }
  return h;
}
inline __half clrt_half_from_float_rn(float a) { return round_to_half(a, rounding::nearest); }
inline __half clrt_half_from_float_rz(float a) { return round_to_half(a, rounding::zero); }
inline __half clrt_half_from_float_rd(float a) { return round_to_half(a, rounding::down); }
inline __half clrt_half_from_float_ru(float a) { return round_to_half(a, rounding::up); }

#define H clrt_half
#define H2 clrt_half2
#define F(Name) clrt_half##Name
#define F2(Name) clrt_half2##Name
#define CLRT_F16_ONE 0x3c00u
#include "clrt/float16_functions.h"
#undef H
#undef H2
#undef F
#undef F2
#undef CLRT_F16_ONE

} // namespace float16
} // namespace clrt

#include "clrt/float16_define.h"
CLRT_F16_CONVERSIONS(__half, half)
CLRT_F16_FUNCTIONS(__half, half)
CLRT_F16_HALF_NAMES
#ifndef __CUDA_NO_HALF_OPERATORS__
CLRT_F16_OPERATORS(__half, half)
#endif
#ifndef __CUDA_NO_HALF2_OPERATORS__
CLRT_F16_PAIR_OPERATORS(__half, half)
#endif

#include "clrt/names_end.h"
#endif
