// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// bool, size_t, long, char and struct kernel parameters by value.
#include "check.h"

struct Options {
  bool flip, twice;
  size_t stride;
  float weights[3];
};

__global__ void use(bool flag, size_t n, long shift, char letter, unsigned short small, Options o,
                    float *out, unsigned long long *wide) {
  size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  bool other = !flag || o.twice;
  out[i] = (flag ? 1.0f : -1.0f) * (other ? 2.0f : 3.0f) * o.weights[i % 3] + letter + small;
  o.stride += i; // a copy of one's own
  wide[i] = n * 4294967296ull + (shift >> 33) + o.stride;
  if (o.flip)
    out[i] = -out[i];
}

int main() {
  const size_t n = 10;
  float out[n], *d_out;
  unsigned long long wide[n], *d_wide;
  OK(cudaMalloc(&d_out, sizeof out));
  OK(cudaMalloc(&d_wide, sizeof wide));
  Options o = {true, false, 1ull << 34, {0.5f, 1.0f, 1.5f}};
  for (int flag = 0; flag < 2; flag++) {
    use<<<2, 8>>>(flag != 0, n, -1l << 40, 'x', 65535, o, d_out, d_wide);
    OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
    OK(cudaMemcpy(wide, d_wide, sizeof wide, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < n; i++) {
      float v = (flag ? 3.0f : -2.0f) * o.weights[i % 3] + 'x' + 65535;
      EXPECT_EQ(out[i], -v);
      EXPECT_EQ(wide[i], n * 4294967296ull - 128 + o.stride + i);
    }
    EXPECT_EQ(o.stride, 1ull << 34);
  }
  OK(cudaFree(d_out));
  OK(cudaFree(d_wide));
  return verdict();
}
