// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CUDA's numbers of 8 bits (cuda_fp8.h) for host code.
#ifndef CLRT_FP8_H
#define CLRT_FP8_H
#include "clrt/bfloat16.h"
#include "clrt/half.h"
#include "clrt/names_begin.h"

#include "clrt/fp8_api.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

#undef CLRT_F16_FROM
#undef CLRT_F16_TO
#define CLRT_F16_FROM(T, Type, Function) explicit T(Type a);
#define CLRT_F16_TO(T, Type, Function) explicit operator Type() const;
#define CLRT_FP8_FROM_2(T, Type, Function) T(Type low, Type high);
#define CLRT_FP8_CLASSES(T, X2, X4, N)                                                             \
  struct T {                                                                                       \
    __nv_fp8_storage_t __x;                                                                        \
    T() = default;                                                                                 \
    CLRT_FP8_CONVERSIONS(T, N)                                                                     \
  };                                                                                               \
  struct X2 {                                                                                      \
    __nv_fp8x2_storage_t __x;                                                                      \
    X2() = default;                                                                                \
    CLRT_FP8_CONVERSIONS_2(X2, N)                                                                  \
  };                                                                                               \
  struct X4 {                                                                                      \
    __nv_fp8x4_storage_t __x;                                                                      \
    X4() = default;                                                                                \
    CLRT_FP8_CONVERSIONS_4(X4, N)                                                                  \
  };                                                                                               \
  namespace clrt {                                                                                 \
  namespace float16 {                                                                              \
  typedef T clrt_##N;                                                                              \
  typedef X2 clrt_##N##x2;                                                                         \
  typedef X4 clrt_##N##x4;                                                                         \
  }                                                                                                \
  }
CLRT_FP8_CLASSES(__nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3, e4m3)
CLRT_FP8_CLASSES(__nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2, e5m2)
#undef CLRT_FP8_CLASSES
#undef CLRT_F16_FROM
#undef CLRT_F16_TO
#undef CLRT_FP8_FROM_2

namespace clrt {
namespace float16 {
#include "clrt/fp8_functions.h"
} // namespace float16
} // namespace clrt

#define CLRT_F16_FROM(T, Type, Function)                                                           \
  inline T::T(Type a) : __x(clrt::float16::Function(a).__x) {}
#define CLRT_F16_TO(T, Type, Function)                                                             \
  inline T::operator Type() const { return clrt::float16::Function(*this); }
#define CLRT_FP8_FROM_2(T, Type, Function)                                                         \
  inline T::T(Type low, Type high) : __x(clrt::float16::Function(low, high).__x) {}
#define CLRT_FP8_CALL(Result, Name, Type, Function)                                                \
  inline Result Name(Type a, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {         \
    return clrt::float16::Function(a, saturate, kind);                                             \
  }
#define CLRT_FP8_BACK(Result, Name, Type, Function)                                                \
  inline Result Name(Type a, __nv_fp8_interpretation_t kind) {                                     \
    return clrt::float16::Function(a, kind);                                                       \
  }
CLRT_FP8_CONVERSIONS(__nv_fp8_e4m3, e4m3)
CLRT_FP8_CONVERSIONS_2(__nv_fp8x2_e4m3, e4m3)
CLRT_FP8_CONVERSIONS_4(__nv_fp8x4_e4m3, e4m3)
CLRT_FP8_CONVERSIONS(__nv_fp8_e5m2, e5m2)
CLRT_FP8_CONVERSIONS_2(__nv_fp8x2_e5m2, e5m2)
CLRT_FP8_CONVERSIONS_4(__nv_fp8x4_e5m2, e5m2)
CLRT_FP8_FUNCTIONS

#include "clrt/names_end.h"
#endif
