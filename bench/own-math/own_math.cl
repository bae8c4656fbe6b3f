// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "clrt/device/own_math.clh"

// Sums 16 results a step, as scalars and as a vector; the arguments lie in (-limit, limit).
#define MEASURE(F, ONE, SIXTEEN)                                                                   \
  __kernel void F##_one(__global float *out, int steps, float limit) {                             \
    float sums[16], x[16];                                                                         \
    for (int j = 0; j < 16; j++) {                                                                 \
      sums[j] = 0;                                                                                 \
      x[j] = limit * ((get_global_id(0) * 16 + j) % 509 / 255.0f - 1.0f);                          \
    }                                                                                              \
    for (int step = 0; step < steps; step++)                                                       \
      for (int j = 0; j < 16; j++) {                                                               \
        sums[j] += ONE(x[j]);                                                                      \
        x[j] *= 0.999f;                                                                            \
      }                                                                                            \
    for (int j = 0; j < 16; j++)                                                                   \
      out[get_global_id(0) * 16 + j] = sums[j];                                                    \
  }                                                                                                \
  __kernel void F##_sixteen(__global float *out, int steps, float limit) {                         \
    float first[16];                                                                               \
    for (int j = 0; j < 16; j++)                                                                   \
      first[j] = limit * ((get_global_id(0) * 16 + j) % 509 / 255.0f - 1.0f);                      \
    float16 x = vload16(0, first), sums = 0;                                                       \
    for (int step = 0; step < steps; step++) {                                                     \
      sums += SIXTEEN(x);                                                                          \
      x *= 0.999f;                                                                                 \
    }                                                                                              \
    vstore16(sums, get_global_id(0), out);                                                         \
  }

MEASURE(cos, cos, cos)
MEASURE(sin, sin, sin)
MEASURE(own_cos, own_cos, own_cos16)
MEASURE(own_sin, own_sin, own_sin16)
