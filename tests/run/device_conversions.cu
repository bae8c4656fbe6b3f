// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Conversions: float to int out of range and of NaN saturate on the device; shifts by 32 and more
// give 0 or the sign; integer division truncates; the rounding-mode conversions and bit casts.
#include "check.h"

__global__ void from_float(const float *in, int *i32, unsigned *u32, long long *i64, int *rounded) {
  int i = threadIdx.x;
  float f = in[i];
  i32[i] = (int)f;
  u32[i] = (unsigned)f;
  i64[i] = (long long)f;
  i32[16 + i] = (int)(double)f;
  rounded[i] = __float2int_rn(f);
  rounded[16 + i] = __float2int_rz(f);
  rounded[32 + i] = __float2int_ru(f);
  rounded[48 + i] = __float2int_rd(f);
  rounded[64 + i] = __float_as_int(f);
  rounded[80 + i] = (int)__float2uint_rn(f);
  rounded[96 + i] = lrintf(f) == rintf(f);
}

// Bit casts of the language, also of shared memory that the others have just written.
__global__ void bits(const float *in, int *out, float *back) {
  __shared__ float all[16];
  int i = threadIdx.x;
  all[i] = in[i];
  __syncthreads();
  out[i] = __builtin_bit_cast(int, all[i ^ 1]);
  out[16 + i] = __builtin_bit_cast(unsigned, in[i] * 2) >> 23;
  back[i] = __builtin_bit_cast(float, out[i]);
}

// A compound assignment converts as a plain one does.
__global__ void compound(const float *in, int *i32, unsigned *u32, int3 *threes) {
  int i = threadIdx.x, k = 0;
  i32[i] = 100;
  i32[i] += in[i];
  i32[16 + i] = i32[32 + i] = 50;
  i32[16 + i] = (i32[32 + i] -= 1.0 * in[i]) / 2;
  u32[i] = 5;
  u32[i] *= in[i];
  unsigned char c = 250;
  c *= 0.5f;
  u32[16 + i] = c;
  threes[i] = make_int3(1, 2, 3);
  threes[i].y += in[i];
  i32[48 + i] = 3;
  i32[48 + i] += (k = 4) * 0.5f;
  i32[48 + i] += k;
}

__global__ void integers(const int *a, const int *b, int *out, unsigned *uout, float *fout) {
  int i = threadIdx.x;
  int x = a[i], y = b[i];
  unsigned u = (unsigned)x;
  out[i] = x / y;
  out[8 + i] = x % y;
  out[16 + i] = x >> (y & 31);
  uout[i] = u >> (y & 31);
  uout[8 + i] = u << (y & 31);
  uout[16 + i] = u / (unsigned)y;
  fout[i] = __int_as_float(x);
  fout[8 + i] = (float)x;
  fout[16 + i] = __int2float_rn(x);
  fout[24 + i] = (float)u;
  fout[32 + i] = (float)__hiloint2double(x & 0x3fffffff, y);
}

// Constants that the type cannot hold saturate to it as other values do: nvcc folds none of them.
__global__ void constants(unsigned *out, long long *wide) {
  const float below = -7.5f;
  out[0] = (unsigned)-5.0f;
  out[1] = (unsigned)-5.0;
  out[2] = below;
  out[3] = (unsigned char)-3.0f;
  out[4] = 5e9;
  out[5] = (unsigned)(int)3e9f;
  out[6] = (unsigned)(int)-1e20;
  out[7] = (unsigned char)300.0f; // the low byte of 300
  out[8] = (unsigned)-0.5f;
  out[9] = (unsigned)3e9f;
  wide[0] = (unsigned long long)-2.5;
  wide[1] = (unsigned long long)-2.5f;
  wide[2] = (long long)1e30;
  wide[3] = (long long)-7.9f;
}
static void check_constants() {
  const unsigned want[10] = {0, 0, 0, 0, 0xffffffffu, 0x7fffffff, 0x80000000u, 44, 0, 3000000000u};
  const long long want_wide[4] = {0, 0, 0x7fffffffffffffffll, -7};
  unsigned out[10], *d_out;
  long long wide[4], *d_wide;
  OK(cudaMalloc(&d_out, sizeof out));
  OK(cudaMalloc(&d_wide, sizeof wide));
  constants<<<1, 1>>>(d_out, d_wide);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(wide, d_wide, sizeof wide, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 10; i++)
    EXPECT_EQ(out[i], want[i]);
  for (int i = 0; i < 4; i++)
    EXPECT_EQ(wide[i], want_wide[i]);
  OK(cudaFree(d_out));
  OK(cudaFree(d_wide));
}

