// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Attributes [[...]], which OpenCL C does not have: of functions, classes, variables and statements.
#include "check.h"

#define UNUSED [[maybe_unused]]
#define TWO(a) [[maybe_unused]] int a##_copy = a

[[nodiscard]] __device__ int second([[maybe_unused]] int a, int b) { return b; }
[[nodiscard]] [[maybe_unused]] static __device__ int third(int, UNUSED int b, int c [[maybe_unused]]) {
  return c;
}
struct [[nodiscard]] Pair {
  [[maybe_unused]] int x;
  int y [[maybe_unused]];
};
enum class [[maybe_unused]] Kind { A [[maybe_unused]] = 1, B };
template <class T>
[[nodiscard]] __device__ inline T sum([[maybe_unused]] T a, T b [[maybe_unused]]) {
  return a + b;
}
class Holder {
  int v;

public:
  __device__ Holder(int v [[maybe_unused]]) : v(v) {}
  [[nodiscard]] __device__ int get() const { return v; }
  [[nodiscard]] __device__ static int two() { return (int)Kind::B; }
};
[[deprecated("old")]] __device__ inline int old(int a) { return a; }

[[maybe_unused]] __global__ void all(int *p, [[maybe_unused]] int n) {
  [[maybe_unused]] int i = threadIdx.x, j [[maybe_unused]] = 2;
  [[maybe_unused]] static __shared__ int tile[8], index[8];
  TWO(i);
  if (i > 2)
    [[unlikely]] p[i] = 3;
  else
    [[likely]] p[i] = 4;
  switch (i) {
  case 0:
    p[i] += 1;
    [[fallthrough]];
  case 1:
    p[i] += 2;
    break;
  [[likely]] case 2:
    p[i] += 3;
    [[fallthrough]];
  default:;
  }
  Pair s{1, 2};
  tile[i] = p[i];
  index[i] = i;
  for ([[maybe_unused]] int t = 0; t < 2; t++)
    p[i] = tile[index[i]] + second(1, s.y) + sum(1, 2) + Holder(i_copy).get() + Holder::two() +
           third(1, 2, 3);
}

int main() {
  int *d, h[8];
  OK(cudaMalloc(&d, sizeof h));
  all<<<1, 8>>>(d, 8);
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; i++) {
    int want = i > 2 ? 3 : i == 1 ? 6 : 7;
    EXPECT_EQ(h[i], want + 2 + 3 + i + 2 + 3);
  }
  OK(cudaFree(d));
  return verdict();
}
