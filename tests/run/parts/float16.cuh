// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What CUDA says of a type of 16 bits, computed in double, and what kernels do with such types. A
// program defines Format<T>: the type of pairs, the digits, the exponent of the least number that is
// not 0, and the functions whose names have the type.
#pragma once
#include "check.h"
#include <cstdint>
#include <vector>

template <class T> struct Format;

// ---- The reference.

enum Rounding { Nearest, Zero, Down, Up };

template <class T> int one_field() { return 1 << (Format<T>::digits - 1); }
template <class T> int infinity() { return 0x8000 - one_field<T>(); }

template <class T> double value_of(int bits) {
  int size = bits & 0x7fff, field = size / one_field<T>(), digits = size % one_field<T>();
  double value = size >= infinity<T>()
                     ? (size > infinity<T>() ? NAN : INFINITY)
                     : field == 0 ? std::ldexp((double)digits, Format<T>::least)
                                  : std::ldexp((double)(digits + one_field<T>()),
                                               Format<T>::least + field - 1);
  return bits & 0x8000 ? -value : value;
}

template <class T> int rounded(double value, Rounding mode = Nearest) {
  if (std::isnan(value))
    return 0x7fff;
  int sign = std::signbit(value) ? 0x8000 : 0;
  double size = std::fabs(value);
  if (std::isinf(value) || size == 0)
    return sign | (size == 0 ? 0 : infinity<T>());
  int unit = std::ilogb(size) - (Format<T>::digits - 1);
  unit = unit < Format<T>::least ? Format<T>::least : unit;
  double units = std::ldexp(size, -unit), kept = std::floor(units), rest = units - kept;
  bool away = mode == (sign ? Down : Up) ? rest > 0 : false;
  if (mode == Nearest)
    away = rest > 0.5 || (rest == 0.5 && std::fmod(kept, 2) == 1);
  long bits = (long)kept + away + (long)(unit - Format<T>::least) * one_field<T>();
  bool to_infinity = mode == Nearest || mode == (sign ? Down : Up);
  if (bits >= infinity<T>())
    bits = to_infinity ? infinity<T>() : infinity<T>() - 1;
  return sign | (int)bits;
}

// The sum, with a last bit that says whether it is exact.
inline double odd_sum(double a, double b) {
  double sum = a + b, part = sum - a, error = (a - (sum - part)) + (b - part);
  uint64_t bits;
  memcpy(&bits, &sum, sizeof bits);
  if (std::isfinite(sum) && error != 0 && !(bits & 1))
    sum = std::nextafter(sum, error > 0 ? INFINITY : -INFINITY);
  return sum;
}

template <class T> T from_bits(int bits) {
  T value;
  unsigned short x = (unsigned short)bits;
  memcpy(&value, &x, sizeof x);
  return value;
}
template <class T> int bits_of(T value) {
  unsigned short x;
  memcpy(&x, &value, sizeof x);
  return x;
}

