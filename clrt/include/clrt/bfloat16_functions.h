/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* CUDA's bfloat16, in the language that OpenCL C and C++ have in common. clrt_bfloat16 and
 * clrt_bfloat162 are there. */

#ifndef CLRT_BFLOAT16_FUNCTIONS_H
#define CLRT_BFLOAT16_FUNCTIONS_H

static inline float clrt_bfloat16_to_float(clrt_bfloat16 a) { return as_float((uint)a.x << 16); }
/* The upper half of the bits, and one more if `up`. After the largest number is infinity. */
static inline clrt_bfloat16 clrt_bfloat16_upper(float a, bool up) {
  clrt_bfloat16 h;
  h.x = (ushort)(clrt_f16_isnan(a) ? 0x7fffu : (as_uint(a) >> 16) + up);
  return h;
}
#ifndef CLRT_F16_HAS_PAIRS
static inline clrt_bfloat16 clrt_bfloat16_from_float_rn(float a) {
  uint rest = as_uint(a) & 0xffffu, last = as_uint(a) >> 16 & 1u;
  return clrt_bfloat16_upper(a, rest + last > 0x8000u);
}
#endif
static inline clrt_bfloat16 clrt_bfloat16_from_float_rz(float a) {
  return clrt_bfloat16_upper(a, false);
}
static inline clrt_bfloat16 clrt_bfloat16_from_float_rd(float a) {
  return clrt_bfloat16_upper(a, (as_uint(a) >> 31) && (as_uint(a) & 0xffffu));
}
static inline clrt_bfloat16 clrt_bfloat16_from_float_ru(float a) {
  return clrt_bfloat16_upper(a, !(as_uint(a) >> 31) && (as_uint(a) & 0xffffu));
}

#define H clrt_bfloat16
#define H2 clrt_bfloat162
#define F(Name) clrt_bfloat16##Name
#define F2(Name) clrt_bfloat162##Name
#define CLRT_F16_ONE 0x3f80u
#include "float16_functions.h"
#undef H
#undef H2
#undef F
#undef F2
#undef CLRT_F16_ONE

#endif
