// expect: CU2CL4002 device memory is written by host code
// errors: 3
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Captures whose order shows, of lambdas in templates: the host's class for them is one, too, which
// a function makes, whose arguments have no order.
#include <cuda_runtime.h>

template <class F> __global__ void each(F f) { f(); }
struct Step {
  int at = 0;
  int next() { return ++at; }
};
static int *where;
static int bump() { return ++*where; }

template <class T> static void address_kept(T *o) {
  T n = 1;
  where = &n;
  each<<<1, 1>>>([n, o, k = bump()] __device__ { o[0] = n + 10 * k; });
}
template <class T> static void two_calls(T *o) {
  Step s;
  each<<<1, 1>>>([o, a = s.next(), b = s.next()] __device__ { o[0] = a + 10 * b; });
}
template <class T> static void by_reference(T *o) {
  T n = 1;
  auto up = [&] { ++n; };
  where = &n;
  each<<<1, 1>>>([n, o, k = bump()] __device__ { o[0] = n + 10 * k; });
  up();
}

int main() {
  int *o;
  cudaMalloc(&o, 2 * sizeof(int));
  address_kept(o);
  two_calls(o);
  by_reference(o);
}
