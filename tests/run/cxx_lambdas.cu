// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Lambdas: called in the kernel, passed to device functions, captured by value on the host and
// passed as a kernel argument.
#include "check.h"

template <typename F> __device__ float twice(F f, float x) { return f(f(x)); }
template <typename T, typename F> __device__ void each(T *p, int n, const F &f) {
  for (int i = 0; i < n; i++)
    f(p[i]);
}

template <typename F> __global__ void map(float *v, int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = f(v[i]);
}

__global__ void local(float *out, int n) {
  int i = threadIdx.x;
  float bias = 0.5f * i;
  int calls = 0;
  auto add = [=](float x) { return x + bias; };
  auto count = [&](float x) -> float {
    ++calls;
    return x * 2;
  };
  float v[3] = {1, 2, (float)i};
  each(v, 3, [](float &x) { x += 1; });
  auto generic = [n](auto a, auto b) { return a * n + b; };
  out[i] = twice(add, 1.0f) + twice(count, 3.0f) + calls * 100 + v[0] + v[2] + generic(2, 0.5f) +
           generic(1.5f, i);
}

int main() {
  const int n = 20;
  float v[n], got[n], *d;
  for (int i = 0; i < n; i++)
    v[i] = i;
  OK(cudaMalloc(&d, sizeof v));
  OK(cudaMemcpy(d, v, sizeof v, cudaMemcpyHostToDevice));
  float factor = 3.0f;
  int shift = 4;
  map<<<1, 32>>>(d, n, [=] __device__(float x) { return x * factor + shift; });
  OK(cudaMemcpy(got, d, sizeof v, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(got[i], v[i] * 3 + 4);
  local<<<1, n>>>(d, n);
  OK(cudaMemcpy(got, d, sizeof v, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    EXPECT_NEAR(got[i], 1.0f + i + 12 + 200 + 2 + (i + 1) + (2 * n + 0.5f) + (1.5f * n + i), 1e-3);
  OK(cudaFree(d));
  return verdict();
}
