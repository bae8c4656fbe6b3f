// expect: CU2CL3030 CU2CL3012 named parts of it come from a macro
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Launches in templates whose handles have no name there: the marks have the messages' numbers, and
// one in a macro is around the whole launch.
#include <cuda_runtime.h>

template <class T> __global__ void two(T *p) { *p = 2; }
#define PASTE(a, b) a##b
template <class T> void pasted(T *p) { PASTE(tw, o)<<<1, 1>>>(p); }

__global__ void named(int *o, int) { *o = 1; }
__global__ void named(int *o, float) { *o = 2; }
#define RUN(kernel, value)                                                                         \
  kernel<<<1, 1>>>(o, value);                                                                      \
  ++runs
template <class V> void through_macro(int *o, int value, V v) {
  int runs = 0;
  RUN(named, v);
}

void run(int *p, float *q) {
  pasted(p);
  pasted(q);
  through_macro(p + 1, 0, 1);
  through_macro(p + 1, 0, 1.0f);
}
