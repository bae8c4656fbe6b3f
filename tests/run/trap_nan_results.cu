// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: NaN and infinity arise, compare, select and survive as in CUDA; fmin and fmax drop a NaN,
// std::min and std::max do so by its place.
#include "check.h"
#include <algorithm>

__global__ void special(const float *a, const float *b, float *out, int *flags) {
  int i = threadIdx.x;
  float x = a[i], y = b[i];
  out[i] = x / y;
  out[8 + i] = sqrtf(x);
  out[16 + i] = fminf(x, y);
  out[24 + i] = fmaxf(x, y);
  out[32 + i] = x < y ? 1.0f : x >= y ? 2.0f : 3.0f;
  out[40 + i] = logf(x);
  flags[i] = isnan(x) * 1 + isinf(x) * 2 + isfinite(x) * 4 + signbit(x) * 8;
  flags[i] |= (x == x) << 4 | (x != y) << 5 | !(x > y) << 6;
  flags[8 + i] = isnan((double)y) ? 1 : 0;
}

template <typename T> __host__ __device__ void extremes(T x, T y, T *to) {
  to[0] = std::min(x, y);
  to[1] = std::max(x, y);
  to[2] = std::min<T>(x, 1);
  to[3] = std::max<T>(1, y);
  to[4] = std::min({x, y, T(1)});
  to[5] = std::max({x, y, T(1)});
  to[6] = 1 / std::min(x * 0, y * 0); // the sign of the first zero
  to[7] = 1 / std::max(x * 0, y * 0);
}
template <typename T> __global__ void all_extremes(const T *x, const T *y, T *to) {
  extremes(x[threadIdx.x], y[threadIdx.x], to + threadIdx.x * 8);
}

static void expect_same(double got, double want) {
  EXPECT(std::isnan(want) ? std::isnan(got) : got == want);
}

template <typename T> static void library() {
  T x[7] = {1, T(NAN), T(NAN), -2, T(INFINITY), 3, -1}, y[7] = {T(NAN), 1, T(NAN), 4, 5, -4, -7};
  T got[7 * 8], want[8], *d_x, *d_y, *d_got;
  OK(cudaMalloc(&d_x, sizeof x));
  OK(cudaMalloc(&d_y, sizeof y));
  OK(cudaMalloc(&d_got, sizeof got));
  OK(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_y, y, sizeof y, cudaMemcpyHostToDevice));
  all_extremes<<<1, 7>>>(d_x, d_y, d_got);
  OK(cudaMemcpy(got, d_got, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 7; i++) {
    extremes(x[i], y[i], want);
    for (int k = 0; k < 8; k++)
      expect_same(got[i * 8 + k], want[k]);
  }
}

// The C library's macros inside a macro of the program.
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#define STORE(x) *to++ = (double)(x)
__global__ void limits(double *to, float f) {
  STORE(LARGER(f, -INFINITY));
  STORE(INFINITY > 1e30f);
  STORE(isnan(NAN));
  float low = LARGER(-HUGE_VALF, -INFINITY);
  STORE(low);
}

static void macros() {
  double got[4], *d;
  OK(cudaMalloc(&d, sizeof got));
  limits<<<1, 1>>>(d, -3.0f);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  EXPECT_EQ(got[0], -3.0);
  EXPECT_EQ(got[1], 1.0);
  EXPECT_EQ(got[2], 1.0);
  EXPECT(got[3] < -1e38 && std::isinf(got[3]));
}

int main() {
  macros();
  library<float>();
  library<double>();
  float a[8] = {0.0f, -0.0f, 1.0f, -1.0f, INFINITY, -INFINITY, NAN, 2.0f};
  float b[8] = {0.0f, 1.0f, 0.0f, 0.0f, INFINITY, 3.0f, 1.0f, NAN};
  float out[48], *d_a, *d_b, *d_out;
  int flags[16], *d_flags;
  OK(cudaMalloc(&d_a, sizeof a));
  OK(cudaMalloc(&d_b, sizeof b));
  OK(cudaMalloc(&d_out, sizeof out));
  OK(cudaMalloc(&d_flags, sizeof flags));
  OK(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice));
  special<<<1, 8>>>(d_a, d_b, d_out, d_flags);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(flags, d_flags, sizeof flags, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; i++) {
    float x = a[i], y = b[i];
    float want[6] = {
        x / y, sqrtf(x), fminf(x, y), fmaxf(x, y), x < y ? 1.0f : x >= y ? 2.0f : 3.0f, logf(x)};
    for (int k = 0; k < 6; k++) {
      float got = out[8 * k + i];
      EXPECT(std::isnan(want[k]) ? std::isnan(got)
                                 : std::fabs(got - want[k]) < 1e-6 || got == want[k]);
    }
    int f = (std::isnan(x) ? 1 : 0) + (std::isinf(x) ? 2 : 0) + (std::isfinite(x) ? 4 : 0);
    f |= (x == x) << 4 | (x != y) << 5 | !(x > y) << 6;
    EXPECT_EQ(flags[i] & ~8, f);
    if (!std::isnan(x))
      EXPECT_EQ((flags[i] >> 3) & 1, std::signbit(x) ? 1 : 0);
    EXPECT_EQ(flags[8 + i], std::isnan(y) ? 1 : 0);
  }
  OK(cudaFree(d_a));
  OK(cudaFree(d_b));
  OK(cudaFree(d_out));
  OK(cudaFree(d_flags));
  return verdict();
}
