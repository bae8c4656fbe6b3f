// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// clrt/device/own_math.clh: near enough to sin and cos, and the same bits as a scalar, in any lane
// of a vector, on any device and under any option.

#include "kernel_runner.h"
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>

namespace {

float asFloat(uint32_t Bits) {
  float Value;
  std::memcpy(&Value, &Bits, sizeof Value);
  return Value;
}

/// What two work-items' worth of a program computes: 16 values as scalars, and by which widths some
/// lane had other bits.
const char *const Program = R"cl(#include "own_math.clh"
#define CHECK(n)                                                                                   \
  for (int j = 0; j < 16; j += n) {                                                                \
    float##n v = vload##n(0, x + j), c;                                                            \
    float##n s = own_sincos##n(v, &c);                                                             \
    int##n other = (as_int##n(own_sin##n(v)) ^ vload##n(0, sine + j)) |                            \
                   (as_int##n(own_cos##n(v)) ^ vload##n(0, cosine + j)) |                          \
                   (as_int##n(s) ^ vload##n(0, sine + j)) |                                        \
                   (as_int##n(c) ^ vload##n(0, cosine + j));                                       \
    if (any(other != 0))                                                                           \
      wrong |= n;                                                                                  \
  }
__kernel void test(__global const float *x, __global int *sine, __global int *cosine,
                   __global uint *widths) {
  x += 16 * get_global_id(0);
  sine += 16 * get_global_id(0);
  cosine += 16 * get_global_id(0);
  uint wrong = 0;
  for (int j = 0; j < 16; ++j) {
    sine[j] = as_int(own_sin(x[j]));
    cosine[j] = as_int(own_cos(x[j]));
    float c;
    int s = as_int(own_sincos(x[j], &c));
    if (s != sine[j] || as_int(c) != cosine[j])
      wrong |= 1;
  }
  WIDTHS
  widths[get_global_id(0)] = wrong;
}
)cl";

struct Results {
  std::vector<uint32_t> Sines, Cosines;
  uint32_t WrongWidths = 0;
};

/// The results of \p X, a multiple of 16 values, and in which widths they are others.
Results compute(const std::vector<float> &X, const std::string &Widths = "2, 4, 8, 16",
                const std::string &Options = "") {
  std::string Checks;
  for (const char *Width : {"2", "4", "8", "16"})
    if ((", " + Widths + ",").find(std::string(" ") + Width + ",") != std::string::npos)
      Checks += std::string("CHECK(") + Width + ") ";
  std::string Source = Program;
  Source.replace(Source.find("WIDTHS"), 6, Checks);
  Bytes Empty(X.size() * sizeof(float));
  std::vector<Bytes> Buffers = {toBytes(X), Empty, Empty, Bytes(X.size() / 16 * 4)};
  std::string Error = runKernel(Source, Buffers, X.size() / 16, 0, Options);
  EXPECT_EQ(Error, "");
  Results R;
  R.Sines = fromBytes<uint32_t>(Buffers[1]);
  R.Cosines = fromBytes<uint32_t>(Buffers[2]);
  for (uint32_t Wrong : fromBytes<uint32_t>(Buffers[3]))
    R.WrongWidths |= Wrong;
  return R;
}

/// The distance in units of the last place of a float near \p Exact.
double ulps(uint32_t Bits, double Exact) {
  float Value = asFloat(Bits);
  if (std::isnan(Value) || std::isnan(Exact))
    return std::isnan(Value) && std::isnan(Exact) ? 0 : INFINITY;
  int Exponent = Exact == 0 ? -126 : std::max(std::ilogb(Exact), -126);
  return std::abs(Value - Exact) / std::ldexp(1, Exponent - 23);
}

struct Worst {
  double Ulps = 0;
  float At = 0;
  void add(uint32_t Bits, double Exact, float X) {
    double Distance = ulps(Bits, Exact);
    if (Distance > Ulps) {
      Ulps = Distance;
      At = X;
    }
  }
};

void addErrors(const std::vector<float> &X, const Results &R, Worst &Sine, Worst &Cosine) {
  for (size_t I = 0; I != X.size(); ++I) {
    Sine.add(R.Sines[I], std::sin(double(X[I])), X[I]);
    Cosine.add(R.Cosines[I], std::cos(double(X[I])), X[I]);
  }
}

/// \p Count floats, each of another part of all, in an order that puts any beside any.
std::vector<float> sample(uint32_t Count) {
  uint32_t Stride = uint32_t((uint64_t(1) << 32) / Count) | 1;
  std::vector<float> X;
  for (uint32_t I = 0; I < Count; ++I) {
    uint32_t Place = uint32_t(uint64_t(I) * 0x9e3779b1u % Count);
    X.push_back(asFloat(Place * Stride));
  }
  return X;
}

/// A number that differs if any bit does.
uint64_t digest(const Results &R) {
  uint64_t Value = 0xcbf29ce484222325u;
  for (const auto *Column : {&R.Sines, &R.Cosines})
    for (uint32_t Bits : *Column)
      Value = (Value ^ Bits) * 0x100000001b3u;
  return Value;
}

const uint32_t SampleSize = 1 << 20;

TEST(OwnMath, SameBitsInAllWidthsAndOnAllDevices) {
  std::vector<float> X = sample(SampleSize);
  Results R = compute(X);
  EXPECT_EQ(R.WrongWidths, 0u);
  Worst Sine, Cosine;
  addErrors(X, R, Sine, Cosine);
  EXPECT_LE(Sine.Ulps, 2) << Sine.At;
  EXPECT_LE(Cosine.Ulps, 2) << Cosine.At;
  EXPECT_EQ(digest(R), 13406027123917021598u)
      << "of all devices: they and this number change together";
}

TEST(OwnMath, OneLaneBesideOthers) {
  std::vector<float> X;
  for (float Odd : {1e30f, -3e5f, INFINITY, float(NAN), 1e-41f, -0.0f, 262144.0f})
    for (float Other : {0.5f, -2e3f, 7e20f, 1e-40f})
      for (unsigned Lane = 0; Lane < 16; ++Lane)
        for (unsigned I = 0; I < 16; ++I)
          X.push_back(I == Lane ? Odd : Other);
  Results R = compute(X);
  EXPECT_EQ(R.WrongWidths, 0u);
  Worst Sine, Cosine;
  addErrors(X, R, Sine, Cosine);
  EXPECT_LE(Sine.Ulps, 2) << Sine.At;
  EXPECT_LE(Cosine.Ulps, 2) << Cosine.At;
}

/// Values whose sines' bits are known, and neighbours of the limits between the ways.
TEST(OwnMath, SpecialValues) {
  const uint32_t Nan = 0x7fc00000, One = 0x3f800000;
  const uint32_t Rows[16][3] = {
      {0, 0, One},
      {0x80000000, 0x80000000, One},
      {1, 1, One},
      {0x80000001, 0x80000001, One},
      {0x007fffff, 0x007fffff, One},
      {0x00800000, 0x00800000, One},
      {0x7f800000, Nan, Nan},
      {0xff800000, Nan, Nan},
      {0x7fc00000, Nan, Nan},
      {0xffc12345, Nan, Nan},
      {0x7f800001, Nan, Nan},
      {0x3fc90fdb, One, 0xb33bbd2e},        // pi / 2
      {0xbfc90fdb, 0xbf800000, 0xb33bbd2e}, // -pi / 2
      {0x40490fdb, 0xb3bbbd2e, 0xbf800000}, // pi
      {0x6f79be45, 0x3f800000, 0xb0ddeea9}, // the float next to a multiple of pi / 2
      {0x39000000, 0x39000000, One},
  };
  std::vector<float> X;
  for (const auto &Row : Rows)
    X.push_back(asFloat(Row[0]));
  for (const char *Options : {"", "-cl-fast-relaxed-math", "-cl-denorms-are-zero -cl-mad-enable"}) {
    Results R = compute(X, "16", Options);
    EXPECT_EQ(R.WrongWidths, 0u) << Options;
    for (unsigned I = 0; I < 16; ++I) {
      EXPECT_EQ(R.Sines[I], Rows[I][1]) << std::hex << Rows[I][0] << " " << Options;
      EXPECT_EQ(R.Cosines[I], Rows[I][2]) << std::hex << Rows[I][0] << " " << Options;
    }
  }
}

TEST(OwnMath, SameBitsUnderAllOptions) {
  std::vector<float> X = sample(SampleSize / 8);
  Results Plain = compute(X, "4");
  for (const char *Options : {"-cl-fast-relaxed-math", "-cl-opt-disable",
                              "-cl-denorms-are-zero -cl-mad-enable -cl-finite-math-only"}) {
    Results R = compute(X, "4", Options);
    EXPECT_EQ(R.WrongWidths, 0u) << Options;
    EXPECT_EQ(digest(R), digest(Plain)) << Options;
  }
}

/// Takes minutes: --gtest_also_run_disabled_tests --gtest_filter=OwnMath.DISABLED_AllFloats
TEST(OwnMath, DISABLED_AllFloats) {
  const uint32_t Size = 1 << 24;
  Worst Sine, Cosine;
  std::vector<float> X(Size);
  for (uint32_t Part = 0; Part < 256; ++Part) {
    // Lane by lane all parts of the range, so that few vectors have large values alone or none.
    for (uint32_t I = 0; I < Size; ++I)
      X[I] = asFloat(((I * 0x9e3779b1u) & (Size - 1)) << 8 | Part);
    Results R = compute(X, "16");
    ASSERT_EQ(R.WrongWidths, 0u);
    addErrors(X, R, Sine, Cosine);
  }
  printf("sin %.4f ulp at %a, cos %.4f ulp at %a\n", Sine.Ulps, Sine.At, Cosine.Ulps, Cosine.At);
  EXPECT_LE(Sine.Ulps, 2);
  EXPECT_LE(Cosine.Ulps, 2);
}

} // namespace
