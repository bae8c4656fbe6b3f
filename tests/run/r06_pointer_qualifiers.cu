// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R06: device functions that take references and pointers, with local, shared and global arguments.
#include "check.h"

__device__ void swap_values(int &a, int &b) {
  int t = a;
  a = b;
  b = t;
}
__device__ inline void add_to(int *p, int v) { *p += v; }
__device__ inline int sum_of(const int *p, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += p[i];
  return s;
}
__device__ int *larger(int *a, int *b) { return *a < *b ? b : a; }

__global__ void kernel(int *data, int *sums) {
  __shared__ int tile[8];
  int local[3] = {1, 2, 3};
  int i = threadIdx.x;
  int *p = data + 2 * i;
  int *q = p;
  q++;
  swap_values(*p, *q);
  swap_values(local[0], local[2]);
  swap_values(data[2 * i], local[1]);
  add_to(&data[2 * i], 100);
  add_to(p + 1, 1000);
  tile[i] = *p;
  add_to(&tile[i], i);
  add_to(local, 5);
  __syncthreads();
  if (i == 0)
    add_to(larger(tile, tile + 7), 10000);
  __syncthreads();
  sums[i] = sum_of(tile, 8) + 7 * sum_of(local, 3) + sum_of(data + 2 * i, 2);
}

int main() {
  int data[16], sums[8], *d_data, *d_sums;
  for (int i = 0; i < 16; i++)
    data[i] = 3 * i + 1;
  OK(cudaMalloc(&d_data, sizeof data));
  OK(cudaMalloc(&d_sums, sizeof sums));
  OK(cudaMemcpy(d_data, data, sizeof data, cudaMemcpyHostToDevice));
  kernel<<<1, 8>>>(d_data, d_sums);
  int after[16];
  OK(cudaMemcpy(after, d_data, sizeof after, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost));
  // After the swaps: data[2i] = 2, local = {3 + 5, old data[2i + 1], 1}, data[2i + 1] = old
  // data[2i].
  int tiles = 10000;
  for (int i = 0; i < 8; i++)
    tiles += 102 + i;
  for (int i = 0; i < 8; i++) {
    EXPECT_EQ(after[2 * i], 102);
    EXPECT_EQ(after[2 * i + 1], data[2 * i] + 1000);
    EXPECT_EQ(sums[i], tiles + 7 * (8 + data[2 * i + 1] + 1) + after[2 * i] + after[2 * i + 1]);
  }
  OK(cudaFree(d_data));
  OK(cudaFree(d_sums));
  return verdict();
}
