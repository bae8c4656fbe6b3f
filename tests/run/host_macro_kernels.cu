// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Macros that write some template arguments of a kernel, and macros for kernels' qualified names.
#include <cuda_runtime.h>
#include <cstdio>

namespace steps { namespace inner {
template <int N, typename T> __global__ void step(T *p, int by) { p[threadIdx.x] += N * by; }
template <int N, typename T, int... Rest> __global__ void many(T *p) { p[threadIdx.x] += N + sizeof...(Rest); }
__global__ void one(float *p) { p[threadIdx.x] += 1; }
__global__ void two(float *p, int) { p[threadIdx.x] += 2; }
__global__ void two(float *p) { p[threadIdx.x] += 20; }
}} // namespace steps::inner

// The type is deduced, once as another one.
#define CASE(R)                                                                                    \
  case R:                                                                                          \
    steps::inner::step<R><<<1, 4>>>(v, 1);                                                         \
    break
#define IN(NS, N) NS::step<N><<<1, 4>>>(d, 1)
#define MANY(N) steps::inner::many<N><<<1, 4>>>(d)
#define STEP steps::inner::step
#define BY(N) STEP<N><<<1, 4>>>(d, 1)
#define ONE steps::inner::one
#define TWO steps::inner::two
#define FULL steps::inner::step<2, float>
#define PLACE steps::inner
#define LAUNCH(K, ...) K<<<1, 4>>>(__VA_ARGS__)
#define NAME step

static void floats(float *v, int i) {
  switch (i) {
    CASE(1);
    CASE(2);
    CASE(3);
  }
}
static void ints(int *v, int i) {
  switch (i) { CASE(4); }
}
template <class T> static void run(T *d) {
  STEP<2><<<1, 4>>>(d, 1);
  STEP<2, T><<<1, 4>>>(d, 1);
  PLACE::step<2><<<1, 4>>>(d, 1);
  BY(5);
}

int main() {
  float *d, h[4];
  int *n, m[4];
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&n, sizeof m);
  cudaMemset(d, 0, sizeof h);
  cudaMemset(n, 0, sizeof m);
  for (int i = 1; i < 4; i++)
    floats(d, i); // 6
  ints(n, 4);
  namespace other = steps;
  IN(steps::inner, 2);
  IN(::steps::inner, 4);
  IN(other::inner, 4); // 16
  MANY(1);
  MANY(3); // 20
  BY(1);
  BY(2);                      // 23
  STEP<2><<<1, 4>>>(d, 1);    // 25
  STEP<3, float><<<1, 4>>>(d, 1);
  ONE<<<1, 4>>>(d);           // 29
  TWO<<<1, 4>>>(d, 2);        // 31
  TWO<<<1, 4>>>(d);           // 51
  FULL<<<1, 4>>>(d, 2);       // 55
  PLACE::step<2><<<1, 4>>>(d, 2); // 59
  LAUNCH(STEP<2>, d, 1);      // 61
  LAUNCH(TWO, d, 1);          // 63
  LAUNCH(ONE, d);
  LAUNCH(FULL, d, 1);         // 66
  PLACE::NAME<1><<<1, 4>>>(d, 1); // 67
  run(d);                     // 78
  run(n);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(m, n, sizeof m, cudaMemcpyDeviceToHost);
  bool ok = h[0] == 78 && h[3] == 78 && m[1] == 15;
  printf("%g %d\n%s\n", h[0], m[1], ok ? "PASSED" : "FAILED");
  return !ok;
}
