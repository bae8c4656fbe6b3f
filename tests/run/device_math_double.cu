// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The double-precision math functions over ordinary inputs; names without suffix, as CUDA resolves
// them for doubles.
#include "check.h"

#define FUNCTIONS(F)                                                                               \
  F(sin)                                                                                           \
  F(cos)                                                                                           \
  F(tan) F(asin) F(acos) F(atan) F(sinh) F(cosh) F(tanh) F(asinh) F(acosh) F(atanh) F(exp) F(exp2) \
      F(expm1) F(log) F(log2) F(log10) F(log1p) F(sqrt) F(cbrt) F(erf) F(erfc) F(tgamma) F(lgamma) \
          F(floor) F(ceil) F(trunc) F(round) F(rint) F(fabs) F(logb)

enum {
#define NAME(f) at_##f,
  FUNCTIONS(NAME) count
};

struct Extra {
  double fma, pow, atan2, hypot, fmod, ldexp, scalbn, rsqrt, exp10, sinpi, min, max, nan, copysign,
      norm3d;
  double add_rn, mul_rz, div_ru, sqrt_rd;
  int ilogb;
  long long llrint, lround;
};

__global__ void functions(const double *in, double *out, Extra *extra, int n) {
  int i = threadIdx.x;
  double x = in[i], y = in[(i + 3) % n];
#define CALL(f) out[at_##f * n + i] = f(x);
  FUNCTIONS(CALL)
  Extra e;
  e.fma = fma(x, y, 0.5);
  e.pow = pow(fabs(x), y);
  e.atan2 = atan2(x, y);
  e.hypot = hypot(x, y);
  e.fmod = fmod(x, y);
  e.ldexp = ldexp(x, 3);
  e.scalbn = scalbn(x, -2);
  e.rsqrt = rsqrt(fabs(x));
  e.exp10 = exp10(x);
  e.sinpi = sinpi(x);
  e.min = min(x, y);
  e.max = fmax(x, y);
  e.nan = nan("");
  e.copysign = copysign(x, -y);
  e.norm3d = norm3d(x, y, 2.0);
  e.add_rn = __dadd_rn(x, y);
  e.mul_rz = __dmul_rz(x, 1.0);
  e.div_ru = __ddiv_ru(x, 1.0);
  e.sqrt_rd = __dsqrt_rd(x * x);
  e.ilogb = ilogb(x);
  e.llrint = llrint(x);
  e.lround = lround(x);
  extra[i] = e;
}

static void compare(double got, double want, double ulps, const char *name, double x) {
  bool good = std::isnan(want)
                  ? std::isnan(got)
                  : got == want || std::fabs(got - want) <= ulps * 2.3e-16 * std::fabs(want);
  if (!good) {
    printf("%s(%.17g): got %.17g, expected %.17g\n", name, x, got, want);
    report_failure(name, __LINE__);
  }
}

int main() {
  const double in[] = {0.5, -0.5, 1.0, -0.25, 0.1, 2.5, -2.5, 3.75, -7.25, 10.0, 1e-8, 0.999};
  const int n = sizeof in / sizeof in[0];
  static double out[count * n], *d_in, *d_out;
  Extra extra[n], *d_extra;
  OK(cudaMalloc(&d_in, sizeof in));
  OK(cudaMalloc(&d_out, sizeof out));
  OK(cudaMalloc(&d_extra, sizeof extra));
  OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
  functions<<<1, n>>>(d_in, d_out, d_extra, n);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(extra, d_extra, sizeof extra, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) {
    double x = in[i], y = in[(i + 3) % n];
#define CHECK1(f)                                                                                  \
  compare(out[at_##f * n + i], f(x), at_##f == at_tgamma || at_##f == at_lgamma ? 20 : 8, #f, x);
    FUNCTIONS(CHECK1)
    const Extra &e = extra[i];
    compare(e.fma, std::fma(x, y, 0.5), 0, "fma", x);
    compare(e.pow, std::pow(std::fabs(x), y), 16, "pow", x);
    compare(e.atan2, std::atan2(x, y), 6, "atan2", x);
    compare(e.hypot, std::hypot(x, y), 4, "hypot", x);
    compare(e.fmod, std::fmod(x, y), 0, "fmod", x);
    compare(e.ldexp, x * 8, 0, "ldexp", x);
    compare(e.scalbn, x / 4, 0, "scalbn", x);
    compare(e.rsqrt, 1 / std::sqrt(std::fabs(x)), 4, "rsqrt", x);
    compare(e.exp10, std::pow(10.0, x), 8, "exp10", x);
    EXPECT_NEAR(e.sinpi, std::sin(3.14159265358979323846 * x), 1e-14);
    compare(e.min, x < y ? x : y, 0, "min", x);
    compare(e.max, x > y ? x : y, 0, "max", x);
    EXPECT(std::isnan(e.nan));
    compare(e.copysign, std::copysign(x, -y), 0, "copysign", x);
    compare(e.norm3d, std::sqrt(x * x + y * y + 4), 4, "norm3d", x);
    compare(e.add_rn, x + y, 0, "add_rn", x);
    compare(e.mul_rz, x, 0, "mul_rz", x);
    compare(e.div_ru, x, 0, "div_ru", x);
    compare(e.sqrt_rd, std::fabs(x), 2, "sqrt_rd", x);
    EXPECT_EQ(e.ilogb, std::ilogb(x));
    EXPECT_EQ(e.llrint, std::llrint(x));
    EXPECT_EQ(e.lround, std::lround(x));
  }
  OK(cudaFree(d_in));
  OK(cudaFree(d_out));
  OK(cudaFree(d_extra));
  return verdict();
}
