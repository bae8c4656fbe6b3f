// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R34: d + off, &d[i], d_q = d_p + 100, in copies, launches and arithmetic of their own.
#include "check.h"

__global__ void add(int *v, int n, int x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] += x;
}

int main() {
  const int n = 400;
  int v[n], got[n], *d_p;
  for (int i = 0; i < n; i++)
    v[i] = i;
  OK(cudaMalloc(&d_p, sizeof v));
  OK(cudaMemcpy(d_p, v, sizeof v, cudaMemcpyHostToDevice));
  int *d_q = d_p + 100;
  int *end = &d_p[n];
  EXPECT_EQ(d_q - d_p, 100);
  EXPECT_EQ(end - d_q, 300);
  EXPECT(d_p < d_q && d_q <= end && d_q != d_p);
  add<<<4, 32>>>(d_q, 100, 1000);
  add<<<2, 32>>>(d_p + 250, 50, 2000);
  add<<<1, 32>>>(&d_q[250], 10, 4000);
  add<<<1, 32>>>(end - 3, 3, 8000);
  d_q += 20;
  d_q++;
  --d_q;
  d_q -= 5;
  OK(cudaMemset(d_q, 0, 5 * sizeof(int)));
  OK(cudaMemcpy(d_p + 1, d_p + 390, 3 * sizeof(int), cudaMemcpyDeviceToDevice));
  int patch[2] = {-1, -2};
  OK(cudaMemcpy(&d_p[10], patch, sizeof patch, cudaMemcpyHostToDevice));
  for (int *walk = d_p + 300; walk != d_p + 320; walk += 4)
    add<<<1, 32>>>(walk, 1, 1);
  OK(cudaMemcpy(got, d_p, sizeof got / 2, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(got + n / 2, d_p + n / 2, sizeof got / 2, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) {
    int want = i;
    if (i >= 100 && i < 200)
      want += 1000;
    if (i >= 250 && i < 300)
      want += 2000;
    if (i >= 350 && i < 360)
      want += 4000;
    if (i >= 397)
      want += 8000;
    if (i >= 115 && i < 120)
      want = 0;
    if (i >= 1 && i < 4)
      want = 389 + i;
    if (i == 10 || i == 11)
      want = 9 - i;
    if (i >= 300 && i < 320 && i % 4 == 0)
      want += 1;
    EXPECT_EQ(got[i], want);
  }
  OK(cudaFree(d_p));
  return verdict();
}
