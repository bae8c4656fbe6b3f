// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What half.h and bfloat16.h have in common: CUDA's classes of 16 bits for host code, around the
// functions that kernels call, too.
#ifndef CLRT_FLOAT16_H
#define CLRT_FLOAT16_H
#include "clrt/names_begin.h"

#include "clrt/float16_api.h"
#include "clrt/vector_types.h"
#include <cmath>
#include <cstring>

namespace clrt {
namespace float16 {

// What the functions need of OpenCL C.
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef long long clrt_f16_long;
typedef unsigned long long clrt_f16_ulong;
#define CLRT_F16_DOUBLE
inline uint as_uint(float a) {
  uint bits;
  std::memcpy(&bits, &a, sizeof bits);
  return bits;
}
inline float as_float(uint bits) {
  float a;
  std::memcpy(&a, &bits, sizeof a);
  return a;
}
inline int clz(clrt_f16_ulong a) {
  int count = 64;
  for (; a != 0; a >>= 1)
    --count;
  return count;
}
using std::ceil;
using std::cos;
using std::exp;
using std::exp2;
using std::fabs;
using std::floor;
using std::fma;
using std::log;
using std::log10;
using std::log2;
using std::rint;
using std::sin;
using std::sqrt;
using std::tanh;
using std::trunc;
inline float exp10(float a) { return static_cast<float>(std::pow(10.0, static_cast<double>(a))); }
inline float rsqrt(float a) { return static_cast<float>(1.0 / std::sqrt(static_cast<double>(a))); }

#include "clrt/float16_rounding.h"

} // namespace float16
} // namespace clrt

struct __half;
struct __nv_bfloat16;
#define CLRT_F16_CLASSES(T, N, Other)                                                              \
  struct T##_raw {                                                                                 \
    unsigned short x;                                                                              \
  };                                                                                               \
  struct alignas(2) T {                                                                            \
    unsigned short x; /* the bits */                                                               \
    T() = default;                                                                                 \
    T(const T##_raw &raw) : x(raw.x) {}                                                            \
    explicit T(const Other &a);                                                                    \
    operator T##_raw() const {                                                                     \
      T##_raw raw = {x};                                                                           \
      return raw;                                                                                  \
    }                                                                                              \
    CLRT_F16_CONVERSIONS(T, N)                                                                     \
  };                                                                                               \
  struct alignas(4) T##2 {                                                                         \
    T x, y;                                                                                        \
    T##2() = default;                                                                              \
    T##2(const T &a, const T &b) : x(a), y(b) {}                                                   \
  };                                                                                               \
  namespace clrt {                                                                                 \
  namespace float16 {                                                                              \
  typedef T clrt_##N;                                                                              \
  typedef T##2 clrt_##N##2;                                                                        \
  }                                                                                                \
  }

#include "clrt/names_end.h"
#endif
