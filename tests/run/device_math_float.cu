// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The single-precision math functions over edge inputs, within the errors that the CUDA guide
// states (in ulp).
#include "check.h"
#include <cfloat>

// name, largest error in ulp
#define FUNCTIONS(F)                                                                               \
  F(sinf, 2)                                                                                       \
  F(cosf, 2)                                                                                       \
  F(tanf, 4) F(asinf, 4) F(acosf, 3) F(atanf, 3) F(sinhf, 4) F(coshf, 3) F(tanhf, 3) F(asinhf, 4)  \
      F(acoshf, 4) F(atanhf, 4) F(expf, 3) F(exp2f, 3) F(exp10f, 3) F(expm1f, 3) F(logf, 3)        \
          F(log2f, 3) F(log10f, 3) F(log1pf, 3) F(sqrtf, 0) F(rsqrtf, 2) F(cbrtf, 2) F(rcbrtf, 2)  \
              F(erff, 4) F(erfcf, 16) F(tgammaf, 16) F(lgammaf, 16) F(floorf, 0) F(ceilf, 0)       \
                  F(truncf, 0) F(roundf, 0) F(rintf, 0) F(nearbyintf, 0) F(fabsf, 0) F(sinpif, 2)  \
                      F(cospif, 2) F(logbf, 0) F(erfcxf, 6) F(normcdff, 8) F(erfinvf, 8)
#define FUNCTIONS2(F)                                                                              \
  F(powf, 16)                                                                                      \
  F(atan2f, 6)                                                                                     \
  F(hypotf, 4) F(fmodf, 0) F(remainderf, 0) F(fdimf, 0) F(copysignf, 0) F(fminf, 0) F(fmaxf, 0)    \
      F(nextafterf, 0) F(rhypotf, 4) F(fdividef, 2)

enum {
#define NAME(f, ulp) at_##f,
  FUNCTIONS(NAME) count1,
  FUNCTIONS2(NAME) count2
};

__global__ void unary(const float *in, float *out, int n) {
  int i = threadIdx.x;
#define CALL(f, ulp) out[at_##f * n + i] = f(in[i]);
  if (i < n) {
    FUNCTIONS(CALL)
  }
}
__global__ void binary(const float *a, const float *b, float *out, int n) {
  int i = threadIdx.x;
#define CALL2(f, ulp) out[at_##f * n + i] = f(a[i / 8], b[i % 8]);
  if (i < n * 1) {
    FUNCTIONS2(CALL2)
  }
}

static const double pi = 3.14159265358979323846;
static double reference(int f, double x) {
  switch (f) {
  case at_rsqrtf:
    return 1 / sqrt(x);
  case at_rcbrtf:
    return 1 / cbrt(x);
  case at_exp10f:
    return pow(10, x);
  case at_sinpif:
    return std::isinf(x) ? NAN : x == floor(x) ? copysign(0.0, x) : sin(pi * fmod(x, 2));
  case at_cospif:
    return std::isinf(x) ? NAN : x - 0.5 == floor(x) ? 0.0 : cos(pi * fmod(x, 2));
  case at_erfcxf:
    return exp(x * x) * erfc(x);
  case at_normcdff:
    return 0.5 * erfc(-x / sqrt(2.0));
#define PLAIN(g)                                                                                   \
  case at_##g##f:                                                                                  \
    return g(x);
    PLAIN(sin)
    PLAIN(cos)
    PLAIN(tan) PLAIN(asin) PLAIN(acos) PLAIN(atan) PLAIN(sinh) PLAIN(cosh) PLAIN(tanh) PLAIN(asinh)
        PLAIN(acosh) PLAIN(atanh) PLAIN(exp) PLAIN(exp2) PLAIN(expm1) PLAIN(log) PLAIN(log2)
            PLAIN(log10) PLAIN(log1p) PLAIN(sqrt) PLAIN(cbrt) PLAIN(erf) PLAIN(erfc) PLAIN(tgamma)
                PLAIN(lgamma) PLAIN(floor) PLAIN(ceil) PLAIN(trunc) PLAIN(round) PLAIN(rint)
                    PLAIN(nearbyint) PLAIN(fabs) PLAIN(logb)
  }
  return NAN; // erfinvf is checked through erf
}
static double reference2(int f, double x, double y) {
  switch (f) {
  case at_rhypotf:
    return 1 / hypot(x, y);
  case at_fdividef:
    return x / y;
  case at_nextafterf:
    return nextafterf((float)x, (float)y);
#define PLAIN2(g)                                                                                  \
  case at_##g##f:                                                                                  \
    return g(x, y);
    PLAIN2(pow)
    PLAIN2(atan2)
    PLAIN2(hypot) PLAIN2(fmod) PLAIN2(remainder) PLAIN2(fdim) PLAIN2(copysign) PLAIN2(fmin)
        PLAIN2(fmax)
  }
  return NAN;
}

