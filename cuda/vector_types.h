// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Vector types with CUDA's sizes and alignments.
#ifndef CU2CL_CUDA_VECTOR_TYPES_H
#define CU2CL_CUDA_VECTOR_TYPES_H

#include "host_defines.h"

// @vectors

#ifdef __cplusplus
struct dim3 {
  unsigned int x, y, z;
#if __cplusplus >= 201103L
  __cu2cl_both constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  __cu2cl_both constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __cu2cl_both constexpr operator uint3() const { return uint3{x, y, z}; }
#else
  __cu2cl_both dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  __cu2cl_both dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __cu2cl_both operator uint3() const { uint3 t = {x, y, z}; return t; }
#endif
};
#else
struct dim3 {
  unsigned int x, y, z;
};
#endif
typedef struct dim3 dim3;

#endif
