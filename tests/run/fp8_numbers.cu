// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Numbers of 8 bits, in kernels and on the host: all values to other types and back, all halves and
// many floats and doubles rounded, with saturation and without, classes of two and four.
#include <cuda_fp8.h>

#include "check.h"
#include <cstdint>
#include <limits>
#include <vector>

/// What a number is: from its fields, by ldexp.
static double decoded(int bits, bool is_e5m2) {
  int mantissa = is_e5m2 ? 2 : 3, bias = is_e5m2 ? 15 : 7;
  int exponent = (bits & 0x7f) >> mantissa, digits = bits & ((1 << mantissa) - 1);
  double size = exponent ? std::ldexp(digits + (1 << mantissa), exponent - bias - mantissa)
                         : std::ldexp(digits, 1 - bias - mantissa);
  if (is_e5m2 && exponent == 31)
    size = digits ? std::nan("") : std::numeric_limits<double>::infinity();
  if (!is_e5m2 && (bits & 0x7f) == 0x7f)
    size = std::nan("");
  return bits & 0x80 ? -size : size;
}
static double value_of(int bits, bool is_e5m2) {
  static double values[2][256];
  if (values[0][1] == 0)
    for (int i = 0; i < 512; ++i)
      values[i / 256][i % 256] = decoded(i % 256, i / 256);
  return values[is_e5m2][bits];
}
/// The number next to \p v: found among all of them.
static int nearest(double v, bool finite, bool is_e5m2) {
  int most = is_e5m2 ? 0x7b : 0x7e, sign = std::signbit(v) ? 0x80 : 0;
  if (std::isnan(v))
    return 0x7f;
  double size = std::fabs(v), last = value_of(most, is_e5m2);
  double unit = last - value_of(most - 1, is_e5m2), limit = last + unit / 2;
  bool most_is_even = most % 2 == 0;
  if (size > limit || (size == limit && !most_is_even))
    return sign | (finite ? most : is_e5m2 ? 0x7c : 0x7f);
  int best = most;
  for (int i = 0; i < most; ++i) {
    double low = value_of(i, is_e5m2), high = value_of(i + 1, is_e5m2);
    if (size >= low && size < high) {
      double middle = (low + high) / 2;
      best = size < middle || (size == middle && i % 2 == 0) ? i : i + 1;
      break;
    }
  }
  return sign | best;
}

