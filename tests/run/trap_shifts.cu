// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: shifts by the width and more. CUDA's hardware shifts everything out; OpenCL would take the
// amount modulo the width.
#include "check.h"

struct Setter {
  int &amount;
  __device__ Setter(int &a, int value) : amount(a) { amount = value; }
};
template <typename F> __device__ unsigned apply(F f, unsigned x) { return f(x); }

// Amounts that look like small constants and change after the shift's back.
__global__ void changed_elsewhere(const int *amounts, unsigned *u) {
  int i = threadIdx.x, m = amounts[i];
  int captured = 3;
  if (m > 5)
    captured = m;
  u[i] = apply([&](unsigned x) { return x << captured; }, 5u);
  u[8 + i] = apply([=](unsigned x) { return x >> captured; }, 0x80000000u);
  int set = 3;
  Setter setter(set, m);
  u[16 + i] = 5u << set;
  int left = 3, right = 2;
  (i & 1 ? left : right) = m;
  u[24 + i] = 5u << left;
  int first = 3, second = 2;
  int &either = i & 1 ? first : second;
  either = m;
  u[32 + i] = 5u << first;
  unsigned long long few = i & 3, many = 7 - i;
  u[40 + i] = 5u << max(min(few - many, 63ull), 0ull);
}

template <typename T> __device__ T mask(T width) { return ((T)1 << width) - 1; }

__global__ void shifts(const int *amounts, unsigned *u, int *s, unsigned long long *wide) {
  int i = threadIdx.x;
  int n = amounts[i];
  unsigned char bytes = 200;
  u[i] = 0xF0F0F0F1u << n;
  u[8 + i] = 0xF0F0F0F1u >> n;
  u[16 + i] = mask<unsigned>(n);
  u[24 + i] = 3u;
  u[24 + i] <<= n;
  u[32 + i] = 0x80000001u << (n & 31) | 1u >> (n % 32u); // these amounts are small enough
  bytes >>= n;
  u[40 + i] = bytes;
  s[i] = -1000 >> n;
  s[8 + i] = 1000 >> n;
  int left = -3;
  left <<= n;
  s[16 + i] = left;
  s[24 + i] = 0;
  for (int k = 0; k < 32; k++)
    s[24 + i] += (i >> k & 1) << (31 - k);
  wide[i] = 0xF0F0F0F0F0F0F0F1ull << n;
  wide[8 + i] = 0xF0F0F0F0F0F0F0F1ull >> n;
  wide[16 + i] = (unsigned long long)((long long)-5000000000ll >> n);
}

template <typename T> T left_by(T x, int n) { return n < (int)sizeof(T) * 8 ? x << n : 0; }
template <typename T> T right_by(T x, int n) {
  int most = (int)sizeof(T) * 8 - 1;
  return n <= most ? x >> n : x >> most >> 1;
}

int main() {
  int amounts[8] = {0, 1, 31, 32, 33, 63, 64, 100}, *d_amounts;
  unsigned u[48], *d_u;
  int s[32], *d_s;
  unsigned long long wide[24], *d_wide;
  OK(cudaMalloc(&d_amounts, sizeof amounts));
  OK(cudaMalloc(&d_u, sizeof u));
  OK(cudaMalloc(&d_s, sizeof s));
  OK(cudaMalloc(&d_wide, sizeof wide));
  OK(cudaMemcpy(d_amounts, amounts, sizeof amounts, cudaMemcpyHostToDevice));
  shifts<<<1, 8>>>(d_amounts, d_u, d_s, d_wide);
  OK(cudaMemcpy(u, d_u, sizeof u, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(s, d_s, sizeof s, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(wide, d_wide, sizeof wide, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; i++) {
    int n = amounts[i];
    EXPECT_EQ(u[i], left_by(0xF0F0F0F1u, n));
    EXPECT_EQ(u[8 + i], right_by(0xF0F0F0F1u, n));
    EXPECT_EQ(u[16 + i], left_by(1u, n) - 1);
    EXPECT_EQ(u[24 + i], left_by(3u, n));
    EXPECT_EQ(u[32 + i], left_by(0x80000001u, n & 31) | right_by(1u, n % 32));
    EXPECT_EQ(u[40 + i], (unsigned)right_by(200, n));
    EXPECT_EQ(s[i], right_by(-1000, n));
    EXPECT_EQ(s[8 + i], right_by(1000, n));
    EXPECT_EQ((unsigned)s[16 + i], left_by((unsigned)-3, n));
    unsigned reversed = 0;
    for (int k = 0; k < 32; k++)
      reversed += (unsigned)(i >> k & 1) << (31 - k);
    EXPECT_EQ((unsigned)s[24 + i], reversed);
    EXPECT_EQ(wide[i], left_by(0xF0F0F0F0F0F0F0F1ull, n));
    EXPECT_EQ(wide[8 + i], right_by(0xF0F0F0F0F0F0F0F1ull, n));
    EXPECT_EQ((long long)wide[16 + i], right_by(-5000000000ll, n));
  }
  unsigned c[48], *d_c;
  OK(cudaMalloc(&d_c, sizeof c));
  changed_elsewhere<<<1, 8>>>(d_amounts, d_c);
  OK(cudaMemcpy(c, d_c, sizeof c, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; i++) {
    int m = amounts[i], captured = m > 5 ? m : 3;
    EXPECT_EQ(c[i], left_by(5u, captured));
    EXPECT_EQ(c[8 + i], right_by(0x80000000u, captured));
    EXPECT_EQ(c[16 + i], left_by(5u, m));
    EXPECT_EQ(c[24 + i], left_by(5u, i & 1 ? m : 3));
    EXPECT_EQ(c[32 + i], left_by(5u, i & 1 ? m : 3));
    EXPECT_EQ(c[40 + i], (i & 3) < 7 - i ? 0u : left_by(5u, (i & 3) - (7 - i)));
  }
  return verdict();
}
