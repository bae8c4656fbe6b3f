// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernels and their launchers in turn, each with the types and symbols that only it needs in front.
#include "check.h"

__constant__ float a[4];

__global__ void first(float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = a[i % 4];
}

void launchFirst(float *d, int n) { first<<<(n + 31) / 32, 32>>>(d, n); }

__constant__ float c[8];

struct S {
  float x, y;
};

__global__ void second(float *v, S s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] += c[i % 8] * s.x + s.y;
}

void launchSecond(float *d, int n, S s) {
  // All of them.
  second<<<(n + 31) / 32, 32>>>(d, s, n);
}

__device__ int counter;

template <typename T> __global__ void third(T *v, int n) {
  if (threadIdx.x < n)
    atomicAdd(&counter, 1);
}

namespace late {
typedef S Pair;
template <typename T> __global__ void fourth(float *v, T t) { v[threadIdx.x] -= t.x; }
template <typename T> void launchFourth(float *d, T t) { fourth<T><<<1, 100>>>(d, t); }
} // namespace late

// Lambdas in methods of a class, which capture objects of a class template behind other kernels.
template <typename F> __global__ void each(int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    f(i);
}

template <class T> struct View {
  T *data;
  __host__ __device__ T &operator[](int i) const { return data[i]; }
};
struct Steps {
  float by;
  View<float> v;
  void step(int n) {
    auto view = v;
    float h = by;
    each<<<(n + 31) / 32, 32>>>(n, [=] __device__(int i) { view[i] += h; });
  }
  void stepBack(int n) {
    each<<<(n + 31) / 32, 32>>>(n, [*this] __device__(int i) { v[i] -= 2 * by; });
  }
};

// A class template declared ahead whose method launches a kernel that takes the class.
template <class T> class Engine;
template <class T> __global__ void run(Engine<T> e, View<T> v, int n);
template <class T> struct Limits {
  T most;
};
template <class T> class Engine {
public:
  Limits<T> limits;
  __device__ T least(T x) const { return x < limits.most ? x : limits.most; }
  void launch(View<T> v, int n) {
    each<<<(n + 31) / 32, 32>>>(n, [v] __device__(int i) { v[i] *= 1; });
    run<T><<<(n + 31) / 32, 32>>>(*this, v, n);
  }
};
template <class T> __global__ void run(Engine<T> e, View<T> v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = e.least(v[i]);
}

static void check_classes() {
  float *d, h[100];
  OK(cudaMalloc(&d, sizeof h));
  OK(cudaMemset(d, 0, sizeof h));
  Steps s{3, {d}};
  s.step(100);
  s.stepBack(50);
  Engine<float> e;
  e.limits.most = 1;
  e.launch(View<float>{d}, 100);
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 100; i++)
    EXPECT_EQ(h[i], i < 50 ? -3 : 1);
  OK(cudaFree(d));
}

// A lambda for a kernel that the text declares, or launches, later.
template <class F> void launchLate(float *v, F f);
template <class F> __global__ void lateEach(float *v, F f);
static void passLambda(float *v, int n) {
  launchLate(v, [=] __device__(int i) { return i * n; });
}
template <class F> void launchLate(float *v, F f) { lateEach<<<1, 100>>>(v, f); }
template <class F> __global__ void lateEach(float *v, F f) { v[threadIdx.x] = f(threadIdx.x); }

static void check_lambda() {
  float *d, h[100];
  OK(cudaMalloc(&d, sizeof h));
  passLambda(d, 3);
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 100; i++)
    EXPECT_EQ(h[i], 3 * i);
  OK(cudaFree(d));
}

int main() {
  check_classes();
  check_lambda();
  float *d, h[100], va[4] = {1, 2, 3, 4}, vc[8];
  for (int i = 0; i < 8; i++)
    vc[i] = i;
  OK(cudaMalloc(&d, sizeof h));
  OK(cudaMemcpyToSymbol(a, va, sizeof va));
  OK(cudaMemcpyToSymbol(c, vc, sizeof vc));
  launchFirst(d, 100);
  launchSecond(d, 100, S{2, 1});
  third<float><<<1, 32>>>(d, 20);
  late::launchFourth(d, late::Pair{3, 0});
  int n;
  OK(cudaMemcpyFromSymbol(&n, counter, sizeof n));
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(n, 20);
  for (int i = 0; i < 100; i++)
    EXPECT_EQ(h[i], va[i % 4] + vc[i % 8] * 2 + 1 - 3);
  OK(cudaFree(d));
  return verdict();
}
