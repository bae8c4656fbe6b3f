// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: abs, min, max, pow, sqrt and fmax with the types that CUDA's overload resolution chooses.
#include "check.h"

__global__ void overloads(const int *in, const float *fin, int *ints, double *reals,
                          long long *wide) {
  int i = threadIdx.x;
  int x = in[i];
  float f = fin[i];
  unsigned u = (unsigned)x;
  long long l = (long long)x * 3000000000ll;
  ints[i] = abs(x) + max(x, 0) - min(x, -2);
  ints[8 + i] = max(x & 7, 3) + (int)abs(f);
  ints[16 + i] = abs(x) / 2 * 2;
  wide[i] = max(u, 5u);
  wide[8 + i] = max((unsigned)i, u);
  wide[16 + i] = llabs(l) + max(l, 0ll);
  wide[24 + i] = min(l, (long long)x);
  wide[32 + i] = max(x, 7u); // int and unsigned: unsigned
  reals[i] = fabs(f) + abs(f);
  reals[8 + i] = fmax(f, 0.0); // in double
  reals[16 + i] = max(f, 0.5f) + min(f, 0.25);
  reals[24 + i] = sqrt(abs(x)); // of an int: in double
  reals[32 + i] = pow(f, 2) + pow(2.0f, x & 3);
  reals[40 + i] = 1 / 3 + 1.0f / 3 + 1.0 / 3 + x / 2;
  reals[48 + i] = fabs((double)x) + fabsf(f) + floor(f) + ceil(f) + trunc(f);
}

int main() {
  int in[8] = {-7, 0, 1, -1, 2147483, -2147483, 100, 6}, ints[24], *d_in, *d_ints;
  float fin[8] = {-2.5f, 0.1f, 3.75f, -0.3f, 1e10f, -1e-10f, 0.0f, 1.0f}, *d_fin;
  double reals[56], *d_reals;
  long long wide[40], *d_wide;
  OK(cudaMalloc(&d_in, sizeof in));
  OK(cudaMalloc(&d_fin, sizeof fin));
  OK(cudaMalloc(&d_ints, sizeof ints));
  OK(cudaMalloc(&d_reals, sizeof reals));
  OK(cudaMalloc(&d_wide, sizeof wide));
  fin[4] = 1e6f; // abs(f) must fit an int
  OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_fin, fin, sizeof fin, cudaMemcpyHostToDevice));
  overloads<<<1, 8>>>(d_in, d_fin, d_ints, d_reals, d_wide);
  OK(cudaMemcpy(ints, d_ints, sizeof ints, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(reals, d_reals, sizeof reals, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(wide, d_wide, sizeof wide, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; i++) {
    int x = in[i], ax = x < 0 ? -x : x;
    unsigned u = (unsigned)x;
    float f = fin[i];
    double af = std::fabs(f);
    long long l = x * 3000000000ll;
    EXPECT_EQ(ints[i], ax + (x > 0 ? x : 0) - (x < -2 ? x : -2));
    EXPECT_EQ(ints[8 + i], ((x & 7) > 3 ? x & 7 : 3) + (int)af);
    EXPECT_EQ(ints[16 + i], ax / 2 * 2);
    EXPECT_EQ(wide[i], (long long)(u > 5 ? u : 5));
    EXPECT_EQ(wide[8 + i], (long long)((unsigned)i > u ? (unsigned)i : u));
    EXPECT_EQ(wide[16 + i], (l < 0 ? -l : l) + (l > 0 ? l : 0));
    EXPECT_EQ(wide[24 + i], l < x ? l : x);
    EXPECT_EQ(wide[32 + i], (long long)(u > 7 ? u : 7));
    EXPECT_EQ(reals[i], (double)(float)(af + af));
    EXPECT_EQ(reals[8 + i], f > 0 ? (double)f : 0.0);
    EXPECT_EQ(reals[16 + i], (double)(f > 0.5f ? f : 0.5f) + (f < 0.25 ? (double)f : 0.25));
    EXPECT_NEAR(reals[24 + i], std::sqrt((double)ax), 1e-12 * ax);
    EXPECT_NEAR(reals[32 + i], (double)f * f + (1 << (x & 3)), 1e-6 * ((double)f * f + 8));
    EXPECT_NEAR(reals[40 + i], (double)(1.0f / 3) + 1.0 / 3 + x / 2, 1e-12 * (ax + 1));
    EXPECT_NEAR(reals[48 + i], ax + af + std::floor(f) + std::ceil(f) + std::trunc(f),
                1e-6 * (ax + 3 * af + 2));
  }
  OK(cudaFree(d_in));
  OK(cudaFree(d_fin));
  OK(cudaFree(d_ints));
  OK(cudaFree(d_reals));
  OK(cudaFree(d_wide));
  return verdict();
}
