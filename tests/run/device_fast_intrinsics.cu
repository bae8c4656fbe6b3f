// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The fast intrinsics, with the tolerance that their use implies, and the exact single-precision
// ones.
#include "check.h"

struct Fast {
  float sin, cos, tan, exp, exp10, log, log2, log10, pow, divide, sat, s, c;
  float add, mul, sub, fma, rcp, div, sqrt, ldg;
};

__global__ void fast(const float *in, Fast *out) {
  int i = threadIdx.x;
  float x = in[i], y = 1.5f;
  Fast f;
  f.sin = __sinf(x);
  f.cos = __cosf(x);
  f.tan = __tanf(x * 0.25f);
  f.exp = __expf(x);
  f.exp10 = __exp10f(x);
  f.log = __logf(x + 4);
  f.log2 = __log2f(x + 4);
  f.log10 = __log10f(x + 4);
  f.pow = __powf(x + 4, y);
  f.divide = __fdividef(x, y);
  f.sat = __saturatef(x);
  __sincosf(x, &f.s, &f.c);
  f.add = __fadd_rn(x, y);
  f.mul = __fmul_rn(x, y);
  f.sub = __fsub_rn(__fmul_rn(x, x), __fmul_rn(y, y)); // never contracted
  f.fma = __fmaf_rn(x, y, -1.25f);
  f.rcp = __frcp_rn(y + i);
  f.div = __fdiv_rn(x, 3.0f);
  f.sqrt = __fsqrt_rn(x + 4);
  f.ldg = __ldg(&in[i]);
  out[i] = f;
}

// Operators around calls that become operations, and places that results go to.
__device__ float evaluated[2];
__device__ int next(int *count) { return (*count)++; }
__global__ void places(const int *w, const float4 *q, int *v, float *f) {
  int count = 0, n = 3;
  v[0] = 100 - __mul24(n + 1, w[1]);
  v[1] = 1000/__ldg(w + 2);
  v[2] = -__ldg(&w[3]) - __ldg(&w[0]);
  v[3] = __ldg(&w[next(&count)]) + 10;
  v[4] = __ldg(n > 2 ? &w[4] : w);
  v[5] = 7 & __sad(w[1], 2, 1u) + 1;
  v[6] = sizeof(__ldg(&q[0].y));
  f[0] = 12.0f / fdividef(f[8], f[9] + 1);
  f[1] = 2 * __ldg(&q[1].z) - __ldg(q + 1).w;
  float s = 5, c = 6;
  float &sine = s;
  n > 2 ? sincosf(0.0f, &sine, &c) : sincosf(1.0f, f + 9, &c);
  f[2] = s + 10 * c;
  float4 both = make_float4(1, 2, 3, 4);
  sincosf(0.0f, &both.y, &both.z);
  f[3] = both.x + both.y * 10 + both.z * 100 + both.w * 1000;
  for (int i = 0; i < 2; sincosf(0.0f, &evaluated[i], &c), ++i)
    evaluated[i] = 7;
  f[4] = evaluated[0] + evaluated[1];
  __stcg(&f[5 + next(&count)], 8.0f);
  v[7] = count;
}

static void run_places() {
  int w[5] = {10, 20, 30, 40, 50}, v[8], *d_w, *d_v;
  float4 q[2] = {make_float4(1, 2, 3, 4), make_float4(5, 6, 7, 8)}, *d_q;
  float f[10] = {0, 0, 0, 0, 0, 0, 0, 0, 6, 2}, *d_f;
  OK(cudaMalloc(&d_w, sizeof w));
  OK(cudaMalloc(&d_v, sizeof v));
  OK(cudaMalloc(&d_q, sizeof q));
  OK(cudaMalloc(&d_f, sizeof f));
  OK(cudaMemcpy(d_w, w, sizeof w, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_q, q, sizeof q, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_f, f, sizeof f, cudaMemcpyHostToDevice));
  places<<<1, 1>>>(d_w, d_q, d_v, d_f);
  OK(cudaMemcpy(v, d_v, sizeof v, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(f, d_f, sizeof f, cudaMemcpyDeviceToHost));
  const int wanted[8] = {100 - 80, 33, -50, 20, 50, 7 & 20, 4, 2};
  for (int i = 0; i < 8; i++)
    EXPECT_EQ(v[i], wanted[i]);
  EXPECT_EQ(f[0], 6);
  EXPECT_EQ(f[1], 6);
  EXPECT_EQ(f[2], 10);
  EXPECT_EQ(f[3], 4101);
  EXPECT_EQ(f[4], 0);
  EXPECT_EQ(f[6], 8);
  OK(cudaFree(d_w));
  OK(cudaFree(d_v));
  OK(cudaFree(d_q));
  OK(cudaFree(d_f));
}

int main() {
  run_places();
  const int n = 25;
  float in[n], *d_in;
  Fast f[n], *d_f;
  for (int i = 0; i < n; i++)
    in[i] = -3.0f + 0.25f * i + 0.01f;
  OK(cudaMalloc(&d_in, sizeof in));
  OK(cudaMalloc(&d_f, sizeof f));
  OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
  fast<<<1, n>>>(d_in, d_f);
  OK(cudaMemcpy(f, d_f, sizeof f, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) {
    float x = in[i], y = 1.5f;
    EXPECT_NEAR(f[i].sin, std::sin(x), 1e-5);
    EXPECT_NEAR(f[i].cos, std::cos(x), 1e-5);
    EXPECT_NEAR(f[i].s, std::sin(x), 1e-5);
    EXPECT_NEAR(f[i].c, std::cos(x), 1e-5);
    EXPECT_NEAR(f[i].tan, std::tan(x * 0.25f), 1e-5);
    EXPECT_NEAR(f[i].exp, std::exp(x), 1e-5 * std::exp(x));
    EXPECT_NEAR(f[i].exp10, std::pow(10.0, x), 2e-5 * std::pow(10.0, x));
    EXPECT_NEAR(f[i].log, std::log(x + 4), 1e-5);
    EXPECT_NEAR(f[i].log2, std::log2(x + 4), 1e-5);
    EXPECT_NEAR(f[i].log10, std::log10(x + 4), 1e-5);
    EXPECT_NEAR(f[i].pow, std::pow(x + 4, y), 1e-4);
    EXPECT_NEAR(f[i].divide, x / y, 1e-6);
    EXPECT_EQ(f[i].sat, x < 0 ? 0.0f : x > 1 ? 1.0f : x);
    volatile float xx = x * x, yy = y * y;
    EXPECT_EQ(f[i].add, x + y);
    EXPECT_EQ(f[i].mul, x * y);
    EXPECT_EQ(f[i].sub, xx - yy);
    EXPECT_EQ(f[i].fma, std::fma(x, y, -1.25f));
    EXPECT_EQ(f[i].rcp, 1.0f / (y + i));
    EXPECT_EQ(f[i].div, x / 3.0f);
    EXPECT_EQ(f[i].sqrt, std::sqrt(x + 4));
    EXPECT_EQ(f[i].ldg, x);
  }
  OK(cudaFree(d_in));
  OK(cudaFree(d_f));
  return verdict();
}