int main() {
  check_constants();
  const float big = 3e9f,
              in[16] = {0.5f,  -0.5f, 1.5f,     2.5f,      -1.5f, 1e9f,     -1e9f, 2147483648.0f,
                        -3e9f, 3e9f,  INFINITY, -INFINITY, NAN,   0.99999f, 4e9f,  -7.75f};
  float *d_in;
  int i32[32], *d_i32, rounded[112], *d_rounded;
  unsigned u32[16], *d_u32;
  long long i64[16], *d_i64;
  OK(cudaMalloc(&d_in, sizeof in));
  OK(cudaMalloc(&d_i32, sizeof i32));
  OK(cudaMalloc(&d_u32, sizeof u32));
  OK(cudaMalloc(&d_i64, sizeof i64));
  OK(cudaMalloc(&d_rounded, sizeof rounded));
  OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
  from_float<<<1, 16>>>(d_in, d_i32, d_u32, d_i64, d_rounded);
  OK(cudaMemcpy(i32, d_i32, sizeof i32, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(u32, d_u32, sizeof u32, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(i64, d_i64, sizeof i64, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(rounded, d_rounded, sizeof rounded, cudaMemcpyDeviceToHost));
  const int max = 2147483647, min = -max - 1;
  int sums[64], *d_sums;
  unsigned products[32], *d_products;
  int3 threes[16], *d_threes;
  OK(cudaMalloc(&d_sums, sizeof sums));
  OK(cudaMalloc(&d_products, sizeof products));
  OK(cudaMalloc(&d_threes, sizeof threes));
  compound<<<1, 16>>>(d_in, d_sums, d_products, d_threes);
  OK(cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(products, d_products, sizeof products, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(threes, d_threes, sizeof threes, cudaMemcpyDeviceToHost));
  auto saturated = [&](double f) {
    return std::isnan(f) ? 0 : f >= max ? max : f <= min ? min : (int)f;
  };
  for (int i = 0; i < 16; i++) {
    EXPECT_EQ(sums[i], saturated(100 + in[i]));
    if (!std::isnan(in[i])) // a NaN that is a double has no int, and devices differ
      EXPECT_EQ(sums[32 + i], saturated(50 - (double)in[i]));
    EXPECT_EQ(sums[16 + i], sums[32 + i] / 2);
    EXPECT_EQ(sums[48 + i], 9);
    float product = 5 * in[i];
    if (!std::isnan(product)) // trap_nan_to_unsigned has that
      EXPECT_EQ(products[i], product >= 4294967295.0f ? 4294967295u
                           : product > 0            ? (unsigned)product
                                                    : 0u);
    EXPECT_EQ(products[16 + i], 125u);
    EXPECT_EQ(threes[i].x + threes[i].z, 4);
    EXPECT_EQ(threes[i].y, saturated(2 + in[i]));
  }
  for (int i = 0; i < 16; i++) {
    double f = in[i];
    if (std::isnan(f)) {
      EXPECT_EQ(i32[i], 0);
      EXPECT_EQ(rounded[i], 0);
    } else {
      EXPECT_EQ(i32[i], f >= max ? max : f <= min ? min : (int)f);
      EXPECT_EQ(u32[i], f >= 4294967295.0 ? 4294967295u : f <= 0 ? 0u : (unsigned)f);
      EXPECT_EQ(rounded[i], f >= max ? max : f <= min ? min : (int)std::nearbyint(f));
      EXPECT_EQ(rounded[16 + i], f >= max ? max : f <= min ? min : (int)f);
      EXPECT_EQ(rounded[32 + i], f >= max ? max : f <= min ? min : (int)std::ceil(f));
      EXPECT_EQ(rounded[48 + i], f >= max ? max : f <= min ? min : (int)std::floor(f));
      EXPECT_EQ((unsigned)rounded[80 + i], f >= 4294967295.0 ? 4294967295u
                                           : f <= 0          ? 0u
                                                             : (unsigned)std::nearbyint(f));
      if (std::fabs(f) < big)
        EXPECT_EQ(i64[i], (long long)f);
      EXPECT_EQ(i64[i] > 0, f >= 1);
      if (!std::isinf(f)) {
        EXPECT_EQ(i32[16 + i], f >= max ? max : f <= min ? min : (int)f);
        EXPECT_EQ(rounded[96 + i], 1);
      }
    }
    int bits;
    memcpy(&bits, &in[i], 4);
    EXPECT_EQ(rounded[64 + i], bits);
  }

  const int a[8] = {7, -7, 7, -7, -1, 16777217, -2147483647 - 1, 0x12345678};
  const int b[8] = {2, 2, -2, -2, 31, 3, 7, 12};
  int out[24], *d_a, *d_b, *d_out;
  unsigned uout[24], *d_uout;
  float fout[40], *d_fout;
  OK(cudaMalloc(&d_a, sizeof a));
  OK(cudaMalloc(&d_b, sizeof b));
  OK(cudaMalloc(&d_out, sizeof out));
  OK(cudaMalloc(&d_uout, sizeof uout));
  OK(cudaMalloc(&d_fout, sizeof fout));
  OK(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice));
  integers<<<1, 8>>>(d_a, d_b, d_out, d_uout, d_fout);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(uout, d_uout, sizeof uout, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(fout, d_fout, sizeof fout, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; i++) {
    unsigned u = (unsigned)a[i];
    EXPECT_EQ(out[i], a[i] / b[i]);
    EXPECT_EQ(out[8 + i], a[i] % b[i]);
    EXPECT_EQ(out[16 + i], a[i] >> (b[i] & 31));
    EXPECT_EQ(uout[i], u >> (b[i] & 31));
    EXPECT_EQ(uout[8 + i], u << (b[i] & 31));
    EXPECT_EQ(uout[16 + i], u / (unsigned)b[i]);
    EXPECT(memcmp(&fout[i], &a[i], 4) == 0);
    EXPECT_EQ(fout[8 + i], (float)a[i]);
    EXPECT_EQ(fout[16 + i], (float)a[i]);
    EXPECT_EQ(fout[24 + i], (float)u);
    double d;
    long long bits = ((long long)(a[i] & 0x3fffffff) << 32) | (unsigned)b[i];
    memcpy(&d, &bits, 8);
    EXPECT_EQ(fout[32 + i], (float)d);
  }
  {
    int cast[32];
    float same[16], source[16];
    OK(cudaMemcpy(source, d_in, sizeof source, cudaMemcpyDeviceToHost));
    bits<<<1, 16>>>(d_in, d_i32, d_fout);
    OK(cudaMemcpy(cast, d_i32, sizeof cast, cudaMemcpyDeviceToHost));
    OK(cudaMemcpy(same, d_fout, sizeof same, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 16; i++) {
      float twice = source[i] * 2;
      unsigned raw;
      memcpy(&raw, &twice, 4);
      EXPECT(memcmp(&cast[i], &source[i ^ 1], 4) == 0);
      EXPECT(memcmp(&same[i], &source[i ^ 1], 4) == 0);
      EXPECT(twice != twice || cast[16 + i] == (int)(raw >> 23));
    }
  }
  OK(cudaFree(d_in));
  OK(cudaFree(d_i32));
  OK(cudaFree(d_u32));
  OK(cudaFree(d_i64));
  OK(cudaFree(d_rounded));
  OK(cudaFree(d_a));
  OK(cudaFree(d_b));
  OK(cudaFree(d_out));
  OK(cudaFree(d_uout));
  OK(cudaFree(d_fout));
  return verdict();
}
