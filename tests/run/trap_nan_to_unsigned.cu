// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// NaN becomes 0 as an unsigned int, as nvcc's code gives it.
#include "check.h"

__global__ void convert(const float *in, unsigned *out) { out[threadIdx.x] = (unsigned)in[threadIdx.x]; }

int main() {
  const float in[2] = {NAN, 3.75f};
  unsigned out[2] = {9, 9}, *d_out;
  float *d_in;
  OK(cudaMalloc(&d_in, sizeof in));
  OK(cudaMalloc(&d_out, sizeof out));
  OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
  convert<<<1, 2>>>(d_in, d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  EXPECT_EQ(out[0], 0u);
  EXPECT_EQ(out[1], 3u);
  OK(cudaFree(d_in));
  OK(cudaFree(d_out));
  return verdict();
}
