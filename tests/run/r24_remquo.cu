// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R24: remquo and remquof use their three arguments; so do the other functions with results after it
// pointers.
#include "check.h"

struct Out {
  float rem, fract, man, s, c, sp, cp;
  int quo, exp;
  double rem64, man64, s64, c64, ipart64;
  int quo64, exp64;
};

__global__ void functions(const float *x, const float *y, Out *out) {
  int i = threadIdx.x;
  Out o;
  o.rem = remquof(x[i], y[i], &o.quo);
  o.fract = modff(x[i], &o.sp);
  o.man = frexpf(x[i], &o.exp);
  sincosf(x[i], &o.s, &o.c);
  sincospif(x[i], &o.sp, &o.cp);
  o.rem64 = remquo((double)x[i], (double)y[i], &o.quo64);
  o.man64 = frexp((double)x[i], &o.exp64);
  double *s = &o.s64;
  sincos((double)x[i], s, &o.c64);
  modf((double)x[i], &o.ipart64);
  out[i] = o;
}

int main() {
  float x[6] = {7.5f, -7.5f, 100.0f, 0.375f, -12.25f, 3.0f},
        y[6] = {2.0f, 2.0f, -7.0f, 1.0f, 5.0f, 3.0f};
  float *d_x, *d_y;
  Out *d_out, o[6];
  OK(cudaMalloc(&d_x, sizeof x));
  OK(cudaMalloc(&d_y, sizeof y));
  OK(cudaMalloc(&d_out, sizeof o));
  OK(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_y, y, sizeof y, cudaMemcpyHostToDevice));
  functions<<<1, 6>>>(d_x, d_y, d_out);
  OK(cudaMemcpy(o, d_out, sizeof o, cudaMemcpyDeviceToHost));
  const double pi = 3.14159265358979323846;
  for (int i = 0; i < 6; i++) {
    int quo, exp;
    double whole, rem = remquo(x[i], y[i], &quo), man = frexp((double)x[i], &exp);
    EXPECT_EQ(o[i].rem, (float)rem);
    EXPECT_EQ(o[i].rem64, rem);
    EXPECT_EQ(o[i].quo & 7, quo & 7);
    EXPECT_EQ(o[i].quo64 & 7, quo & 7);
    EXPECT_EQ(o[i].fract, (float)modf(x[i], &whole));
    EXPECT_EQ(o[i].ipart64, whole);
    EXPECT_EQ(o[i].man, (float)man);
    EXPECT_EQ(o[i].man64, man);
    EXPECT_EQ(o[i].exp, exp);
    EXPECT_EQ(o[i].exp64, exp);
    EXPECT_NEAR(o[i].s, sin(x[i]), 1e-6);
    EXPECT_NEAR(o[i].c, cos(x[i]), 1e-6);
    EXPECT_NEAR(o[i].sp, sin(pi * fmod(x[i], 2)), 1e-6);
    EXPECT_NEAR(o[i].cp, cos(pi * fmod(x[i], 2)), 1e-6);
    EXPECT_NEAR(o[i].s64, sin((double)x[i]), 1e-15);
    EXPECT_NEAR(o[i].c64, cos((double)x[i]), 1e-15);
  }
  OK(cudaFree(d_x));
  OK(cudaFree(d_y));
  OK(cudaFree(d_out));
  return verdict();
}