__host__ __device__ inline void round_float(float f, unsigned char *o) {
  o[0] = __nv_cvt_float_to_fp8(f, __NV_SATFINITE, __NV_E4M3);
  o[1] = __nv_cvt_float_to_fp8(f, __NV_NOSAT, __NV_E4M3);
  o[2] = __nv_cvt_float_to_fp8(f, __NV_SATFINITE, __NV_E5M2);
  o[3] = __nv_cvt_float_to_fp8(f, __NV_NOSAT, __NV_E5M2);
  o[4] = __nv_fp8_e4m3(f).__x;
  __nv_fp8_e5m2 e(f);
  o[5] = e.__x;
}
__host__ __device__ inline void round_double(double d, unsigned char *o) {
  o[0] = __nv_cvt_double_to_fp8(d, __NV_SATFINITE, __NV_E4M3);
  o[1] = __nv_cvt_double_to_fp8(d, __NV_NOSAT, __NV_E4M3);
  o[2] = __nv_cvt_double_to_fp8(d, __NV_SATFINITE, __NV_E5M2);
  o[3] = __nv_cvt_double_to_fp8(d, __NV_NOSAT, __NV_E5M2);
  o[4] = __nv_fp8_e4m3(d).__x;
  o[5] = static_cast<__nv_fp8_e5m2>(d).__x;
}
__host__ __device__ inline void round_16(unsigned short bits, unsigned char *o) {
  __half_raw h;
  __nv_bfloat16_raw b;
  h.x = bits;
  b.x = bits;
  o[0] = __nv_cvt_halfraw_to_fp8(h, __NV_SATFINITE, __NV_E4M3);
  o[1] = __nv_cvt_halfraw_to_fp8(h, __NV_NOSAT, __NV_E4M3);
  o[2] = __nv_cvt_halfraw_to_fp8(h, __NV_SATFINITE, __NV_E5M2);
  o[3] = __nv_cvt_halfraw_to_fp8(h, __NV_NOSAT, __NV_E5M2);
  o[4] = __nv_cvt_bfloat16raw_to_fp8(b, __NV_SATFINITE, __NV_E4M3);
  o[5] = __nv_cvt_bfloat16raw_to_fp8(b, __NV_NOSAT, __NV_E4M3);
  o[6] = __nv_cvt_bfloat16raw_to_fp8(b, __NV_SATFINITE, __NV_E5M2);
  o[7] = __nv_cvt_bfloat16raw_to_fp8(b, __NV_NOSAT, __NV_E5M2);
  o[8] = __nv_fp8_e4m3(__half(h)).__x;
  o[9] = __nv_fp8_e5m2(__nv_bfloat16(b)).__x;
}
struct Others {
  double wide;
  long long as_long;
  unsigned long long as_ulong;
  float value;
  int as_int;
  unsigned int as_uint;
  short as_short;
  unsigned short as_ushort, half_bits, raw_bits, bfloat16_bits;
  signed char as_char;
  unsigned char as_uchar, again, truth;
};
template <class T>
__host__ __device__ inline void convert_back(unsigned char bits, __nv_fp8_interpretation_t kind,
                                             Others &o) {
  T a;
  a.__x = bits;
  o.wide = static_cast<double>(a);
  o.value = float(a);
  o.as_long = static_cast<long long>(a);
  o.as_ulong = static_cast<unsigned long long>(a);
  o.as_int = int(a);
  o.as_uint = static_cast<unsigned int>(a);
  o.as_short = static_cast<short>(a);
  o.as_ushort = static_cast<unsigned short>(a);
  o.as_char = static_cast<signed char>(a);
  o.as_uchar = static_cast<unsigned char>(a);
  o.truth = static_cast<bool>(a);
  o.half_bits = static_cast<__half_raw>(static_cast<__half>(a)).x;
  o.raw_bits = __nv_cvt_fp8_to_halfraw(bits, kind).x;
  o.bfloat16_bits = static_cast<__nv_bfloat16_raw>(static_cast<__nv_bfloat16>(a)).x;
  o.again = T(float(a)).__x;
}
struct Several {
  unsigned two, pair_of_halves, plain_two, four, half_low;
  float x, y, z, w, second, of_half;
};
template <class T, class T2, class T4>
__host__ __device__ inline void convert_several(float2 f, float4 v, Several &s) {
  T2 two(f);
  s.two = two.__x;
  T2 halves(__floats2half2_rn(f.x, f.y));
  s.pair_of_halves = halves.__x;
  s.plain_two = __nv_cvt_float2_to_fp8x2(f, __NV_SATFINITE, __NV_E4M3);
  T4 four(v);
  s.four = four.__x;
  float4 back = static_cast<float4>(four);
  s.x = back.x, s.y = back.y, s.z = back.z, s.w = back.w;
  s.second = static_cast<float2>(two).y;
  __half2 h = static_cast<__half2>(two);
  s.of_half = __low2float(h);
  T numbers[2] = {T(f.x), T(3)};
  s.half_low = numbers[0].__x + 256 * numbers[1].__x;
}
__host__ __device__ inline void round_integer(int i, unsigned char *o) {
  o[0] = __nv_fp8_e4m3(i).__x;
  o[1] = __nv_fp8_e5m2((unsigned int)i).__x;
  o[2] = __nv_fp8_e5m2((short)i).__x;
  o[3] = __nv_fp8_e4m3((long long)i * 3).__x;
}

