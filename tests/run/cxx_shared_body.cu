// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A kernel template with many instances: its body is written once, a line makes each instance.
#include "check.h"

struct Sum {
  template <typename T> __host__ __device__ static T of(T a, T b) { return a + b; }
};
struct Largest {
  template <typename T> __host__ __device__ static T of(T a, T b) { return a < b ? b : a; }
};

#define IS_BELOW(i, n) ((i) < (n))

// Each work-item folds Items values.
template <typename T, typename Operation, int Items, bool Twice = false>
__global__ void fold(const T *in, T *out, int n) {
  __shared__ T tile[32];
  int i = threadIdx.x;
  T result = in[i * Items]; // one row each
  /* the loop */
#pragma unroll
  for (int k = 1; k < Items; ++k)
    result = Operation::of(result, in[i * Items + k]);
  if (Twice)
    result += result;
  tile[31 - i] = result;
  __syncthreads();
  if (IS_BELOW(i, n))
    out[i] = tile[i];
}

template <int N> __host__ __device__ int power(int x) {
  int below = power<N - 1>(x);
  below *= x;
  return below;
}
template <> __host__ __device__ int power<0>(int) { return 1; }

__global__ void powers(int *out) { out[threadIdx.x] = power<5>(threadIdx.x); }

// A function for both sides names functions of the device alone, in a branch that the program never takes.
__forceinline__ __device__ float inverse(float x) { return 1 / x; }
struct Scale {
  float by;
  __device__ explicit Scale(float x) : by(inverse(x)) {}
  __device__ float of(float x) const { return x * by; }
};
template <bool Scaled> struct Setting {
  float value;
  template <typename Pair> __host__ __device__ Setting(const Pair &p, float x) {
    if constexpr (Scaled)
      value = Scale(p.y).of(p.x) + inverse(x);
    else
      value = p.x + x;
  }
};
struct Point {
  float x, y;
};
template <typename Of> __global__ void settings(float *out, Point p) {
  out[threadIdx.x] = Of(p, threadIdx.x).value + inverse(4) + Scale(2).of(3);
}

// Nothing instantiates it; it names a kernel that no host code launches.
template <int N, typename T> __global__ void unused(T *v) { v[threadIdx.x] += N; }
template <typename T> cudaError_t launchUnused(T *v) {
  auto kernel = unused<3, T>;
  void *arguments[] = {&v};
  return cudaLaunchKernel((void *)kernel, dim3(1), dim3(8), arguments, 0, 0);
}

template <typename T, typename Operation, int Items, bool Twice> static void test(const T *in, T *out) {
  const int n = 30;
  T host_in[32 * 4], got[32] = {0};
  OK(cudaMemcpy(host_in, in, sizeof host_in, cudaMemcpyDeviceToHost));
  fold<T, Operation, Items, Twice><<<1, 32>>>(in, out, n);
  OK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) {
    T want = host_in[(31 - i) * Items];
    for (int k = 1; k < Items; k++)
      want = Operation::of(want, host_in[(31 - i) * Items + k]);
    EXPECT_EQ(got[i], Twice ? want + want : want);
  }
}

template <typename T> static void testType() {
  T host[32 * 4], *in, *out;
  for (int i = 0; i < 32 * 4; i++)
    host[i] = (T)(i * 37 % 64);
  OK(cudaMalloc(&in, sizeof host));
  OK(cudaMalloc(&out, 32 * sizeof(T)));
  OK(cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice));
  test<T, Sum, 4, false>(in, out);
  test<T, Largest, 3, true>(in, out);
  test<T, Sum, 1, true>(in, out);
  OK(cudaFree(in));
  OK(cudaFree(out));
}

int main() {
  testType<int>();
  testType<float>();
  testType<unsigned char>();
  int got[8], *out;
  OK(cudaMalloc(&out, sizeof got));
  powers<<<1, 8>>>(out);
  OK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; i++)
    EXPECT_EQ(got[i], power<5>(i));
  float *d, h[8];
  OK(cudaMalloc(&d, sizeof h));
  settings<Setting<false>><<<1, 8>>>(d, Point{0.5f, 8});
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; i++)
    EXPECT_EQ(h[i], Setting<false>(Point{0.5f, 8}, i).value + 1.75f);
  OK(cudaFree(d));
  OK(cudaFree(out));
  return verdict();
}
