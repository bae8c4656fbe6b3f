// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Static variables of kernels, also of the last kernel before host code, whose handle names them.
#include "check.h"

template <typename T> __device__ T bump() {
  static T total;
  return atomicAdd(&total, (T)2);
}

// Each instance has its own.
template <typename T, int First> class Counter {
public:
  __device__ T next() {
    static T n = First;
    return atomicAdd(&n, (T)1);
  }
};

template <typename T> __global__ void count(T *out) {
  static int calls = 5;
  out[0] = bump<T>() * 100;
  out[1] = ++calls;
  Counter<T, 7> seven;
  Counter<T, 20> twenty;
  out[2] = seven.next() + seven.next() + twenty.next() * 100;
}

template <typename T> void run(T total, T calls, T counted) {
  T *d, got[3];
  OK(cudaMalloc(&d, sizeof got));
  count<<<1, 1>>>(d);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  EXPECT_EQ(got[0], total);
  EXPECT_EQ(got[1], calls);
  EXPECT_EQ(got[2], counted);
  OK(cudaFree(d));
}

namespace last {
__global__ void number(int *out) {
  static int next[2] = {10, 20};
  out[threadIdx.x] = next[threadIdx.x]++;
}

static void run(int first) {
  int *d, got[2];
  OK(cudaMalloc(&d, sizeof got));
  number<<<1, 2>>>(d);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  EXPECT_EQ(got[0], first);
  EXPECT_EQ(got[1], first + 10);
  OK(cudaFree(d));
}
} // namespace last

int main() {
  run<int>(0, 6, 2015);
  run<int>(200, 7, 2119);
  run<float>(0, 6, 2015);
  last::run(10);
  last::run(11);
  return verdict();
}