__global__ void floats(const float *in, unsigned char *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned char o[6];
  round_float(in[i], o);
  for (int k = 0; k < 6; ++k)
    out[6 * i + k] = o[k];
}
__global__ void doubles(const double *in, unsigned char *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned char o[6];
  round_double(in[i], o);
  for (int k = 0; k < 6; ++k)
    out[6 * i + k] = o[k];
}
__global__ void all_16(unsigned char *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned char o[10];
  round_16((unsigned short)i, o);
  for (int k = 0; k < 10; ++k)
    out[10 * i + k] = o[k];
}
__global__ void all_8(Others *out) {
  int i = threadIdx.x;
  convert_back<__nv_fp8_e4m3>((unsigned char)i, __NV_E4M3, out[i]);
  convert_back<__nv_fp8_e5m2>((unsigned char)i, __NV_E5M2, out[256 + i]);
}
__global__ void several(const float *in, Several *out, unsigned char *integers) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float2 f = make_float2(in[i], in[i + 1]);
  float4 v = make_float4(in[i], in[i + 1], in[i + 2], in[i + 3]);
  convert_several<__nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3>(f, v, out[2 * i]);
  convert_several<__nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2>(f, v, out[2 * i + 1]);
  unsigned char o[4];
  round_integer((i - 500) * 131, o);
  for (int k = 0; k < 4; ++k)
    integers[4 * i + k] = o[k];
}
/// Memory of numbers, shared and global, and arithmetic by way of float.
__global__ void scale(const __nv_fp8_e4m3 *in, __nv_fp8_e5m2 *out, __nv_fp8x4_e4m3 *fours) {
  __shared__ __nv_fp8_e4m3 tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  float sum = float(tile[t]) + float(tile[63 - t]);
  out[t] = __nv_fp8_e5m2(sum);
  if (t < 16)
    fours[t] = __nv_fp8x4_e4m3(make_float4(sum, 1, 2, -3));
}

template <class T> static T *device_memory(size_t count) {
  T *p;
  OK(cudaMalloc(&p, count * sizeof(T)));
  return p;
}
template <class T> static std::vector<T> take_back(const T *p, size_t count) {
  std::vector<T> v(count);
  OK(cudaMemcpy(v.data(), p, count * sizeof(T), cudaMemcpyDeviceToHost));
  return v;
}
static unsigned long long random_bits() {
  static unsigned long long state = 88172645463325252ull;
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return state;
}

