// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernels, launches and tables that macros make: of one macro, of a list of macro calls, of files that are
// included several times, of names that are pasted together.
#include "check.h"

typedef void (*Kernel)(float *, float);

// ---- one macro ----

#define KERNEL(name, op)                                                                           \
  __global__ void name(float *v, float x) { v[threadIdx.x] = v[threadIdx.x] op x; }
KERNEL(add, +)
KERNEL(multiply, *)

#define BOTH(name, op)                                                                             \
  __global__ void k_##name(float *v, float x) { v[threadIdx.x] = v[threadIdx.x] op x; }            \
  static void run_##name(float *v, float x) { k_##name<<<1, 4>>>(v, x); }
BOTH(subtract, -)
BOTH(over, /)

// ---- a list ----

#define LIST(X) X(first, 1) X(second, 2) X(third, 3)
#define AS_KERNEL(name, n) static __global__ void name##_kernel(float *v, float) { *v += n; }
LIST(AS_KERNEL)
#undef AS_KERNEL
enum Which {
#define AS_ENUM(name, n) which_##name,
  LIST(AS_ENUM)
};
static void run(Which w, float *v) {
  switch (w) {
#define AS_CASE(name, n)                                                                           \
  case which_##name:                                                                               \
    name##_kernel<<<1, 1>>>(v, n);                                                                 \
    break;
    LIST(AS_CASE)
  }
}
static const Kernel list[] = {
#define AS_ROW(name, n) name##_kernel,
    LIST(AS_ROW)};

// ---- a file that is included several times ----

enum Op {
#define OP(name, op) op_##name,
#include "parts/host_kernel_lists_ops.inc"
#undef OP
  op_count
};
#define OP(name, op)                                                                               \
  __global__ void name(float *v, float x) { v[threadIdx.x] = v[threadIdx.x] op x; }
#include "parts/host_kernel_lists_ops.inc"
#undef OP
#define OP(name, op)                                                                               \
  static void call_##name(float *v, float x) { name<<<{1, 1}, {4}>>>(v, x); }
#include "parts/host_kernel_lists_ops.inc"
#undef OP
static const struct {
  const char *name;
  Kernel kernel;
} ops[] = {
#define OP(name, op) {#name, name},
#include "parts/host_kernel_lists_ops.inc"
#undef OP
};

#define CALL2(x) call_##x
#define CALL(x) CALL2(x)
#define NAME divide
#define OPERATOR /
#include "parts/host_kernel_lists_body.inc"
#undef NAME
#undef OPERATOR
#define NAME again
#define OPERATOR +
#include "parts/host_kernel_lists_body.inc"

// ---- names that are pasted ----

#define TYPED(T)                                                                                   \
  __global__ void set_##T(T *v, T x) { v[threadIdx.x] = x; }
TYPED(int)
TYPED(float)
#define LAUNCH(name, T, ...) name##_##T<<<1, 2>>>(__VA_ARGS__)

static float *v;
static void set(float a, float b) {
  float h[4] = {a, b, 0, 0};
  OK(cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice));
}
static float at(int i) {
  float h[4];
  OK(cudaMemcpy(h, v, sizeof h, cudaMemcpyDeviceToHost));
  return h[i];
}

int main() {
  OK(cudaMalloc(&v, 4 * sizeof(float)));
  set(3, 4);
  add<<<1, 4>>>(v, 1);
  multiply<<<1, 4>>>(v, 6);
  run_subtract(v, 2);
  run_over(v, 2);
  EXPECT_EQ(at(0), 11);
  EXPECT_EQ(at(1), 14);

  set(0, 10);
  for (int w = which_first; w <= which_third; ++w)
    run(Which(w), v);
  EXPECT_EQ(at(0), 6);
  for (Kernel k : list)
    k<<<1, 1>>>(v + 1, 0);
  EXPECT_EQ(at(1), 16);
  EXPECT(list[1] == second_kernel && list[0] != list[1]);

  set(1, 5);
  call_plus(v, 2);
  call_times(v, 3);
  call_minus(v, 1);
  EXPECT_EQ(at(1), 20);
  EXPECT_EQ(op_count, 3);
  for (const auto &op : ops)
    op.kernel<<<1, 1>>>(v + 1, 2);
  EXPECT_EQ(at(1), 42);
  EXPECT(strcmp(ops[op_times].name, "times") == 0 && ops[op_times].kernel == times);
  call_divide(v, 2);
  call_again(v, 0.5f);
  EXPECT_EQ(at(1), 21.5f);
  Kernel late = again;
  late<<<1, 1>>>(v + 1, 1);
  EXPECT_EQ(at(1), 22.5f);

  int *i, g[2];
  OK(cudaMalloc(&i, sizeof g));
  LAUNCH(set, int, i, 5);
  LAUNCH(set, float, v, 2.5f);
  OK(cudaMemcpy(g, i, sizeof g, cudaMemcpyDeviceToHost));
  EXPECT_EQ(g[1], 5);
  EXPECT_EQ(at(1), 2.5f);
  OK(cudaFree(i));
  OK(cudaFree(v));
  return verdict();
}
