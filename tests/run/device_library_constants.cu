// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Constants of the C library in device code, by themselves and in the bodies of macros, have the
// host's values and types.
#include "check.h"
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <math_constants.h>

#define TWO_PI (2 * M_PI)
#define BIG (LLONG_MAX - 1)
#define HALF_RANDOM (RAND_MAX / 2)
#define NEVER INFINITY
#define CLAMPED(v) ((v) > UINT32_MAX ? UINT32_MAX : (v))
#define WIDE INT64_C(5)
#define SIZE(x) sizeof(x) * 100 + sizeof((x) + 0)
#undef FLT_MIN
#define FLT_MIN 0.5f

#define DOUBLES(X)                                                                                 \
  X(M_E) X(M_LOG2E) X(M_LOG10E) X(M_LN2) X(M_LN10) X(M_PI) X(M_PI_2) X(M_PI_4) X(M_1_PI) X(M_2_PI)  \
  X(M_2_SQRTPI) X(M_SQRT2) X(M_SQRT1_2) X(DBL_MAX) X(DBL_MIN) X(DBL_EPSILON) X(FLT_MAX) X(FLT_MIN)  \
  X(FLT_EPSILON) X(INFINITY) X(-HUGE_VALF) X(HUGE_VAL) X(TWO_PI) X(NEVER) X(M_PI * INT_MAX)         \
  X(1 / M_PI) X((float)M_PI) X(DBL_DIG) X(DBL_MAX_EXP) X(DBL_MIN_10_EXP) X(FLT_DIG) X(FLT_MIN_EXP)
#define INTEGERS(X)                                                                                \
  X(CHAR_BIT) X(CHAR_MAX) X(SCHAR_MIN) X(UCHAR_MAX) X(SHRT_MIN) X(USHRT_MAX) X(INT_MAX) X(INT_MIN)  \
  X(UINT_MAX) X(LONG_MAX) X(LONG_MIN) X(ULONG_MAX) X(LLONG_MAX) X(LLONG_MIN) X(ULLONG_MAX)          \
  X(INT8_MIN) X(UINT8_MAX) X(INT16_MIN) X(UINT16_MAX) X(INT32_MAX) X(INT32_MIN) X(UINT32_MAX)       \
  X(INT64_MAX) X(INT64_MIN) X(UINT64_MAX) X(SIZE_MAX) X(RAND_MAX) X(BIG) X(HALF_RANDOM) X(WIDE)     \
  X(CLAMPED(SIZE_MAX)) X(SIZE(UINT8_MAX)) X(SIZE(UINT32_MAX)) X(SIZE(M_PI)) X(SIZE(FLT_MAX))        \
  X(SIZE(INT64_C(1))) X(SIZE(LLONG_MIN)) X(SIZE(INFINITY)) X(UINT32_MAX + 1) X(INT_MAX + 1u)
#define DOUBLE(v) *d++ = v;
#define INTEGER(v) *n++ = v;

__host__ __device__ void constants(double *d, unsigned long long *n) {
  DOUBLES(DOUBLE)
  INTEGERS(INTEGER)
  *d++ = M_PI;
  *d++ = NAN;
  *n++ = LLONG_MAX;
  *n++ = INT64_C(1) << 40;
}
__global__ void on_device(double *d, unsigned long long *n) { constants(d, n); }

// CUDA's own, which host code cannot use: some are functions of the device.
__global__ void cudas(double *d) {
  *d++ = CUDART_INF_F;
  *d++ = -CUDART_INF;
  *d++ = CUDART_NAN_F;
  *d++ = CUDART_NAN;
  *d++ = CUDART_MAX_NORMAL_F;
  *d++ = 1 / CUDART_NEG_ZERO_F;
  *d++ = 1 / CUDART_NEG_ZERO;
  *d++ = CUDART_PI_F;
  *d++ = CUDART_PI;
  *d++ = CUDART_MIN_DENORM;
  *d++ = sizeof(CUDART_PIO2_F) * 10 + sizeof(CUDART_PIO2);
  *d++ = CUDART_TWO_TO_32_F + CUDART_REMQUO_MASK_F;
}

static void check_cudas() {
  const double inf = INFINITY, want[] = {inf,
                                         -inf,
                                         NAN,
                                         NAN,
                                         FLT_MAX,
                                         -inf,
                                         -inf,
                                         3.141592654f,
                                         3.1415926535897931,
                                         4.9406564584124654e-324,
                                         48,
                                         4294967296.0};
  double got[12], *d;
  OK(cudaMalloc(&d, sizeof got));
  cudas<<<1, 1>>>(d);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 12; ++i)
    EXPECT(got[i] == want[i] || (std::isnan(got[i]) && std::isnan(want[i])));
  OK(cudaFree(d));
}

int main() {
  check_cudas();
  double expected[64] = {}, *d;
  unsigned long long numbers[64] = {}, *n;
  constants(expected, numbers);
  OK(cudaMalloc(&d, sizeof expected));
  OK(cudaMalloc(&n, sizeof numbers));
  OK(cudaMemset(d, 0, sizeof expected));
  OK(cudaMemset(n, 0, sizeof numbers));
  on_device<<<1, 1>>>(d, n);
  double doubles[64];
  unsigned long long integers[64];
  OK(cudaMemcpy(doubles, d, sizeof doubles, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(integers, n, sizeof integers, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 64; ++i) {
    EXPECT(doubles[i] == expected[i] || (doubles[i] != doubles[i] && expected[i] != expected[i]));
    EXPECT_EQ(integers[i], numbers[i]);
  }
  cudaFree(d);
  cudaFree(n);
  return verdict();
}