template <class F, class Kernel, class OnHost>
static void check_rounding(const std::vector<F> &in, Kernel kernel, OnHost on_host) {
  F *d_in = device_memory<F>(in.size());
  unsigned char *d_out = device_memory<unsigned char>(6 * in.size());
  OK(cudaMemcpy(d_in, in.data(), in.size() * sizeof(F), cudaMemcpyHostToDevice));
  kernel(d_in, d_out);
  std::vector<unsigned char> got = take_back(d_out, 6 * in.size());
  int wrong = 0, other = 0;
  for (size_t i = 0; i < in.size(); ++i) {
    unsigned char host[6];
    on_host(in[i], host);
    for (int k = 0; k < 6; ++k) {
      // A NaN among doubles keeps its sign and one bit.
      bool nan = std::isnan(in[i]) && sizeof(F) == 8;
      int want = nearest(in[i], k == 4 || k == 5 || k % 2 == 0, k == 2 || k == 3 || k == 5);
      int mask = !nan ? 0xff : k == 2 || k == 3 || k == 5 ? 0x7e : 0x7f;
      bool bad = (got[6 * i + k] & mask) != (want & mask);
      if (bad && ++wrong < 5)
        printf("%.17g, %d: %02x instead of %02x\n", (double)in[i], k, got[6 * i + k], want);
      other += host[k] != got[6 * i + k] && !nan;
    }
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(other, 0);
}

static void check_all_16() {
  unsigned char *d_out = device_memory<unsigned char>(10 * 65536);
  all_16<<<256, 256>>>(d_out);
  std::vector<unsigned char> got = take_back(d_out, 10 * 65536);
  int wrong = 0, other = 0;
  for (int i = 0; i < 65536; ++i) {
    unsigned char host[10];
    round_16((unsigned short)i, host);
    __half_raw h;
    __nv_bfloat16_raw b;
    h.x = (unsigned short)i;
    b.x = (unsigned short)i;
    double half_value = __half2float(__half(h)),
           bfloat16_value = __bfloat162float(__nv_bfloat16(b));
    for (int k = 0; k < 10; ++k) {
      bool is_half = k < 4 || k == 8, is_e5m2 = k == 9 || (k < 8 && k % 4 >= 2);
      int want = nearest(is_half ? half_value : bfloat16_value, k > 7 || k % 2 == 0, is_e5m2);
      if (got[10 * i + k] != want && ++wrong < 5)
        printf("%04x, %d: %02x instead of %02x\n", i, k, got[10 * i + k], want);
      other += host[k] != got[10 * i + k];
    }
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(other, 0);
}

/// C++'s conversion of \p v to an integer, at the ends of the type where it does not fit.
template <class T> static T clamped(double v) {
  double low = (double)std::numeric_limits<T>::min(), high = (double)std::numeric_limits<T>::max();
  if (std::isnan(v)) // of 64 bits only the highest
    return sizeof(T) == 8 ? (T)(1ull << 63) : 0;
  return v <= low    ? std::numeric_limits<T>::min()
         : v >= high ? std::numeric_limits<T>::max()
                     : (T)v;
}
static void check_back(const Others &o, int bits, bool is_e5m2) {
  double v = value_of(bits, is_e5m2);
  bool nan = std::isnan(v);
  EXPECT(nan ? std::isnan(o.value) && std::isnan(o.wide) : o.value == v && o.wide == v);
  EXPECT(nan || std::signbit(o.value) == std::signbit(v));
  EXPECT_EQ(o.as_long, clamped<long long>(v));
  EXPECT_EQ(o.as_ulong, clamped<unsigned long long>(v));
  EXPECT_EQ(o.as_int, clamped<int>(v));
  EXPECT_EQ(o.as_uint, clamped<unsigned int>(v));
  EXPECT_EQ(o.as_short, clamped<short>(v));
  EXPECT_EQ(o.as_ushort, clamped<unsigned short>(v));
  EXPECT_EQ((int)o.as_char, (int)clamped<signed char>(v));
  EXPECT_EQ((int)o.as_uchar, (int)clamped<unsigned char>(v));
  EXPECT_EQ((int)o.truth, (int)((bits & 0x7f) != 0));
  EXPECT_EQ((int)o.half_bits, (int)o.raw_bits);
  __half_raw h;
  h.x = o.half_bits;
  EXPECT(nan ? o.half_bits == 0x7fff : __half2float(__half(h)) == v);
  __nv_bfloat16_raw b;
  b.x = o.bfloat16_bits;
  EXPECT(nan ? o.bfloat16_bits == 0x7fff : __bfloat162float(__nv_bfloat16(b)) == v);
  // The largest number stands for infinity, a NaN loses its sign.
  int again = nan ? 0x7f : is_e5m2 && (bits & 0x7f) == 0x7c ? bits - 1 : bits;
  EXPECT_EQ((int)o.again, again);
}
static void check_all_8() {
  Others *d_out = device_memory<Others>(512), host;
  all_8<<<1, 256>>>(d_out);
  std::vector<Others> got = take_back(d_out, 512);
  for (int i = 0; i < 256; ++i) {
    check_back(got[i], i, false);
    check_back(got[256 + i], i, true);
    convert_back<__nv_fp8_e4m3>((unsigned char)i, __NV_E4M3, host);
    check_back(host, i, false);
    convert_back<__nv_fp8_e5m2>((unsigned char)i, __NV_E5M2, host);
    check_back(host, i, true);
  }
}

static void check_one_of_several(const Several &s, const float *in, bool is_e5m2) {
  int n[4];
  for (int k = 0; k < 4; ++k)
    n[k] = nearest(in[k], true, is_e5m2);
  auto half = [&](float f) { return nearest(__half2float(__float2half(f)), true, is_e5m2); };
  auto as_read = [&](float got, int bits) {
    double v = value_of(bits, is_e5m2);
    return std::isnan(v) ? std::isnan(got) : got == v;
  };
  EXPECT_EQ(s.two, (unsigned)(n[0] | n[1] << 8));
  EXPECT_EQ(s.four, (unsigned)(n[0] | n[1] << 8 | n[2] << 16) | (unsigned)n[3] << 24);
  EXPECT_EQ(s.pair_of_halves, (unsigned)(half(in[0]) | half(in[1]) << 8));
  EXPECT_EQ(s.plain_two,
            (unsigned)(nearest(in[0], true, false) | nearest(in[1], true, false) << 8));
  EXPECT(as_read(s.x, n[0]) && as_read(s.y, n[1]) && as_read(s.z, n[2]) && as_read(s.w, n[3]));
  EXPECT(as_read(s.second, n[1]) && as_read(s.of_half, n[0]));
  EXPECT_EQ(s.half_low, (unsigned)(n[0] + 256 * nearest(3, true, is_e5m2)));
}
static void check_several(const std::vector<float> &in) {
  const int n = 1024;
  float *d_in = device_memory<float>(in.size());
  Several *d_out = device_memory<Several>(2 * n);
  unsigned char *d_integers = device_memory<unsigned char>(4 * n);
  OK(cudaMemcpy(d_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice));
  several<<<n / 128, 128>>>(d_in, d_out, d_integers);
  std::vector<Several> got = take_back(d_out, 2 * n);
  std::vector<unsigned char> integers = take_back(d_integers, 4 * n);
  for (int i = 0; i < n; ++i) {
    check_one_of_several(got[2 * i], &in[i], false);
    check_one_of_several(got[2 * i + 1], &in[i], true);
    int v = (i - 500) * 131;
    EXPECT_EQ((int)integers[4 * i], nearest(v, true, false));
    EXPECT_EQ((int)integers[4 * i + 1], nearest((unsigned)v, true, true));
    EXPECT_EQ((int)integers[4 * i + 2], nearest((short)v, true, true));
    EXPECT_EQ((int)integers[4 * i + 3], nearest(3ll * v, true, false));
  }
}

static void check_memory() {
  std::vector<__nv_fp8_e4m3> in(64);
  for (int i = 0; i < 64; ++i)
    in[i] = __nv_fp8_e4m3(i * 0.37f - 9);
  __nv_fp8_e4m3 *d_in = device_memory<__nv_fp8_e4m3>(64);
  __nv_fp8_e5m2 *d_out = device_memory<__nv_fp8_e5m2>(64);
  __nv_fp8x4_e4m3 *d_fours = device_memory<__nv_fp8x4_e4m3>(16);
  OK(cudaMemcpy(d_in, in.data(), 64 * sizeof(__nv_fp8_e4m3), cudaMemcpyHostToDevice));
  scale<<<1, 64>>>(d_in, d_out, d_fours);
  std::vector<__nv_fp8_e5m2> out = take_back(d_out, 64);
  std::vector<__nv_fp8x4_e4m3> fours = take_back(d_fours, 16);
  for (int i = 0; i < 64; ++i) {
    float sum = float(in[i]) + float(in[63 - i]);
    EXPECT_EQ((int)out[i].__x, nearest(sum, true, true));
    if (i < 16)
      EXPECT_EQ(fours[i].__x, __nv_fp8x4_e4m3(make_float4(sum, 1, 2, -3)).__x);
  }
}

int main() {
  std::vector<float> in = {0.0f, -0.0f, INFINITY, -INFINITY, NAN, -NAN, 448, 464, 464.0001f, -480};
  for (int kind = 0; kind < 2; ++kind)
    for (int i = 0; i < 0x7e;
         ++i) { // each number, the middle to the next one, and their neighbours
      float low = (float)value_of(i, kind), high = (float)value_of(i + 1, kind);
      if (!std::isfinite(high))
        high = 65536;
      for (float v : {low, (low + high) / 2})
        for (float w : {v, std::nextafter(v, INFINITY), -std::nextafter(v, -INFINITY)})
          in.push_back(w);
    }
  while (in.size() < 8192) {
    uint32_t bits = (uint32_t)random_bits();
    if (in.size() % 2) // from 2^-20 to 2^20
      bits = (bits & 0x807fffffu) | (107 + (bits >> 9) % 40) << 23;
    float f;
    memcpy(&f, &bits, sizeof f);
    in.push_back(f);
  }
  const int blocks = (int)in.size() / 128;
  check_rounding(
      in, [&](const float *f, unsigned char *o) { floats<<<blocks, 128>>>(f, o); }, round_float);
  std::vector<double> wide(in.begin(), in.end());
  for (size_t i = 0; i < wide.size(); i += 3) // what float cannot hold: next to the middles, too
    wide[i] = std::nextafter(wide[i], i % 2 ? INFINITY : -INFINITY);
  check_rounding(
      wide, [&](const double *d, unsigned char *o) { doubles<<<blocks, 128>>>(d, o); },
      round_double);
  check_all_16();
  check_all_8();
  check_several(in);
  check_memory();
  OK(cudaGetLastError());
  return verdict();
}
