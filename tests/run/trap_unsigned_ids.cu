// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: threadIdx.x - 5 is a 32-bit unsigned, also in wider arithmetic, comparisons, division and
// floating point.
#include "check.h"

__global__ void ids(long long *wide, float *real, unsigned *flags, int *narrow) {
  int i = threadIdx.x;
  wide[i] = threadIdx.x - 5;
  wide[8 + i] = (long long)(blockIdx.x - 1) + 1;
  wide[16 + i] = 1ll * (threadIdx.x - 5) * 2;
  wide[24 + i] = -threadIdx.x;
  wide[32 + i] = ~threadIdx.x;
  wide[40 + i] = (threadIdx.x - 5) / 2 + (threadIdx.x - 5) % 10;
  wide[48 + i] = blockDim.x * 0x20000000u * gridDim.x; // wraps at 32 bits
  wide[56 + i] = sizeof(threadIdx.x) + sizeof(gridDim.y + 1);
  real[i] = threadIdx.x - 5;
  flags[i] = (threadIdx.x - 5 > 100) | (((int)threadIdx.x - 5 < 0) << 1) |
             ((blockDim.x - 9 > threadIdx.x) << 2);
  narrow[i] = threadIdx.x - 5;
  narrow[8 + i] = (threadIdx.x - 5) >> 1;
  narrow[16 + i] = (int)(threadIdx.x - 5) >> 1;
}

int main() {
  long long wide[64], *d_wide;
  float real[8], *d_real;
  unsigned flags[8], *d_flags;
  int narrow[24], *d_narrow;
  OK(cudaMalloc(&d_wide, sizeof wide));
  OK(cudaMalloc(&d_real, sizeof real));
  OK(cudaMalloc(&d_flags, sizeof flags));
  OK(cudaMalloc(&d_narrow, sizeof narrow));
  ids<<<1, 8>>>(d_wide, d_real, d_flags, d_narrow);
  OK(cudaMemcpy(wide, d_wide, sizeof wide, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(real, d_real, sizeof real, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(flags, d_flags, sizeof flags, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(narrow, d_narrow, sizeof narrow, cudaMemcpyDeviceToHost));
  for (unsigned i = 0; i < 8; i++) {
    unsigned u = i - 5;
    EXPECT_EQ(wide[i], (long long)u);
    EXPECT_EQ(wide[8 + i], 4294967296ll);
    EXPECT_EQ(wide[16 + i], 2ll * u);
    EXPECT_EQ(wide[24 + i], (long long)(0u - i));
    EXPECT_EQ(wide[32 + i], (long long)~i);
    EXPECT_EQ(wide[40 + i], (long long)(u / 2 + u % 10));
    EXPECT_EQ(wide[48 + i], 0);
    EXPECT_EQ(wide[56 + i], 8);
    EXPECT_EQ(real[i], (float)u);
    EXPECT_EQ(flags[i], (unsigned)(u > 100) | ((i < 5) << 1) | 4u);
    EXPECT_EQ(narrow[i], (int)i - 5);
    EXPECT_EQ(narrow[8 + i], (int)(u >> 1));
    EXPECT_EQ(narrow[16 + i], (int)i - 5 >= 0 ? ((int)i - 5) / 2 : -((6 - (int)i) / 2));
  }
  OK(cudaFree(d_wide));
  OK(cudaFree(d_real));
  OK(cudaFree(d_flags));
  OK(cudaFree(d_narrow));
  return verdict();
}
