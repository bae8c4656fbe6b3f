// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CUDA's bfloat16 (cuda_bf16.h) for host code.
#ifndef CLRT_BFLOAT16_H
#define CLRT_BFLOAT16_H
#include "clrt/names_begin.h"

#include "clrt/half.h"
#define CLRT_F16_DECLARED
#include "clrt/float16_define.h"
CLRT_F16_CLASSES(__nv_bfloat16, bfloat16, __half)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

namespace clrt {
namespace float16 {
#include "clrt/bfloat16_functions.h"
} // namespace float16
} // namespace clrt

#include "clrt/float16_define.h"
CLRT_F16_CONVERSIONS(__nv_bfloat16, bfloat16)
CLRT_F16_FUNCTIONS(__nv_bfloat16, bfloat16)
CLRT_F16_BFLOAT16_NAMES
inline __half::__half(const __nv_bfloat16 &a) : __half(static_cast<float>(a)) {}
inline __nv_bfloat16::__nv_bfloat16(const __half &a) : __nv_bfloat16(static_cast<float>(a)) {}
#ifndef __CUDA_NO_BFLOAT16_OPERATORS__
CLRT_F16_OPERATORS(__nv_bfloat16, bfloat16)
#endif
#ifndef __CUDA_NO_BFLOAT162_OPERATORS__
CLRT_F16_PAIR_OPERATORS(__nv_bfloat16, bfloat16)
#endif

#include "clrt/names_end.h"
#endif
