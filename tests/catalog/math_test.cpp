// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The math library. Limits are those that CUDA's manual states, or OpenCL's where its own functions
// serve.

#include "compare.h"

using namespace values;

namespace {

TEST(Math, Rounding) {
  compare<float, float>("roundf", 0, [](float x) { return std::round(x); });
  compare<float, float>("rintf", 0, [](float x) { return std::nearbyint(x); });
  compare<double, double>("nearbyint", 0, [](double x) { return std::nearbyint(x); });
  compare<float, float>("truncf", 0, [](float x) { return std::trunc(x); });
}

TEST(Math, MinMax) {
  compare<float, float, float>("fmaxf", 0.5, [](float a, float b) { return std::fmax(a, b); });
  compare<float, float, float>("min", 0.5, [](float a, float b) { return std::fmin(a, b); });
  compare<double, float, double>("max", 0.5,
                                 [](float a, double b) { return std::fmax(double(a), b); });
  compare<float, float>("__saturatef", 0.5,
                        [](float x) { return x > 0 ? std::fmin(x, 1.0f) : 0.0f; });
}

TEST(Math, Classification) {
  compare<int, float>("__isnanf", 0, [](float x) { return int(std::isnan(x)); });
  compare<int, double>("__isinf", 0, [](double x) { return int(std::isinf(x)); });
  compare<int, float>("__signbitf", 0, [](float x) { return int(std::signbit(x)); });
  compare<int, double>("__finite", 0, [](double x) { return int(std::isfinite(x)); });
}

TEST(Math, Ilogb) {
  auto Reference = [](double x) {
    return x == 0 || std::isnan(x) ? INT_MIN : std::isinf(x) ? INT_MAX : std::ilogb(x);
  };
  compare<int, double>("ilogb", 0, Reference);
  compare<int, float>("ilogbf", 0, [](float x) {
    return x == 0 || std::isnan(x) ? INT_MIN : std::isinf(x) ? INT_MAX : std::ilogb(x);
  });
}

TEST(Math, Scaling) {
  compare<float, float, int>("ldexpf", 0, [](float x, int n) { return std::ldexp(x, n); });
  compare<double, double, long>("scalbln", 0, [](double x, long n) { return std::scalbln(x, n); });
}

TEST(Math, Norms) {
  compare<float, float, float>(
      "rhypotf", 4, [](float a, float b) { return float(1 / std::hypot(double(a), double(b))); });
  compare<float, float, float, float>(
      "norm3df", 6,
      [](float a, float b, float c) {
        return float(std::hypot(std::hypot(double(a), double(b)), double(c)));
      },
      [](float, float, float c) { return std::isnan(c); });
}

/// Solves f(y) = x for a function that grows, by bisection.
long double solve(long double (*f)(long double), long double x, long double low, long double high) {
  for (int i = 0; i < 200; ++i) {
    long double middle = (low + high) / 2;
    (f(middle) < x ? low : high) = middle;
  }
  return low;
}

long double erfInverse(long double x) {
  return !(std::fabs(x) <= 1) ? NAN

         : std::fabs(x) < 1e-9L ? x * std::sqrt(std::acos(-1.0L)) / 2
         : std::fabs(x) == 1    ? std::copysign((long double)INFINITY, x)
         : x > 0.5L             ? -solve([](long double y) { return std::erfc(-y); }, 1 - x, -30, 0)
         : x < -0.5L            ? solve([](long double y) { return std::erfc(-y); }, 1 + x, -30, 0)
                                : solve([](long double y) { return std::erf(y); }, x, -1, 1);
}
long double erfcInverse(long double x) {
  return !(x >= 0 && x <= 2) ? NAN
         : x == 0            ? INFINITY
         : x == 2            ? -INFINITY
         : x < 1             ? -solve([](long double y) { return std::erfc(-y); }, x, -120, 0)
         : x > 1             ? solve([](long double y) { return std::erfc(-y); }, 2 - x, -30, 0)
                             : 0;
}

bool subnormal(double x) { return x != 0 && std::fabs(x) < 1e-290; }

TEST(Math, ErfInverse) {
  compare<double, double>("erfinv", 8, [](double x) { return double(erfInverse(x)); });
  compare<float, float>("erfinvf", 8, [](float x) { return float(erfInverse(x)); });
  compare<double, double>("erfcinv", 8, [](double x) { return double(erfcInverse(x)); });
  compare<float, float>("erfcinvf", 8, [](float x) { return float(erfcInverse(x)); });
}

TEST(Math, NormalDistribution) {
  compare<double, double>("normcdf", 8, [](double x) {
    return double(std::erfc(-(long double)x / std::sqrt(2.0L)) / 2);
  });
  compare<float, float>("normcdff", 8, [](float x) {
    return float(std::erfc(-(long double)x / std::sqrt(2.0L)) / 2);
  });
  compare<double, double>(
      "normcdfinv", 12,
      [](double x) { return double(-std::sqrt(2.0L) * erfcInverse(2 * (long double)x)); },
      subnormal);
}

long double scaledErfc(long double x) {
  if (x > 100) // the series' first terms are exact here
    return (1 - 1 / (2 * x * x)) / (x * std::sqrt(std::acos(-1.0L)));
  return std::exp(x * x) * std::erfc(x);
}

TEST(Math, Erfcx) {
  compare<double, double>("erfcx", 8, [](double x) { return double(scaledErfc(x)); });
  compare<float, float>("erfcxf", 8, [](float x) { return float(scaledErfc(x)); });
}

/// Close in absolute terms: the functions oscillate.
template <typename T> bool close(T Got, double Wanted, double Limit) {
  return std::isnan(Wanted) ? std::isnan(Got)
                            : Got == T(Wanted) ||
                                  std::abs(Got - Wanted) <= Limit * std::max(1.0, std::abs(Wanted));
}

template <typename T>
void bessel(const std::string &Name, double (*Reference)(double), double Limit) {
  const DeviceFunction *F = findDeviceFunction(Name, {nameOf<T>()});
  ASSERT_NE(F, nullptr);
  std::vector<T> X = {0,  T(0.001), T(0.3), 1,  T(1.99), 2,    T(2.4048), 5,  T(7.7),
                      12, T(24.99), 25,     31, 100,     1000, INFINITY,  NAN};
  std::vector<Bytes> Buffers = {toBytes(X), Bytes(X.size() * sizeof(T))};
  ASSERT_EQ((runKernel(kernelFor<T, T>(*F), Buffers, X.size(), 0)), "");
  std::vector<T> Got = fromBytes<T>(Buffers[1]);
  for (size_t I = 0; I != X.size(); ++I)
    EXPECT_TRUE(close(Got[I], std::isinf(X[I]) && Name[0] != 'c' ? 0 : Reference(X[I]), Limit))
        << Name << " of " << X[I] << " gives " << Got[I] << ", not " << Reference(X[I]);
}

TEST(Math, Bessel) {
  bessel<double>("j0", j0, 4e-15);
  bessel<double>("j1", j1, 4e-15);
  bessel<double>("y0", y0, 8e-15);
  bessel<double>("y1", y1, 8e-15);
  bessel<float>("j0f", j0, 2e-6);
  bessel<float>("j1f", j1, 2e-6);
  bessel<float>("y0f", y0, 4e-6);
  bessel<float>("y1f", y1, 4e-6);
  bessel<double>(
      "cyl_bessel_i0",
      [](double x) { return std::isnan(x) || std::isinf(x) ? x : std::cyl_bessel_i(0.0, x); },
      1e-14);
  bessel<double>(
      "cyl_bessel_i1",
      [](double x) { return std::isnan(x) || std::isinf(x) ? x : std::cyl_bessel_i(1.0, x); },
      1e-14);
}

TEST(Math, BesselOfOrderN) {
  for (const char *Name : {"jn", "yn"}) {
    const DeviceFunction *F = findDeviceFunction(Name, {"int", "double"});
    ASSERT_NE(F, nullptr);
    std::vector<int> N;
    std::vector<double> X;
    for (int n : {0, 1, 2, 3, 5, 10, 40})
      for (double x : {0.0, 0.01, 0.5, 1.0, 2.0, 3.83, 8.0, 24.0, 30.0, 60.0, -3.0}) {
        N.push_back(n);
        X.push_back(x);
      }
    std::vector<Bytes> Buffers = {toBytes(N), toBytes(X), Bytes(X.size() * sizeof(double))};
    ASSERT_EQ((runKernel(kernelFor<double, int, double>(*F), Buffers, X.size(), 0)), "");
    std::vector<double> Got = fromBytes<double>(Buffers[2]);
    for (size_t I = 0; I != X.size(); ++I) {
      double Wanted = *Name == 'j' ? jn(N[I], X[I]) : X[I] < 0 ? NAN : yn(N[I], X[I]);
      EXPECT_TRUE(close(Got[I], Wanted, 2e-13))
          << Name << " of " << N[I] << ", " << X[I] << " gives " << Got[I] << ", not " << Wanted;
      if (*Name == 'j' && std::abs(Wanted) > 1e-290 && X[I] < N[I])
        EXPECT_LE(std::abs(Got[I] / Wanted - 1), 1e-12) << N[I] << ", " << X[I];
    }
  }
}

TEST(Math, BuiltIns) {
  compare<float, float>("exp10f", 4, [](float x) { return float(std::pow(10.0, double(x))); });
  compare<double, double>("rcbrt", 4, [](double x) { return 1 / std::cbrt(x); });
  compare<float, float, float>(
      "__powf", 1e6,
      [](float x, float y) { return float(std::exp2(double(y) * std::log2(double(x)))); },
      [](float x, float y) {
        return x <= 0 || std::isinf(x) || std::isinf(y) || std::abs(y * std::log2(x)) > 100;
      });
  compare<float, float>(
      "sinpif", 4,
      [](float x) { return std::abs(x) > 1000 ? NAN : float(std::sin(std::acos(-1.0) * x)); },
      [](float x) { return std::abs(x) > 2.6f || x == 1 || x == -1; });
}

} // namespace