// Every NaN is as good as another.
template <class T> bool same(T got, int want) {
  int bits = bits_of(got);
  bool is_nan = (bits & 0x7fff) > infinity<T>(), wants_nan = (want & 0x7fff) > infinity<T>();
  return is_nan || wants_nan ? is_nan == wants_nan : bits == want;
}
#define EXPECT_BITS(T, got, want, a, b)                                                            \
  do {                                                                                             \
    T got_ = (got);                                                                                \
    int want_ = (want);                                                                            \
    if (!same<T>(got_, want_)) {                                                                   \
      report_failure(#got, __LINE__);                                                              \
      if (failure_count() <= 20)                                                                   \
        printf("    of %04x, %04x: got %04x, expected %04x\n", (a), (b), bits_of(got_), want_);    \
    }                                                                                              \
  } while (0)

// ---- All numbers.

struct Integers {
  int i;
  unsigned u;
  short s;
  unsigned short us;
  long long l;
  unsigned long long ul;
  signed char c;
  unsigned char uc;
  int nearest, down, up;
};
template <class T> struct Unary {
  float f;
  bool truth;
  T negative, size, root, floor, ceil, trunc, rint, next, saturated;
  T exp, log, sine, rsqrt, rcp, exp2, log10, cosine, tanh;
  int is_nan, is_infinite;
};

template <class T> __device__ void unary_of(T h, Unary<T> &r) {
  r.f = (float)h;
  r.truth = h;
  r.negative = -h;
  r.size = __habs(h);
  r.root = hsqrt(h);
  r.floor = hfloor(h);
  r.ceil = hceil(h);
  r.trunc = htrunc(h);
  r.rint = hrint(h);
  r.next = h;
  ++r.next;
  r.saturated = __hadd_sat(h, T(0.0f));
  r.exp = hexp(h);
  r.log = hlog(h);
  r.sine = hsin(h);
  r.rsqrt = hrsqrt(h);
  r.rcp = hrcp(h);
  r.exp2 = hexp2(h);
  r.log10 = hlog10(h);
  r.cosine = hcos(h);
  r.tanh = htanh(h);
  r.is_nan = __hisnan(h);
  r.is_infinite = __hisinf(h);
}

template <class T> __device__ Integers integers_of(T h) {
  Integers r = {h, h, h, h, h, h, (signed char)h, (unsigned char)h, 0, 0, 0};
  r.nearest = Format<T>::to_int_rn(h);
  r.down = Format<T>::to_int_rd(h);
  r.up = Format<T>::to_int_ru(h);
  return r;
}

// By one number of the type, where the result is a number of middle size.
template <class T> void expect_close(T got, double want, const char *what, int bits) {
  if (std::isnan(want) || std::fabs(want) < 1e-4 || std::fabs(want) > 6e4)
    return;
  double value = value_of<T>(bits_of(got));
  double unit = std::ldexp(1.0, std::ilogb(want) - (Format<T>::digits - 1));
  if (!(std::fabs(value - want) <= 1.01 * unit)) {
    report_failure(what, __LINE__);
    printf("    of %04x: got %g, expected %g\n", bits, value, want);
  }
}

inline long long clamped(double v, double low, double high) {
  return std::isnan(v) ? 0 : (long long)(v < low ? low : v > high ? high : std::trunc(v));
}

template <class T> void check_unary(int bits, const Unary<T> &r) {
  double v = value_of<T>(bits);
  bool is_nan = std::isnan(v);
  EXPECT(is_nan ? r.f != r.f : r.f == v && std::signbit(r.f) == std::signbit(v));
  EXPECT(r.truth == (is_nan || v != 0));
  EXPECT_BITS(T, r.negative, bits ^ 0x8000, bits, 0);
  EXPECT_BITS(T, r.size, bits & 0x7fff, bits, 0);
  EXPECT_BITS(T, r.root, rounded<T>(std::sqrt(v)), bits, 0);
  EXPECT_BITS(T, r.floor, rounded<T>(std::floor(v)), bits, 0);
  EXPECT_BITS(T, r.ceil, rounded<T>(std::ceil(v)), bits, 0);
  EXPECT_BITS(T, r.trunc, rounded<T>(std::trunc(v)), bits, 0);
  EXPECT_BITS(T, r.rint, rounded<T>(std::rint(v)), bits, 0);
  EXPECT_BITS(T, r.next, rounded<T>(odd_sum(v, 1)), bits, 0);
  EXPECT_BITS(T, r.saturated, v > 0 ? rounded<T>(v < 1 ? v : 1) : 0, bits, 0);
  expect_close<T>(r.exp, std::exp(v), "hexp", bits);
  expect_close<T>(r.log, std::log(v), "hlog", bits);
  expect_close<T>(r.rsqrt, 1 / std::sqrt(v), "hrsqrt", bits);
  expect_close<T>(r.rcp, 1 / v, "hrcp", bits);
  expect_close<T>(r.exp2, std::exp2(v), "hexp2", bits);
  expect_close<T>(r.log10, std::log10(v), "hlog10", bits);
  expect_close<T>(r.tanh, std::tanh(v), "htanh", bits);
  if (std::fabs(v) < 16) {
    expect_close<T>(r.sine, std::sin(v), "hsin", bits);
    expect_close<T>(r.cosine, std::cos(v), "hcos", bits);
  }
  EXPECT(!!r.is_nan == is_nan);
  EXPECT(!!r.is_infinite == !!std::isinf(v));
}

template <class T> void check_integers(int bits, const Integers &r) {
  double v = value_of<T>(bits), most = 2147483647.0;
  EXPECT_EQ(r.i, (int)clamped(v, -most - 1, most));
  EXPECT_EQ(r.u, (unsigned)clamped(v, 0, 4294967295.0));
  EXPECT_EQ(r.s, (short)clamped(v, -32768, 32767));
  EXPECT_EQ(r.us, (unsigned short)clamped(v, 0, 65535));
  EXPECT_EQ(r.c, (signed char)clamped(v, -128, 127));
  EXPECT_EQ(r.uc, (unsigned char)clamped(v, 0, 255));
  EXPECT_EQ(r.nearest, (int)clamped(std::rint(v), -most - 1, most));
  EXPECT_EQ(r.down, (int)clamped(std::floor(v), -most - 1, most));
  EXPECT_EQ(r.up, (int)clamped(std::ceil(v), -most - 1, most));
  if (std::fabs(v) < 9e18)
    EXPECT(r.l == (long long)v);
  if (v >= 0 && v < 1.8e19)
    EXPECT(r.ul == (unsigned long long)v);
}

// ---- From other types.

template <class T> struct Made {
  T from_float, zero, down, up, from_double, from_int, from_uint, from_long, from_short;
};
template <class T> __host__ __device__ void make(unsigned bits, Made<T> &r) {
  float f;
  memcpy(&f, &bits, sizeof f);
  r.from_float = f;
  r.zero = Format<T>::rz(f);
  r.down = Format<T>::rd(f);
  r.up = Format<T>::ru(f);
  r.from_double = (double)f * 1.0000000001;
  r.from_int = (int)bits;
  r.from_uint = bits;
  r.from_long = (long long)bits * 4097;
  r.from_short = (short)bits;
}
template <class T> void check_made(unsigned bits, const Made<T> &r) {
  float f;
  memcpy(&f, &bits, sizeof f);
  EXPECT_BITS(T, r.from_float, rounded<T>(f), bits >> 16, bits & 0xffff);
  EXPECT_BITS(T, r.zero, rounded<T>(f, Zero), bits >> 16, bits & 0xffff);
  EXPECT_BITS(T, r.down, rounded<T>(f, Down), bits >> 16, bits & 0xffff);
  EXPECT_BITS(T, r.up, rounded<T>(f, Up), bits >> 16, bits & 0xffff);
  EXPECT_BITS(T, r.from_double, rounded<T>((double)f * 1.0000000001), bits >> 16, bits & 0xffff);
  EXPECT_BITS(T, r.from_int, rounded<T>((int)bits), bits >> 16, bits & 0xffff);
  EXPECT_BITS(T, r.from_uint, rounded<T>(bits), bits >> 16, bits & 0xffff);
  EXPECT_BITS(T, r.from_long, rounded<T>((double)((long long)bits * 4097)), bits >> 16, 0);
  EXPECT_BITS(T, r.from_short, rounded<T>((short)bits), bits >> 16, bits & 0xffff);
}

// ---- Two and three numbers.

template <class T> struct Binary {
  T sum, difference, product, quotient, fused, least, most, least_nan, most_nan, sum_sat, fused_relu;
  unsigned short compared;
  typename Format<T>::Pair sums, products, fuseds, quotients, leasts, equals;
  unsigned mask, both;
};
template <class T> __host__ __device__ void compute(T a, T b, T c, Binary<T> &r) {
  typename Format<T>::Pair ab = Format<T>::pair(a, b), ba = Format<T>::pair(b, a);
  r.sum = a + b;
  r.difference = a;
  r.difference -= b;
  r.product = __hmul(a, b);
  r.quotient = a / b;
  r.fused = __hfma(a, b, c);
  r.least = __hmin(a, b);
  r.most = __hmax(a, b);
  r.least_nan = __hmin_nan(a, b);
  r.most_nan = __hmax_nan(a, b);
  r.sum_sat = __hadd_sat(a, b);
  r.compared = (a == b) | (a != b) << 1 | (a < b) << 2 | (a > b) << 3 | (a <= b) << 4 |
               (a >= b) << 5 | __heq(a, b) << 6 | __hne(a, b) << 7 | __hltu(a, b) << 8 |
               __hgeu(a, b) << 9 | __hneu(a, b) << 10 | __hequ(a, b) << 11;
  r.sums = ab + Format<T>::pair(c, c);
  r.products = __hmul2(ab, ba);
  r.fuseds = __hfma2(ab, ba, Format<T>::pair(c, a));
  r.quotients = __h2div(ab, ba);
  r.leasts = __hmin2(ab, ba);
  r.equals = __heq2(ab, Format<T>::pair(a, a));
  r.both = __hblt2(ab, ba) | __hbge2(ab, ab) << 1 | __hbneu2(ab, ba) << 2;
}
template <class T> __device__ void compute_on_device(T a, T b, T c, Binary<T> &r) {
  compute(a, b, c, r);
  r.fused_relu = __hfma_relu(a, b, c);
  r.mask = __hgt2_mask(Format<T>::pair(a, b), Format<T>::pair(b, a));
}

inline bool is_less(double a, double b) {
  return a < b || (a == b && std::signbit(a) && !std::signbit(b));
}
template <class T> void check_binary(int x, int y, int z, const Binary<T> &r) {
  double a = value_of<T>(x), b = value_of<T>(y), c = value_of<T>(z);
  int sum = rounded<T>(odd_sum(a, b)), fused = rounded<T>(odd_sum(a * b, c));
  int product = rounded<T>(a * b), nan = 0x7fff;
  bool a_nan = std::isnan(a), b_nan = std::isnan(b), none = a_nan || b_nan;
  EXPECT_BITS(T, r.sum, sum, x, y);
  EXPECT_BITS(T, r.difference, rounded<T>(odd_sum(a, -b)), x, y);
  EXPECT_BITS(T, r.product, product, x, y);
  EXPECT_BITS(T, r.quotient, rounded<T>(a / b), x, y);
  EXPECT_BITS(T, r.fused, fused, x, y);
  int least = a_nan ? y : b_nan || is_less(a, b) ? x : y;
  int most = a_nan ? y : b_nan || is_less(b, a) ? x : y;
  EXPECT_BITS(T, r.least, least, x, y);
  EXPECT_BITS(T, r.most, most, x, y);
  EXPECT_BITS(T, r.least_nan, none ? nan : least, x, y);
  EXPECT_BITS(T, r.most_nan, none ? nan : most, x, y);
  double s = value_of<T>(sum);
  EXPECT_BITS(T, r.sum_sat, s > 0 ? rounded<T>(s < 1 ? s : 1) : 0, x, y);
  int want = (a == b) | (a != b) << 1 | (a < b) << 2 | (a > b) << 3 | (a <= b) << 4 |
             (a >= b) << 5 | (a == b) << 6 | (!none && a != b) << 7 | (none || a < b) << 8 |
             (none || a >= b) << 9 | (a != b) << 10 | (none || a == b) << 11;
  EXPECT_EQ(r.compared, want);
  EXPECT_BITS(T, r.sums.x, rounded<T>(odd_sum(a, c)), x, z);
  EXPECT_BITS(T, r.sums.y, rounded<T>(odd_sum(b, c)), y, z);
  EXPECT_BITS(T, r.products.y, product, x, y);
  EXPECT_BITS(T, r.fuseds.x, fused, x, y);
  EXPECT_BITS(T, r.fuseds.y, rounded<T>(odd_sum(a * b, a)), x, y);
  EXPECT_BITS(T, r.quotients.y, rounded<T>(b / a), y, x);
  EXPECT_BITS(T, r.leasts.x, least, x, y);
  EXPECT_BITS(T, r.equals.x, a == a ? rounded<T>(1) : 0, x, y);
  EXPECT_BITS(T, r.equals.y, a == b ? rounded<T>(1) : 0, x, y);
  EXPECT_EQ(r.both, (!none ? 2u : 0u) | (none || a != b ? 4u : 0u));
}
template <class T> void check_device_only(int x, int y, int z, const Binary<T> &r) {
  double a = value_of<T>(x), b = value_of<T>(y), c = value_of<T>(z);
  double fused = value_of<T>(rounded<T>(odd_sum(a * b, c)));
  EXPECT_BITS(T, r.fused_relu, fused > 0 || fused != fused ? rounded<T>(fused) : 0, x, y);
  EXPECT_EQ(r.mask, (a > b ? 0xffffu : 0u) | (b > a ? 0xffff0000u : 0u));
}

// ---- The runs. A program launches kernels that call the functions above.

template <class T> std::vector<T> all_numbers() {
  std::vector<T> numbers(65536);
  for (int i = 0; i < 65536; ++i)
    numbers[i] = from_bits<T>(i);
  return numbers;
}

struct Random {
  uint64_t state;
  unsigned next() {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(state >> 33) ^ (unsigned)(state >> 48);
  }
};

// Bits of floats near numbers of the type, and any.
template <class T> std::vector<unsigned> words_to_convert() {
  std::vector<unsigned> words(65536 * 4);
  Random random = {7};
  const unsigned ends[] = {0, 1, 0x7fff, 0x8000, 0x8001, 0xffff, 0x1000, 0x2fff};
  for (unsigned i = 0; i < words.size(); ++i) {
    float f = (float)value_of<T>((i >> 2) & 0xffff);
    memcpy(&words[i], &f, sizeof f);
    words[i] += i & 1 ? ends[random.next() % 8] : 0;
    words[i] = (i & 3) == 3 ? random.next() ^ random.next() << 16 : words[i];
  }
  return words;
}
template <class T> void check_conversions(const std::vector<unsigned> &words,
                                          const std::vector<Made<T>> &made) {
  for (unsigned i = 0; i < words.size(); ++i) {
    check_made<T>(words[i], made[i]);
    if (i % 16 == 3) {
      Made<T> on_host;
      make(words[i], on_host);
      check_made<T>(words[i], on_host);
    }
  }
}

template <class T> struct Triples {
  std::vector<T> x, y, z;
};
template <class T> Triples<T> triples_to_compute(int n) {
  Triples<T> t;
  Random random = {11};
  for (int i = 0; i < n; ++i) {
    int a = random.next() & 0xffff, b = random.next() & 0xffff, c = random.next() & 0xffff;
    if (i % 4 == 1) // of about 1
      a = rounded<T>(1) + (a & 0x1ff), b = rounded<T>(1) - (b & 0x1ff);
    if (i % 4 == 2) // a sum that nearly cancels
      c = rounded<T>(value_of<T>(a) * value_of<T>(b)) ^ 0x8000 ^ (c & 3);
    if (i % 8 == 3)
      b = a ^ (random.next() % 4 == 0 ? 0x8000 : 0);
    t.x.push_back(from_bits<T>(i ? a : rounded<T>(1.5)));
    t.y.push_back(from_bits<T>(i ? b : rounded<T>(0.6669921875)));
    t.z.push_back(from_bits<T>(i ? c : 1));
  }
  return t;
}
template <class T> void check_triples(const Triples<T> &t, const std::vector<Binary<T>> &out) {
  for (unsigned i = 0; i < out.size(); ++i) {
    int a = bits_of(t.x[i]), b = bits_of(t.y[i]), c = bits_of(t.z[i]);
    check_binary<T>(a, b, c, out[i]);
    check_device_only<T>(a, b, c, out[i]);
    if (i % 16 < 4) {
      Binary<T> on_host;
      compute(t.x[i], t.y[i], t.z[i], on_host);
      check_binary<T>(a, b, c, on_host);
    }
  }
}
