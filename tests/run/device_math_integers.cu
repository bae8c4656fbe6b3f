// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Math functions for integers and mixed types: C++'s overloads compute in double.
#include "check.h"
#include <cmath>

#define HD __host__ __device__

namespace mathint {
HD inline void probe(double *o, int t) {
  int i = t + 3;
  long long l = -5 - t;
  short s = t;
  unsigned u = t + 9;
  char ch = t;
  o[0] = sqrt(i);
  o[1] = pow(i, 2);
  o[2] = pow(2.0f, i);
  o[3] = hypot(3, 4);
  o[4] = std::sqrt(i);
  o[5] = std::pow(i, 2);
  o[6] = std::abs(l);
  o[7] = fmod(i, 2);
  o[8] = std::isnan(i);
  o[9] = std::floor(i);
  o[10] = exp(t);
  o[11] = std::pow(2.0f, 3);
  o[12] = fabs(i);
  o[13] = std::fmax(i, 2.5f);
  o[14] = std::hypot(3.0f, 4);
  o[15] = atan2(1, i);
}
} // namespace mathint

namespace mathint2 {
HD inline void probe(double *o, int t) {
  int i = t + 3;
  long long l = -5 - t;
  short s = t;
  unsigned u = t + 9;
  char ch = t;
  float f = i * 0.5f;
  double d = f;
  o[0] = pow(i, f);
  o[1] = std::pow(i, f);
  o[2] = pow(d, i);
  o[3] = abs(l);
  o[4] = std::abs(i);
  o[5] = std::abs(-f);
  o[6] = abs(-d);
  o[7] = std::fmod(i, 2);
  o[8] = std::isinf(s) + std::isfinite(u) * 2 + std::signbit(i) * 4;
  o[9] = ceil(u);
  o[10] = log(u);
  o[11] = std::log2(i);
  o[12] = cbrt(27);
  o[13] = fmin(i, s);
  o[14] = ldexp(i, 2) + std::ldexp(f, 1);
  o[15] = std::copysign(i, -1) + lround(i) + std::lround(f) + trunc(i) + round(i) + std::trunc(f);
}
} // namespace mathint2

namespace mathint3 {
template <class T> HD double all(T x) {
  using std::pow;
  using std::sqrt;
  return sqrt(x) + pow(x, 2) + std::floor(x) + std::exp2(x) + std::fdim(x, 1) +
         std::remainder(x, 2);
}
HD inline void probe(double *o, int t) {
  int i = t + 3;
  float f = i * 0.5f;
  o[0] = all(i);
  o[1] = all<short>(i);
  o[2] = all<double>(i);
  o[3] = sqrt(i * i);
  o[4] = sqrt((float)i) == sqrtf(i);
  int q;
  o[5] = frexp(i, &q);
  o[6] = q;
  o[7] = fma(i, 2, 3);
  o[8] = std::max(i, 2) + std::min(3.5, 2.5);
  o[9] = sqrt(4ll) + sqrt(4ul);
  o[10] = std::isnan(f) + isnan(f) + isnan(i * 1.0);
  o[11] = rint(i) + nearbyint(i) + logb(i) + ilogb(i);
  bool b = t;
  o[12] = sqrt(b);
  o[13] = pow(i, 3u);
  o[14] = std::nextafter(i, 9);
}
} // namespace mathint3

typedef void (*Part)(double *, int);

// Comparisons and classifications of integers, and of a float with a double: as doubles.
namespace mathint4 {
HD inline void probe(double *o, int t) {
  float f = 0.1f * t;
  double d = 0.1 * t;
  long long l = (1ll << 53) + t;
  o[0] = isgreater(f, d) + 2 * isless(f, d) + 4 * isgreaterequal(d, f) + 8 * islessequal(d, f);
  o[1] = islessgreater(f, d) + 2 * isunordered(f, d) + 4 * isunordered(t, f);
  o[2] = isgreater(t, 1) + 2 * isless(1u, t) + 4 * islessgreater(l, 9007199254740992.0);
  o[3] = isgreater(t, 1.5f) + 2 * isless(1.5, t) + 4 * std::isgreater(f, d);
  o[4] = isnan(t) + 2 * isfinite(l) + 4 * isinf(t) + 8 * signbit(t - 2) + 16 * isnormal(t);
  o[5] = fpclassify(t);
  float nan = t == 2 ? NAN : f;
  o[6] = isgreater(nan, d) + 2 * islessequal(nan, d) + 4 * isunordered(d, nan);
}
} // namespace mathint4

__global__ void parts(double *out, int part) {
  double *o = out + threadIdx.x * 16;
  int t = threadIdx.x;
  switch (part) {
  case 0:
    mathint::probe(o, t);
    break;
  case 1:
    mathint2::probe(o, t);
    break;
  case 2:
    mathint3::probe(o, t);
    break;
  case 3:
    mathint4::probe(o, t);
    break;
  }
}

int main() {
  const Part onHost[] = {mathint::probe, mathint2::probe, mathint3::probe,
                         mathint4::probe};
  double got[64], want[64], *d;
  OK(cudaMalloc(&d, sizeof got));
  for (int part = 0; part < 4; ++part) {
    OK(cudaMemset(d, 0, sizeof got));
    parts<<<1, 4>>>(d, part);
    OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
    memset(want, 0, sizeof want);
    for (int t = 0; t < 4; ++t)
      onHost[part](want + t * 16, t);
    for (int i = 0; i < 64; ++i)
      if (!(fabs(got[i] - want[i]) <= fabs(want[i]) * 1e-15)) {
        printf("part %d, thread %d, value %d\n", part, i / 16, i % 16);
        EXPECT_EQ(got[i], want[i]);
      }
  }
  OK(cudaFree(d));
  return verdict();
}
