// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// nvcc's default: division and square root are correctly rounded, and a reciprocal of a square root is two roundings,
// not a fast rsqrt. Every value is compared to the last bit with the host's.
#include "check.h"

struct Results {
  float quotient, root, reciprocal, reciprocal_root, quotient_by_root;
};

__global__ void divide(const float *x, const float *y, Results *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i].quotient = x[i] / y[i];
  out[i].root = sqrtf(y[i]);
  out[i].reciprocal = 1.0f / y[i];
  out[i].reciprocal_root = 1.0f / sqrtf(y[i]);
  out[i].quotient_by_root = x[i] / sqrtf(y[i]);
}

static unsigned bits(float value) {
  unsigned word;
  memcpy(&word, &value, sizeof word);
  return word;
}

int main() {
  const int n = 1 << 16;
  static float x[n], y[n];
  static Results got[n];
  unsigned state = 12345;
  for (int i = 0; i < n; i++) {
    state = state * 1664525u + 1013904223u;
    x[i] = 0.5f + (state >> 8) / 3000000.0f;
    state = state * 1664525u + 1013904223u;
    y[i] = 1e-3f + (state >> 8) / 70000.0f;
  }
  float *d_x, *d_y;
  Results *d_out;
  OK(cudaMalloc(&d_x, sizeof x));
  OK(cudaMalloc(&d_y, sizeof y));
  OK(cudaMalloc(&d_out, sizeof got));
  OK(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_y, y, sizeof y, cudaMemcpyHostToDevice));
  divide<<<n / 128, 128>>>(d_x, d_y, d_out, n);
  OK(cudaMemcpy(got, d_out, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) {
    float root = sqrtf(y[i]);
    EXPECT_EQ(bits(got[i].quotient), bits(x[i] / y[i]));
    EXPECT_EQ(bits(got[i].root), bits(root));
    EXPECT_EQ(bits(got[i].reciprocal), bits(1.0f / y[i]));
    EXPECT_EQ(bits(got[i].reciprocal_root), bits(1.0f / root));
    EXPECT_EQ(bits(got[i].quotient_by_root), bits(x[i] / root));
  }
  OK(cudaFree(d_x));
  OK(cudaFree(d_y));
  OK(cudaFree(d_out));
  return verdict();
}
