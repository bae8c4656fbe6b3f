// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// NaN becomes 0 as an unsigned int, as nvcc's code gives it.
#include "check.h"

#define TO_UNSIGNED(x) (unsigned)x
struct Counts {
  unsigned whole;
  unsigned char low;
};
enum Color : unsigned { red };
template <class T> __device__ T as(float x) { return static_cast<T>(x); }

// Each writes 12 values.
__global__ void convert(const float *in, unsigned *out) {
  const float x = in[threadIdx.x];
  out += threadIdx.x * 12;
  out[0] = (unsigned)x;
  out[1] = TO_UNSIGNED(x) + 1;
  out[2] = as<unsigned>(x);
  Counts c = {(unsigned)x, (unsigned char)x};
  out[3] = c.whole;
  out[4] = c.low;
  out[5] = __float2uint_rz(x);
  out[6] = (Color)x;
  out[7] = 1, out[7] *= x;
  out[8] = 1, out[8] /= x;
  out[9] = x * 0.0f + fminf(x, 2.0f);
  out[10] = fminf(fmaxf(x, 0.0f), 255.0f);
  out[11] = (threadIdx.x + 1) / 2.0f * 4 - 1;
}

int main() {
  const float in[4] = {NAN, 3.75f, INFINITY, 2.0f};
  const unsigned most = 0xffffffffu;
  const unsigned want[4][12] = {{0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1},
                                {3, 4, 3, 3, 3, 3, 3, 3, 0, 2, 3, 3},
                                {most, 0, most, most, 255, most, most, most, 0, 0, 255, 5},
                                {2, 3, 2, 2, 2, 2, 2, 2, 0, 2, 2, 7}};
  unsigned out[48], *d_out;
  float *d_in;
  OK(cudaMalloc(&d_in, sizeof in));
  OK(cudaMalloc(&d_out, sizeof out));
  OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
  convert<<<1, 4>>>(d_in, d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 48; i++)
    EXPECT_EQ(out[i], want[i / 12][i % 12]);
  OK(cudaFree(d_in));
  OK(cudaFree(d_out));
  return verdict();
}
