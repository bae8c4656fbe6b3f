// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Pointers to device functions whose targets are all known: tables, variables, parameters, results,
// template arguments.
#include "check.h"
typedef float (*Op)(float, float);
__device__ float add(float a, float b) { return a + b; }
__device__ float mul(float a, float b) { return a * b; }
__device__ float sub(float a, float b) { return a - b; }
template <int K> __device__ float scaled(float a, float b) { return K * a + b; }
__device__ Op device_table[] = {add, mul, sub};
__constant__ Op constant_table[2] = {&mul, scaled<3>};
__device__ int twice(int x) { return 2 * x; }
__device__ int square(int x) { return x * x; }

// A parameter, called in both ways.
__device__ float apply(Op op, float a, float b) { return op(a, b) + (*op)(b, a); }
template <typename F> __device__ int repeat(F f, int x, int n) {
  for (int i = 0; i < n; i++)
    x = f(x);
  return x;
}
// Known when compiling.
template <float (*F)(float, float)> __device__ float fixed(float a, float b) { return F(a, b); }
template <Op F> struct Holder {
  __device__ float operator()(float a) const { return F(a, 2); }
};
__device__ Op choose(int i) {
  switch (i % 3) {
  case 0:
    return add;
  case 1:
    return &mul;
  }
  return sub;
}

__global__ void run(float *out) {
  int i = threadIdx.x;
  static const Op local[] = {sub, add};
  Op op = i % 2 ? add : mul;
  float r = op(i, 3) + device_table[i % 3](i, 2) + constant_table[i & 1](i, 1) + local[i & 1](i, 7);
  r += apply(sub, i, 1) + apply(op, 2, i) + fixed<mul>(i, 4) + Holder<add>()(i);
  op = choose(i);
  if (op != nullptr && op)
    r += op(10, i);
  Op *at = &op;
  r += (*at)(20, i) + (**at)(30, i);
  int (*whole)(int) = nullptr;
  if (!whole)
    whole = i > 8 ? square : twice;
  out[i] = r + whole(i) + repeat(twice, i, 3) + repeat(square, 2, 2);
}

static float host(int i) {
  float m = i % 2 ? i + 3.0f : i * 3.0f;
  float d = i % 3 == 0 ? i + 2 : i % 3 == 1 ? i * 2 : i - 2;
  float c = i & 1 ? 3 * i + 1 : i;
  float l = i & 1 ? i + 7 : i - 7;
  float a = 0 + (i % 2 ? (2 + i) * 2 : 2 * i * 2);
  float o = i % 3 == 0 ? 60 + 3 * i : i % 3 == 1 ? 60 * i : 60 - 3 * i;
  return m + d + c + l + a + i * 4 + i + 2 + o + (i > 8 ? i * i : 2 * i) + 8 * i + 16;
}

int main() {
  float out[16], *d_out;
  OK(cudaMalloc(&d_out, sizeof out));
  run<<<1, 16>>>(d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 16; i++)
    EXPECT_EQ(out[i], host(i));
  OK(cudaFree(d_out));
  return verdict();
}
