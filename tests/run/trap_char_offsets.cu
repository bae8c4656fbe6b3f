// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: offsets in bytes through char *, on the host (also odd ones) and in kernels.
#include "check.h"

__global__ void add(int *v, int x) { v[threadIdx.x] += x; }
__global__ void bytes(unsigned char *p, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    p[i] = (unsigned char)(p[i] + i);
}
__global__ void rows(char *base, size_t pitch) {
  short *row = (short *)(base + threadIdx.x * pitch);
  row[1] = (short)(threadIdx.x * 11);
}

int main() {
  int v[64], got[64];
  for (int i = 0; i < 64; i++)
    v[i] = i * 0x01010101;
  char *d, *odd;
  OK(cudaMalloc((void **)&d, sizeof v));
  OK(cudaMemcpy(d, v, sizeof v, cudaMemcpyHostToDevice));
  add<<<1, 4>>>((int *)(d + 12), 5);
  add<<<1, 2>>>((int *)d + 12, 7);
  void *raw = d;
  add<<<1, 1>>>((int *)((char *)raw + 80), 9);
  odd = d + 131;
  bytes<<<1, 8>>>((unsigned char *)odd, 22);
  rows<<<1, 4>>>(d + 160, 16);
  char patch[3] = {1, 2, 3};
  OK(cudaMemcpy(odd + 30 + 80, patch, 3, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 4; i++)
    v[3 + i] += 5;
  v[12] += 7, v[13] += 7, v[20] += 9;
  unsigned char *b = (unsigned char *)v;
  for (int i = 0; i < 22; i++)
    b[131 + i] = (unsigned char)(b[131 + i] + i);
  for (int r = 0; r < 4; r++) {
    short s = (short)(r * 11);
    memcpy(b + 160 + 16 * r + 2, &s, 2);
  }
  memcpy(b + 241, patch, 3);
  for (int i = 0; i < 64; i++)
    EXPECT_EQ(got[i], v[i]);
  OK(cudaFree(d));
  return verdict();
}
