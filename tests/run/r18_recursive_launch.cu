// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R18: a recursive host function launches, and two host threads launch at once, each with sizes of
// its own.
#include "check.h"

#include <thread>

__global__ void add(int *v, int n, int x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&v[i], x);
}

static void halves(int *d, int n) {
  if (n == 0)
    return;
  dim3 block(n);
  halves(d, n / 2);
  add<<<1, block>>>(d, n, n);
  halves(d, n / 2);
}

static void worker(int *d, int threads, int launches) {
  cudaSetDevice(0);
  for (int k = 0; k < launches; k++)
    add<<<64 / threads, threads>>>(d, 64, 1);
  cudaDeviceSynchronize();
}

int main() {
  int *d, *e, v[64], w[64];
  OK(cudaMalloc(&d, sizeof v));
  OK(cudaMalloc(&e, sizeof v));
  OK(cudaMemset(d, 0, sizeof v));
  OK(cudaMemset(e, 0, sizeof v));
  halves(d, 4);
  OK(cudaMemcpy(v, d, sizeof v, cudaMemcpyDeviceToHost));
  EXPECT_EQ(v[0], 4 + 2 * 2 + 4 * 1);
  EXPECT_EQ(v[1], 4 + 2 * 2);
  EXPECT_EQ(v[3], 4);
  EXPECT_EQ(v[4], 0);
  OK(cudaMemset(d, 0, sizeof v));
  std::thread first(worker, d, 32, 40), second(worker, e, 8, 30);
  first.join();
  second.join();
  OK(cudaMemcpy(v, d, sizeof v, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(w, e, sizeof w, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 64; i++) {
    EXPECT_EQ(v[i], 40);
    EXPECT_EQ(w[i], 30);
  }
  OK(cudaFree(d));
  OK(cudaFree(e));
  return verdict();
}
