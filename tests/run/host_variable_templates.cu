// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Variable templates in constant and device memory: one symbol for each instance; copies to them in
// templates, whose defaults are not there yet, in a macro that other calls use, too.
#include "check.h"

#define TRY(call)                                                                                  \
  do {                                                                                             \
    cudaError_t status = call;                                                                     \
    if (status != cudaSuccess)                                                                     \
      return false;                                                                                \
  } while (0)

template <typename T> __constant__ T mask[4];
template <typename T, int N> __device__ T total[N];
template <> __constant__ short mask<short>[4] = {7, 8, 9, 10};

template <typename T> struct Base {
  static __device__ T sum;
  __device__ void add(T v) { atomicAdd(&sum, v); }
};
template <typename T> __device__ T Base<T>::sum = 5;
struct Derived : Base<int> {
  __device__ int get() { return sum; }
};
__global__ void sums(float *v) {
  Derived d;
  Base<float> f;
  d.add(4);
  f.add(0.5f);
  v[0] = d.get();
  v[1] = Base<float>::sum;
}

template <typename T> __global__ void scale(T *v, int n) {
  int i = threadIdx.x;
  if (i < n) {
    v[i] *= mask<T>[i % 4];
    total<T, 2>[i % 2] = v[i];
  }
}

__global__ void both(float *v) {
  v[threadIdx.x] = mask<float>[threadIdx.x % 4] * 100 + mask<int>[threadIdx.x % 4];
}

template <typename T> bool run(T factor, bool copies) {
  T h[8], m[4], *d;
  for (int i = 0; i < 8; i++)
    h[i] = i + 1;
  for (int i = 0; i < 4; i++)
    m[i] = copies ? factor + i : 7 + i;
  TRY(cudaMalloc(&d, sizeof h));
  TRY(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
  if (copies)
    TRY(cudaMemcpyToSymbol(mask<T>, m, sizeof m));
  scale<<<1, 8>>>(d, 8);
  TRY(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  T last[2];
  TRY(cudaMemcpyFromSymbol(last, total<T, 2>, sizeof(T), sizeof(T)));
  bool right = last[0] == h[7] || last[0] == h[5] || last[0] == h[3] || last[0] == h[1];
  for (int i = 0; i < 8; i++)
    right &= h[i] == T((i + 1) * m[i % 4]);
  TRY(cudaFree(d));
  return right;
}

int main() {
  EXPECT_EQ(run<float>(1.5f, true), true);
  EXPECT_EQ(run<int>(3, true), true);
  EXPECT_EQ(run<short>(0, false), true);
  float h[4], *d;
  OK(cudaMalloc(&d, sizeof h));
  both<<<1, 4>>>(d);
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 4; i++)
    EXPECT_EQ(h[i], (1.5f + i) * 100 + 3 + i);
  sums<<<1, 1>>>(d);
  sums<<<1, 1>>>(d);
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[0], 13.0f);
  EXPECT_EQ(h[1], 6.0f);
  int sum;
  OK(cudaMemcpyFromSymbol(&sum, Derived::sum, sizeof sum));
  EXPECT_EQ(sum, 13);
  OK(cudaFree(d));
  return verdict();
}
