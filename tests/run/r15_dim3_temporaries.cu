// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R15: dim3 temporaries; each launch argument is evaluated exactly once.
#include "check.h"

__global__ void count(int *v) {
  atomicAdd(v, 1);
  if (blockIdx.x == gridDim.x - 1 && blockIdx.y == gridDim.y - 1 && threadIdx.x == blockDim.x - 1 &&
      threadIdx.y == blockDim.y - 1)
    v[1] = blockIdx.x * 1000 + blockIdx.y * 100 + threadIdx.x * 10 + threadIdx.y;
}

static int evaluated = 0;
static int once(int x) {
  evaluated++;
  return x;
}
static dim3 make(int x, int y) {
  evaluated++;
  return dim3(x, y);
}

int main() {
  int *d, v[2], x = 3, y = 2;
  OK(cudaMalloc(&d, sizeof v));
  OK(cudaMemset(d, 0, sizeof v));
  count<<<dim3(x, y), dim3(16, 16)>>>(d);
  OK(cudaMemcpy(v, d, sizeof v, cudaMemcpyDeviceToHost));
  EXPECT_EQ(v[0], 3 * 2 * 256);
  EXPECT_EQ(v[1], 2000 + 100 + 150 + 15);
  OK(cudaMemset(d, 0, sizeof v));
  count<<<dim3(once(2), once(4)), make(8, once(3)), once(16)>>>(d);
  OK(cudaMemcpy(v, d, sizeof v, cudaMemcpyDeviceToHost));
  EXPECT_EQ(evaluated, 5);
  EXPECT_EQ(v[0], 8 * 24);
  EXPECT_EQ(v[1], 1000 + 300 + 70 + 2);
  OK(cudaFree(d));
  return verdict();
}
