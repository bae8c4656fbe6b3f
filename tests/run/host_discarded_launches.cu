// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Launches in branches that all instances of a template discard.
#include "check.h"

#include <type_traits>
template <typename T, int N> __global__ void scale(T *v) { v[threadIdx.x] *= N; }
template <typename T> __global__ void add(T *v) { v[threadIdx.x] += 1; }
template <typename T> void maybe(T *v) {
  if constexpr (std::is_integral<T>::value)
    scale<T, 2><<<1, 4>>>(v);
  else
    add<T><<<1, 4>>>(v);
}
template <typename T> struct Runner {
  void used(T *v) { add<<<1, 4>>>(v); }
  void never(T *v) { scale<T, 3><<<1, 4>>>(v); }
};
int main() {
  int *d, v[4] = {1, 2, 3, 4};
  OK(cudaMalloc(&d, sizeof v));
  OK(cudaMemcpy(d, v, sizeof v, cudaMemcpyHostToDevice));
  maybe(d);
  Runner<int>().used(d);
  OK(cudaMemcpy(v, d, sizeof v, cudaMemcpyDeviceToHost));
  EXPECT_EQ(v[0], 3);
  return verdict();
}
