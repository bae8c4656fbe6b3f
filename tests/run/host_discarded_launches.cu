// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Launches in branches that all instances of a template discard, or some uses of a macro's argument.
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

// One argument, used with two meanings of a name.
#define BOOL_SWITCH(COND, NAME, ...)                                                               \
  [&] {                                                                                            \
    if (COND) {                                                                                    \
      constexpr static bool NAME = true;                                                           \
      return __VA_ARGS__();                                                                        \
    } else {                                                                                       \
      constexpr static bool NAME = false;                                                          \
      return __VA_ARGS__();                                                                        \
    }                                                                                              \
  }()
template <bool A, bool B, int N = 1> __global__ void choose(int *v, int m) {
  int i = threadIdx.x;
  if constexpr (A)
    v[i] += 1;
  if constexpr (B)
    v[i] += 10;
  v[i] = v[i] * N + m;
}
static void switches(int *d, bool a, bool b) {
  BOOL_SWITCH(a, A, [&] {
    if constexpr (A) {
      choose<A, false, 2><<<1, 4>>>(d, 1);
    } else {
      choose<true, A><<<1, 4>>>(d, 2);
    }
  });
  BOOL_SWITCH(a, A, [&] {
    BOOL_SWITCH(b, B, [&] {
      if constexpr (A)
        choose<A, B, 3><<<1, 4>>>(d, 5);
    });
  });
  constexpr bool Never = false;
  if constexpr (Never)
    choose<true, true, 9><<<1, 4>>>(d, 0);
}
static void expect(int *d, int want, int line) {
  int v[4];
  OK(cudaMemcpy(v, d, sizeof v, cudaMemcpyDeviceToHost));
  expect_equal(v[0], want, "v[0]", line);
}

int main() {
  int *d, v[4] = {1, 2, 3, 4};
  OK(cudaMalloc(&d, sizeof v));
  OK(cudaMemcpy(d, v, sizeof v, cudaMemcpyHostToDevice));
  maybe(d);
  Runner<int>().used(d);
  OK(cudaMemcpy(v, d, sizeof v, cudaMemcpyDeviceToHost));
  EXPECT_EQ(v[0], 3);
  switches(d, true, false);
  expect(d, (((3 + 1) * 2 + 1) + 1) * 3 + 5, __LINE__);
  OK(cudaMemset(d, 0, sizeof v));
  switches(d, false, true);
  expect(d, 3, __LINE__);
  switches(d, true, true);
  expect(d, ((3 + 1) * 2 + 1 + 11) * 3 + 5, __LINE__);
  return verdict();
}
