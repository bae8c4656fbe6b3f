// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CUDA's vector types with their sizes and alignments.
#pragma once

#define SHIM_VECTORS(T, name, a2, a4)                                                              \
  struct name##1 { T x; };                                                                         \
  struct alignas(a2) name##2 { T x, y; };                                                          \
  struct name##3 { T x, y, z; };                                                                   \
  struct alignas(a4) name##4 { T x, y, z, w; };                                                    \
  inline name##1 make_##name##1(T x) { return {x}; }                                               \
  inline name##2 make_##name##2(T x, T y) { return {x, y}; }                                       \
  inline name##3 make_##name##3(T x, T y, T z) { return {x, y, z}; }                               \
  inline name##4 make_##name##4(T x, T y, T z, T w) { return {x, y, z, w}; }
SHIM_VECTORS(signed char, char, 2, 4)
SHIM_VECTORS(unsigned char, uchar, 2, 4)
SHIM_VECTORS(short, short, 4, 8)
SHIM_VECTORS(unsigned short, ushort, 4, 8)
SHIM_VECTORS(int, int, 8, 16)
SHIM_VECTORS(unsigned, uint, 8, 16)
SHIM_VECTORS(long long, longlong, 16, 16)
SHIM_VECTORS(unsigned long long, ulonglong, 16, 16)
SHIM_VECTORS(float, float, 8, 16)
SHIM_VECTORS(double, double, 16, 16)
#undef SHIM_VECTORS

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  operator uint3() const { return {x, y, z}; }
};
