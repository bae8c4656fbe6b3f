// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Integer intrinsics, bit casts and conversions: exact.

#include "compare.h"
#include <cfenv>

using namespace values;

namespace {

using ll = long long;
using ull = unsigned long long;

TEST(Integers, MinMaxAbs) {
  compare<int, int>("abs", 0, [](int x) { return x < 0 ? int(0u - unsigned(x)) : x; });
  compare<ll, ll>("llabs", 0, [](ll x) { return x < 0 ? ll(0ull - ull(x)) : x; });
  compare<unsigned, int, unsigned>("max", 0,
                                   [](int a, unsigned b) { return std::max(unsigned(a), b); });
  compare<unsigned, unsigned, int>("min", 0,
                                   [](unsigned a, int b) { return std::min(a, unsigned(b)); });
  compare<int, int, int>("max", 0, [](int a, int b) { return std::max(a, b); });
  compare<ull, ll, ull>("max", 0, [](ll a, ull b) { return std::max(ull(a), b); });
}

TEST(Integers, Counts) {
  compare<int, int>("__clz", 0, [](int x) { return x ? __builtin_clz(x) : 32; });
  compare<int, ll>("__clzll", 0, [](ll x) { return x ? __builtin_clzll(x) : 64; });
  compare<int, int>("__ffs", 0, [](int x) { return __builtin_ffs(x); });
  compare<int, ll>("__ffsll", 0, [](ll x) { return __builtin_ffsll(x); });
  compare<int, unsigned>("__popc", 0, [](unsigned x) { return __builtin_popcount(x); });
  compare<int, ull>("__popcll", 0, [](ull x) { return __builtin_popcountll(x); });
  compare<unsigned, unsigned>("__brev", 0, [](unsigned x) {
    unsigned r = 0;
    for (int i = 0; i < 32; ++i)
      r |= ((x >> i) & 1u) << (31 - i);
    return r;
  });
  compare<ull, ull>("__brevll", 0, [](ull x) {
    ull r = 0;
    for (int i = 0; i < 64; ++i)
      r |= ((x >> i) & 1u) << (63 - i);
    return r;
  });
}

TEST(Integers, Products) {
  compare<int, int, int>("__mulhi", 0, [](int a, int b) { return int((ll(a) * b) >> 32); });
  compare<unsigned, unsigned, unsigned>(
      "__umulhi", 0, [](unsigned a, unsigned b) { return unsigned((ull(a) * b) >> 32); });
  compare<ll, ll, ll>("__mul64hi", 0, [](ll a, ll b) { return ll((__int128(a) * b) >> 64); });
  compare<ull, ull, ull>("__umul64hi", 0,
                         [](ull a, ull b) { return ull(((unsigned __int128)a * b) >> 64); });
  compare<int, int, int>("__mul24", 0, [](int a, int b) {
    return int(unsigned(int(unsigned(a) << 8) >> 8) * unsigned(int(unsigned(b) << 8) >> 8));
  });
  compare<unsigned, unsigned, unsigned>(
      "__umul24", 0, [](unsigned a, unsigned b) { return (a & 0xffffffu) * (b & 0xffffffu); });
}

TEST(Integers, SumsAndMeans) {
  compare<unsigned, int, int, unsigned>(
      "__sad", 0, [](int a, int b, unsigned c) { return unsigned(std::abs(ll(a) - b)) + c; });
  compare<unsigned, unsigned, unsigned, unsigned>(
      "__usad", 0, [](unsigned a, unsigned b, unsigned c) { return (a > b ? a - b : b - a) + c; });
  compare<int, int, int>("__hadd", 0, [](int a, int b) { return int((ll(a) + b) >> 1); });
  compare<int, int, int>("__rhadd", 0, [](int a, int b) { return int((ll(a) + b + 1) >> 1); });
  compare<unsigned, unsigned, unsigned>(
      "__uhadd", 0, [](unsigned a, unsigned b) { return unsigned((ull(a) + b) >> 1); });
  compare<unsigned, unsigned, unsigned>(
      "__urhadd", 0, [](unsigned a, unsigned b) { return unsigned((ull(a) + b + 1) >> 1); });
}

TEST(Integers, BytesAndShifts) {
  compare<unsigned, unsigned, unsigned, unsigned>(
      "__byte_perm", 0, [](unsigned x, unsigned y, unsigned s) {
        unsigned r = 0;
        for (int i = 0; i < 4; ++i) {
          unsigned n = (s >> (4 * i)) & 7u; // bit 3 is not part of the intrinsic
          unsigned byte = ((n & 4 ? y : x) >> (8 * (n & 3))) & 0xffu;
          r |= byte << (8 * i);
        }
        return r;
      });
  compare<unsigned, unsigned, unsigned, unsigned>("__funnelshift_l", 0,
                                                  [](unsigned lo, unsigned hi, unsigned s) {
                                                    s &= 31;
                                                    return s ? (hi << s) | (lo >> (32 - s)) : hi;
                                                  });
  compare<unsigned, unsigned, unsigned, unsigned>(
      "__funnelshift_lc", 0, [](unsigned lo, unsigned hi, unsigned s) {
        s = std::min(s, 32u);
        return s == 32 ? lo : s ? (hi << s) | (lo >> (32 - s)) : hi;
      });
  compare<unsigned, unsigned, unsigned, unsigned>("__funnelshift_r", 0,
                                                  [](unsigned lo, unsigned hi, unsigned s) {
                                                    s &= 31;
                                                    return s ? (lo >> s) | (hi << (32 - s)) : lo;
                                                  });
  compare<unsigned, unsigned, unsigned, unsigned>(
      "__funnelshift_rc", 0, [](unsigned lo, unsigned hi, unsigned s) {
        s = std::min(s, 32u);
        return s == 32 ? hi : s ? (lo >> s) | (hi << (32 - s)) : lo;
      });
  compare<int, int, int, int>("__dp4a", 0, [](int a, int b, int c) {
    unsigned r = unsigned(c);
    for (int i = 0; i < 32; i += 8)
      r += unsigned(int((signed char)(a >> i)) * int((signed char)(b >> i)));
    return int(r);
  });
}

template <typename To, typename From> To bits(From x) {
  To y;
  std::memcpy(&y, &x, sizeof y);
  return y;
}

TEST(Integers, BitCasts) {
  compare<int, float>(
      "__float_as_int", 0, [](float x) { return bits<int>(x); },
      [](float x) { return std::isnan(x); });
  compare<double, ll>("__longlong_as_double", 0, [](ll x) { return bits<double>(x); });
  compare<double, int, int>("__hiloint2double", 0, [](int hi, int lo) {
    return bits<double>((ull(unsigned(hi)) << 32) | unsigned(lo));
  });
  compare<int, double>(
      "__double2hiint", 0, [](double x) { return int(bits<ull>(x) >> 32); },
      [](double x) { return std::isnan(x); });
  compare<int, double>("__double2loint", 0, [](double x) { return int(bits<ull>(x)); });
}

/// CUDA's conversion: the mode's integer, saturated; Nan for a NaN.
template <typename To, typename From> To convert(From x, int Mode, To Nan) {
  if (std::isnan(x))
    return Nan;
  std::fesetround(Mode);
  volatile From Value = x;
  long double r = std::nearbyint(Value);
  std::fesetround(FE_TONEAREST);
  using L = std::numeric_limits<To>;
  return r <= (long double)L::min() ? L::min() : r >= (long double)L::max() ? L::max() : To(r);
}

TEST(Integers, Conversions) {
  const ll Low = std::numeric_limits<ll>::min();
  (void)Low;
  compare<int, float>("__float2int_rn", 0,
                      [](float x) { return convert<int>(x, FE_TONEAREST, 0); });
  compare<int, float>("__float2int_rz", 0,
                      [](float x) { return convert<int>(x, FE_TOWARDZERO, 0); });
  compare<int, float>("__float2int_ru", 0, [](float x) { return convert<int>(x, FE_UPWARD, 0); });
  compare<int, float>("__float2int_rd", 0, [](float x) { return convert<int>(x, FE_DOWNWARD, 0); });
  compare<unsigned, float>("__float2uint_rz", 0,
                           [](float x) { return convert<unsigned>(x, FE_TOWARDZERO, 0); });
  compare<ll, float>("__float2ll_rz", 0, [](float x) {
    return convert<ll>(x, FE_TOWARDZERO, std::numeric_limits<ll>::min());
  });
  compare<ull, float>("__float2ull_rn", 0,
                      [](float x) { return convert<ull>(x, FE_TONEAREST, 1ull << 63); });
  compare<int, double>("__double2int_rd", 0,
                       [](double x) { return convert<int>(x, FE_DOWNWARD, INT_MIN); });
  compare<unsigned, double>("__double2uint_ru", 0,
                            [](double x) { return convert<unsigned>(x, FE_UPWARD, 0x80000000u); });
  compare<ll, double>("__double2ll_rn", 0, [](double x) {
    return convert<ll>(x, FE_TONEAREST, std::numeric_limits<ll>::min());
  });
  compare<ull, double>("__double2ull_rz", 0,
                       [](double x) { return convert<ull>(x, FE_TOWARDZERO, 1ull << 63); });
  compare<ll, float>(
      "llrint", 0, [](float x) { return convert<ll>(x, FE_TONEAREST, 0); },
      [](float x) { return std::isnan(x); });
  compare<long, double>(
      "lround", 0, [](double x) { return convert<long>(std::round(x), FE_TONEAREST, 0); },
      [](double x) { return std::isnan(x); });
}

template <typename To, typename From> To rounded(From x, int Mode) {
  std::fesetround(Mode);
  volatile From Value = x;
  volatile To Result = To(Value);
  std::fesetround(FE_TONEAREST);
  return Result;
}

TEST(Integers, ToFloat) {
  compare<float, int>("__int2float_rn", 0, [](int x) { return rounded<float>(x, FE_TONEAREST); });
  compare<float, int>("__int2float_rz", 0, [](int x) { return rounded<float>(x, FE_TOWARDZERO); });
  compare<float, unsigned>("__uint2float_ru", 0,
                           [](unsigned x) { return rounded<float>(x, FE_UPWARD); });
  compare<float, ll>("__ll2float_rd", 0, [](ll x) { return rounded<float>(x, FE_DOWNWARD); });
  compare<double, ll>("__ll2double_ru", 0, [](ll x) { return rounded<double>(x, FE_UPWARD); });
  compare<float, double>("__double2float_rn", 0,
                         [](double x) { return rounded<float>(x, FE_TONEAREST); });
  compare<float, double>("__double2float_rz", 0,
                         [](double x) { return rounded<float>(x, FE_TOWARDZERO); });
  compare<float, double>("__double2float_ru", 0,
                         [](double x) { return rounded<float>(x, FE_UPWARD); });
}

} // namespace
