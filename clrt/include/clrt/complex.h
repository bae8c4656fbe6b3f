/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* CUDA's complex numbers (cuComplex.h) for host code, in C and C++. */

#ifndef CLRT_COMPLEX_H
#define CLRT_COMPLEX_H
#include "clrt/names_begin.h"

#include "clrt/vector_types.h"
#include <float.h>
#include <math.h>

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

/* float */
static inline cuFloatComplex make_cuFloatComplex(float r, float i) { return make_float2(r, i); }
static inline float cuCrealf(cuFloatComplex x) { return x.x; }
static inline float cuCimagf(cuFloatComplex x) { return x.y; }
static inline cuFloatComplex cuConjf(cuFloatComplex x) { return make_cuFloatComplex(x.x, -x.y); }
static inline cuFloatComplex cuCaddf(cuFloatComplex x, cuFloatComplex y) {
  return make_cuFloatComplex(x.x + y.x, x.y + y.y);
}
static inline cuFloatComplex cuCsubf(cuFloatComplex x, cuFloatComplex y) {
  return make_cuFloatComplex(x.x - y.x, x.y - y.y);
}
static inline cuFloatComplex cuCmulf(cuFloatComplex x, cuFloatComplex y) {
  return make_cuFloatComplex(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);
}
static inline cuFloatComplex cuCdivf(cuFloatComplex x, cuFloatComplex y) {
  float scale = 1.0f / (fabsf(y.x) + fabsf(y.y));
  float a = x.x * scale, b = x.y * scale, c = y.x * scale, d = y.y * scale;
  scale = 1.0f / (c * c + d * d);
  return make_cuFloatComplex((a * c + b * d) * scale, (b * c - a * d) * scale);
}
static inline float cuCabsf(cuFloatComplex x) {
  float a = fabsf(x.x), b = fabsf(x.y);
  float big = a > b ? a : b, small = a > b ? b : a, ratio = small / big;
  if (big == 0 || !(big <= FLT_MAX) || !(small <= FLT_MAX))
    return big + small;
  return big * sqrtf(1.0f + ratio * ratio);
}
static inline cuFloatComplex cuCfmaf(cuFloatComplex x, cuFloatComplex y, cuFloatComplex d) {
  return make_cuFloatComplex(x.x * y.x + d.x - x.y * y.y, x.x * y.y + d.y + x.y * y.x);
}

/* double */
static inline cuDoubleComplex make_cuDoubleComplex(double r, double i) {
  return make_double2(r, i);
}
static inline double cuCreal(cuDoubleComplex x) { return x.x; }
static inline double cuCimag(cuDoubleComplex x) { return x.y; }
static inline cuDoubleComplex cuConj(cuDoubleComplex x) { return make_cuDoubleComplex(x.x, -x.y); }
static inline cuDoubleComplex cuCadd(cuDoubleComplex x, cuDoubleComplex y) {
  return make_cuDoubleComplex(x.x + y.x, x.y + y.y);
}
static inline cuDoubleComplex cuCsub(cuDoubleComplex x, cuDoubleComplex y) {
  return make_cuDoubleComplex(x.x - y.x, x.y - y.y);
}
static inline cuDoubleComplex cuCmul(cuDoubleComplex x, cuDoubleComplex y) {
  return make_cuDoubleComplex(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);
}
static inline cuDoubleComplex cuCdiv(cuDoubleComplex x, cuDoubleComplex y) {
  double scale = 1.0 / (fabs(y.x) + fabs(y.y));
  double a = x.x * scale, b = x.y * scale, c = y.x * scale, d = y.y * scale;
  scale = 1.0 / (c * c + d * d);
  return make_cuDoubleComplex((a * c + b * d) * scale, (b * c - a * d) * scale);
}
static inline double cuCabs(cuDoubleComplex x) {
  double a = fabs(x.x), b = fabs(x.y);
  double big = a > b ? a : b, small = a > b ? b : a, ratio = small / big;
  if (big == 0 || !(big <= DBL_MAX) || !(small <= DBL_MAX))
    return big + small;
  return big * sqrt(1.0 + ratio * ratio);
}
static inline cuDoubleComplex cuCfma(cuDoubleComplex x, cuDoubleComplex y, cuDoubleComplex d) {
  return make_cuDoubleComplex(x.x * y.x + d.x - x.y * y.y, x.x * y.y + d.y + x.y * y.x);
}

static inline cuComplex make_cuComplex(float r, float i) { return make_float2(r, i); }
static inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x) {
  return make_float2((float)x.x, (float)x.y);
}
static inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x) {
  return make_double2(x.x, x.y);
}

#include "clrt/names_end.h"

#endif