static double ulp(double v) {
  float f = (float)std::fabs(v);
  return f < 1.17549435e-38f ? 1.4e-45 : (double)nextafterf(f, INFINITY) - f;
}
static void compare(float got, double want, int ulps, const char *name, double x, double y) {
  bool good = std::isnan(want) ? std::isnan(got)
              : std::isinf((float)want) || got == want
                  ? got == (float)want
                  : std::fabs(got - want) <= (ulps + 0.5) * ulp(want);
  if (!good) {
    printf("%s(%.9g, %.9g): got %.9g, expected %.9g\n", name, x, y, got, want);
    report_failure(name, __LINE__);
  }
}

/// The classes of numbers, with and without std.
__host__ __device__ int classes(float f, double d) {
  int of_float = (fpclassify(f) == FP_NAN) + 2 * (std::fpclassify(f) == FP_INFINITE) +
                 3 * (fpclassify(f) == FP_ZERO) + 4 * (fpclassify(f) == FP_SUBNORMAL) +
                 5 * (fpclassify(f) == FP_NORMAL);
  int of_double = fpclassify(d) * 10 + std::fpclassify(f) * 100;
  return of_float + of_double + 1000 * isnormal(f) + 2000 * (signbit(d) != 0) +
         4000 * isunordered(f, (float)d) + 8000 * isgreater(f, 0.5f) + 16000 * std::isfinite(d);
}
__global__ void classify(const float *f, const double *d, int *out) {
  out[threadIdx.x] = classes(f[threadIdx.x], d[threadIdx.x]);
}
void check_classes() {
  const float f[8] = {0, -0.0f, 1e-40f, -1e-45f, INFINITY, NAN, FLT_MIN, -FLT_MAX};
  const double d[8] = {-0.0, 1e-310, NAN, -INFINITY, 1, 2.3e-308, -1e300, 5e-324};
  float *df;
  double *dd;
  int out[8], *dout;
  OK(cudaMalloc(&df, sizeof f));
  OK(cudaMalloc(&dd, sizeof d));
  OK(cudaMalloc(&dout, sizeof out));
  OK(cudaMemcpy(df, f, sizeof f, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(dd, d, sizeof d, cudaMemcpyHostToDevice));
  classify<<<1, 8>>>(df, dd, dout);
  OK(cudaMemcpy(out, dout, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(out[i], classes(f[i], d[i]));
  OK(cudaFree(df));
  OK(cudaFree(dd));
  OK(cudaFree(dout));
}

int main() {
  check_classes();
  const float in[] = {0.0f,  -0.0f, 0.5f,    -0.5f,   1.0f,  -1.0f,    0.1f,      -0.9f,
                      2.5f,  -2.5f, 3.0f,    -7.25f,  10.0f, 30.5f,    1e-6f,     -1e-6f,
                      0.99f, 80.0f, -100.0f, 1000.0f, 1e10f, INFINITY, -INFINITY, NAN};
  const int n = sizeof in / sizeof in[0];
  static float out[count1 * n], *d_in, *d_out;
  OK(cudaMalloc(&d_in, sizeof in));
  OK(cudaMalloc(&d_out, sizeof out));
  OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
  unary<<<1, 32>>>(d_in, d_out, n);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
#define CHECK1(f, ulps)                                                                            \
  for (int i = 0; i < n && at_##f != at_erfinvf; i++) {                                            \
    bool far = at_##f == at_erfcxf && (in[i] < -2 || in[i] > 20);                                  \
    if (!far)                                                                                      \
      compare(out[at_##f * n + i], reference(at_##f, in[i]), ulps, #f, in[i], 0);                  \
  }
  FUNCTIONS(CHECK1)
  for (int i = 0; i < n; i++)
    if (std::fabs(in[i]) < 1)
      EXPECT_NEAR(std::erf((double)out[at_erfinvf * n + i]), in[i], 1e-6);

  const float a[8] = {0.0f, 1.0f, -2.0f, 7.5f, -3.25f, INFINITY, NAN, 1e-3f};
  const float b[8] = {0.0f, 2.0f, -1.0f, 0.3f, 100.5f, -INFINITY, NAN, 3.0f};
  static float out2[count2 * 64], *d_a, *d_b, *d_out2;
  OK(cudaMalloc(&d_a, sizeof a));
  OK(cudaMalloc(&d_b, sizeof b));
  OK(cudaMalloc(&d_out2, sizeof out2));
  OK(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice));
  binary<<<1, 64>>>(d_a, d_b, d_out2, 64);
  OK(cudaMemcpy(out2, d_out2, sizeof out2, cudaMemcpyDeviceToHost));
#define CHECK2(f, ulps)                                                                            \
  for (int i = 0; i < 64; i++)                                                                     \
    compare(out2[at_##f * 64 + i], reference2(at_##f, a[i / 8], b[i % 8]), ulps, #f, a[i / 8],     \
            b[i % 8]);
  FUNCTIONS2(CHECK2)
  OK(cudaFree(d_in));
  OK(cudaFree(d_out));
  OK(cudaFree(d_a));
  OK(cudaFree(d_b));
  OK(cudaFree(d_out2));
  return verdict();
}
