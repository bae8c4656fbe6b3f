// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Null pointers and zero sizes: what CUDA lets pass and what it refuses.
#include "check.h"

__global__ void is_null(const int *p, const float *q, int *out) {
  out[0] = p == nullptr;
  out[1] = q == 0;
  if (q)
    out[2] = (int)q[0];
}

int main() {
  OK(cudaFree(0));
  OK(cudaFree(NULL));
  OK(cudaFreeHost(nullptr));
  int *d = (int *)1, out[3] = {5, 5, 5};
  float *f, one = 42.0f;
  OK(cudaMalloc(&d, 0));
  EXPECT(d == nullptr);
  OK(cudaMalloc(&d, sizeof out));
  OK(cudaMalloc(&f, sizeof one));
  OK(cudaMemcpy(d, out, 0, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d, out, sizeof out, cudaMemcpyHostToDevice));
  OK(cudaMemset(d, 7, 0));
  OK(cudaMemcpy(f, &one, sizeof one, cudaMemcpyHostToDevice));
  is_null<<<1, 1>>>(nullptr, f, d);
  OK(cudaMemcpy(out, d, sizeof out, cudaMemcpyDeviceToHost));
  EXPECT_EQ(out[0], 1);
  EXPECT_EQ(out[1], 0);
  EXPECT_EQ(out[2], 42);
  float *none = 0;
  is_null<<<1, 1, 0, 0>>>(d, none, d);
  OK(cudaMemcpy(out, d, sizeof out, cudaMemcpyDeviceToHost));
  EXPECT_EQ(out[0], 0);
  EXPECT_EQ(out[1], 1);
  EXPECT(!none && f && d != NULL);
  if (none == nullptr)
    none = f;
  EXPECT(none == f);
  none = nullptr;
  OK(cudaFree(none));
  OK(cudaFree(f));
  OK(cudaFree(d));
  return verdict();
}
