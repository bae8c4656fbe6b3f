// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Launches in templates and macros, of which only overload resolution and deduction tell what they
// launch: overloaded kernels, defaults and arguments that depend on parameters.
#include "check.h"

// A function beside a template.
__global__ void one(int *p) { p[threadIdx.x] += 1; }
template <class T> __global__ void one(T *p) { p[threadIdx.x] += 3; }
template <class T> void launch_one(T *p) { one<<<1, 8>>>(p); }

// Two templates of one name, one of them in a launch that writes the argument.
namespace lib {
template <class T> __global__ void two(T *p) { p[threadIdx.x] += 3; }
template <class T> __global__ void two(T *p, T a) { p[threadIdx.x] += 5 * a; }
template <class T> __global__ void two(T *p, T a, int n) { p[threadIdx.x] += a * n; }
} // namespace lib
template <class T> void launch_two(T *p) {
  lib::two<<<1, 8>>>(p);
  lib::two<<<1, 8>>>(p, T(2));
  lib::two<T><<<1, 8>>>(p, T(2), 7);
}

// Functions by the types of their parameters.
__global__ void three(double *p, int a) { p[threadIdx.x] += a * 2; }
__global__ void three(float *p, float a) { p[threadIdx.x] += a; }
__global__ void three(int *p, float a) { p[threadIdx.x] += a * 4; }
template <class T, class V> void launch_three(T *p, V a) {
  dim3 grid(1);
  three<<<grid, 8>>>(p, a);
}

// A default that depends on another parameter; an argument that is computed.
template <class A, int N = sizeof(A)> __global__ void four(A *p) { p[threadIdx.x] *= N; }
template <class T> void launch_four(T *p) {
  four<<<1, 4>>>(p + 2);
  four<<<1, 2>>>(&p[1]);
}
template <int N, class T> __global__ void five(T *p, T a) { p[threadIdx.x] = p[threadIdx.x] * N + a; }
template <class T> struct Launcher {
  static constexpr int Size = sizeof(T);
  T *p;
  template <int M = Size> void go() const { five<M * 2><<<1, 8>>>(p, (T)M); }
};

// A default that the launch itself gives a type.
template <class T, class V = float> __global__ void six(T *p, V v) { p[threadIdx.x] += (T)(v * 2); }
template <class T, class V> void launch_six(T *p, V v) { six<T><<<1, 8>>>(p, v); }

#define SCALE(T, v) scale<<<1, 8>>>(v, 2); scale<T><<<1, 8>>>(v, 1.5);
#define ALL(M) M(float, f) M(int, s) M(short, h)
template <class T> __global__ void scale(T *p, double m) {
  p[threadIdx.x] = (T)(p[threadIdx.x] * m);
}

static float *f;
static int *s;
static short *h;
static void reset() {
  float a[16];
  int b[16];
  short c[16];
  for (int i = 0; i < 16; ++i)
    a[i] = (float)(i + 1), b[i] = i + 1, c[i] = (short)i;
  OK(cudaMemcpy(f, a, sizeof a, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(s, b, sizeof b, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(h, c, sizeof c, cudaMemcpyHostToDevice));
}
static void expect(float f1, int s1, int h1, int line) {
  float a[16];
  int b[16];
  short c[16];
  OK(cudaMemcpy(a, f, sizeof a, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(b, s, sizeof b, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(c, h, sizeof c, cudaMemcpyDeviceToHost));
  expect_equal(a[1], f1, "float", line);
  expect_equal(b[1], s1, "int", line);
  expect_equal((int)c[1], h1, "short", line);
  reset();
}

int main() {
  OK(cudaMalloc(&f, 64));
  OK(cudaMalloc(&s, 64));
  OK(cudaMalloc(&h, 64));
  reset();
  launch_one(f), launch_one(s), launch_one(h);
  expect(5, 3, 4, __LINE__);
  launch_two(f), launch_two(s);
  expect(2 + 3 + 10 + 14, 2 + 3 + 10 + 14, 1, __LINE__);
  launch_three(f, 3), launch_three(s, 1.5), launch_three(f, 2.5f);
  expect(2 + 3 + 2.5f, 2 + 6, 1, __LINE__);
  launch_four(f), launch_four(h);
  expect(8, 2, 2, __LINE__);
  Launcher<float>{f}.go();
  Launcher<short>{h}.go<3>();
  Launcher<short>{h}.go();
  expect(2 * 8 + 4, 2, (1 * 6 + 3) * 4 + 2, __LINE__);
  launch_six(f, 1), launch_six(s, 1.75), launch_six(h, 1.5f);
  expect(4, 5, 4, __LINE__);
  ALL(SCALE)
  expect(6, 6, 3, __LINE__);
  OK(cudaFree(f));
  OK(cudaFree(s));
  OK(cudaFree(h));
  return verdict();
}
