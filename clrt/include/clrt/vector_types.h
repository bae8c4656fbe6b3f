/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* CUDA's vector types and dim3 for host code, in C and C++: names, sizes and alignments are CUDA's
 * (three components are packed, no alignment exceeds 16). */

#ifndef CLRT_VECTOR_TYPES_H
#define CLRT_VECTOR_TYPES_H
#include "names_begin.h"

#if defined(__GNUC__) || defined(__clang__)
#define CLRT_ALIGNED(N) __attribute__((aligned(N)))
#else
#define CLRT_ALIGNED(N) __declspec(align(N))
#endif

/* NAME1..NAME4 and make_NAME1..make_NAME4. A2 and A4: alignment of the two- and four-component
 * types. */
#define CLRT_VECTOR_TYPES(NAME, TYPE, A2, A4)                                                      \
  struct NAME##1 { TYPE x; };                                                                      \
  struct CLRT_ALIGNED(A2) NAME##2 { TYPE x, y; };                                                  \
  struct NAME##3 { TYPE x, y, z; };                                                                \
  struct CLRT_ALIGNED(A4) NAME##4 { TYPE x, y, z, w; };                                            \
  typedef struct NAME##1 NAME##1;                                                                  \
  typedef struct NAME##2 NAME##2;                                                                  \
  typedef struct NAME##3 NAME##3;                                                                  \
  typedef struct NAME##4 NAME##4;                                                                  \
  static inline NAME##1 make_##NAME##1(TYPE x) {                                                   \
    NAME##1 v;                                                                                     \
    v.x = x;                                                                                       \
    return v;                                                                                      \
  }                                                                                                \
  static inline NAME##2 make_##NAME##2(TYPE x, TYPE y) {                                           \
    NAME##2 v;                                                                                     \
    v.x = x, v.y = y;                                                                              \
    return v;                                                                                      \
  }                                                                                                \
  static inline NAME##3 make_##NAME##3(TYPE x, TYPE y, TYPE z) {                                   \
    NAME##3 v;                                                                                     \
    v.x = x, v.y = y, v.z = z;                                                                     \
    return v;                                                                                      \
  }                                                                                                \
  static inline NAME##4 make_##NAME##4(TYPE x, TYPE y, TYPE z, TYPE w) {                           \
    NAME##4 v;                                                                                     \
    v.x = x, v.y = y, v.z = z, v.w = w;                                                            \
    return v;                                                                                      \
  }
CLRT_VECTOR_TYPES(char, signed char, 2, 4)
CLRT_VECTOR_TYPES(uchar, unsigned char, 2, 4)
CLRT_VECTOR_TYPES(short, short, 4, 8)
CLRT_VECTOR_TYPES(ushort, unsigned short, 4, 8)
CLRT_VECTOR_TYPES(int, int, 8, 16)
CLRT_VECTOR_TYPES(uint, unsigned int, 8, 16)
CLRT_VECTOR_TYPES(long, long, 2 * sizeof(long), 16)
CLRT_VECTOR_TYPES(ulong, unsigned long, 2 * sizeof(long), 16)
CLRT_VECTOR_TYPES(longlong, long long, 16, 16)
CLRT_VECTOR_TYPES(ulonglong, unsigned long long, 16, 16)
CLRT_VECTOR_TYPES(float, float, 8, 16)
CLRT_VECTOR_TYPES(double, double, 16, 16)
#undef CLRT_VECTOR_TYPES
#undef CLRT_ALIGNED

#ifdef __cplusplus
struct dim3 {
  unsigned int x, y, z;
  constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  operator uint3() const { return make_uint3(x, y, z); }
};
#else
typedef struct dim3 {
  unsigned int x, y, z;
} dim3;
#endif

#include "names_end.h"

#endif
