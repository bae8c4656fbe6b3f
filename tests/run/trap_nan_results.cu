// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: NaN and infinity arise, compare, select and survive as in CUDA; fmin and fmax drop a NaN.
#include "check.h"

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
