// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R23: __saturatef(x) is x clamped to 0 .. 1, and 0 for NaN.
#include "check.h"

__global__ void saturate(const float *in, float *out) {
  int i = threadIdx.x;
  out[i] = __saturatef(in[i]);
  out[8 + i] = __saturatef(in[i] * 2.0f - 0.5f);
}

int main() {
  float in[8] = {-1.0f, 0.0f, 0.25f, 1.0f, 1.5f, INFINITY, -INFINITY, NAN}, out[16], *d_in, *d_out;
  OK(cudaMalloc(&d_in, sizeof in));
  OK(cudaMalloc(&d_out, sizeof out));
  OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
  saturate<<<1, 8>>>(d_in, d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  const float want[16] = {0, 0, 0.25f, 1, 1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0};
  for (int i = 0; i < 16; i++)
    EXPECT_EQ(out[i], want[i]);
  OK(cudaFree(d_in));
  OK(cudaFree(d_out));
  return verdict();
}
