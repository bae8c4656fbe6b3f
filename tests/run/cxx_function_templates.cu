// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Function and kernel templates: type, value, enum, bool and default arguments, packs, explicit
// specialisation, recursion at compile time, if constexpr, launches from host templates.
#include "check.h"

enum Op { op_add, op_mul };

template <typename T> __host__ __device__ T square(T x) { return x * x; }
template <> __host__ __device__ int square<int>(int x) { return x * x + 1; }

template <Op op, typename T> __host__ __device__ T apply(T a, T b) {
  if (op == op_add)
    return a + b;
  return a * b;
}

// Unrolled by recursion.
template <int N> __host__ __device__ float power(float x) { return x * power<N - 1>(x); }
template <> __host__ __device__ float power<0>(float) { return 1.0f; }

template <int N, typename T = float> __host__ __device__ T polynomial(const T *c, T x) {
  T r = 0;
  for (int i = N - 1; i >= 0; --i)
    r = r * x + c[i];
  return r;
}

template <typename T> __host__ __device__ T sum() { return T(0); }
template <typename T, typename... Rest> __host__ __device__ T sum(T first, Rest... rest) {
  return first + sum<T>(rest...);
}
template <typename... A> __host__ __device__ int count(A...) { return sizeof...(A); }
template <typename... A> __host__ __device__ int folded(A... a) { return (a + ... + 0); }

template <bool Twice, typename T> __host__ __device__ T maybe(T x) {
  if constexpr (Twice) {
    return x + x;
  } else {
    return x;
  }
}

template <typename T, int Block> __global__ void reduce(const T *in, T *out, int n) {
  __shared__ T tile[Block];
  int t = threadIdx.x;
  T s = 0;
  for (int i = t; i < n; i += Block)
    s += in[i];
  tile[t] = s;
  __syncthreads();
  for (int half = Block / 2; half > 0; half /= 2) {
    if (t < half)
      tile[t] += tile[t + half];
    __syncthreads();
  }
  if (t == 0)
    *out = tile[0];
}

__host__ __device__ float mixture(int i) {
  const float c[3] = {1.0f, 0.5f, 0.25f};
  float x = i * 0.5f;
  return square(x) + square(i) + apply<op_add>(x, 2.0f) + apply<op_mul, int>(i, 3) + power<3>(x) +
         polynomial<3>(c, x) + sum(i, 2, 3) + count(1, 2.0f, 'c') + maybe<true>(x) +
         maybe<false>(i) + folded(i, 4, 5);
}

__global__ void mix(float *out) { out[threadIdx.x] = mixture(threadIdx.x); }

template <typename T> T total(const T *host, int n) {
  T *in, *out, result = 0;
  OK(cudaMalloc(&in, n * sizeof(T)));
  OK(cudaMalloc(&out, sizeof(T)));
  OK(cudaMemcpy(in, host, n * sizeof(T), cudaMemcpyHostToDevice));
  reduce<T, 64><<<1, 64>>>(in, out, n);
  OK(cudaMemcpy(&result, out, sizeof(T), cudaMemcpyDeviceToHost));
  OK(cudaFree(in));
  OK(cudaFree(out));
  return result;
}

int main() {
  int ints[100];
  double doubles[100];
  for (int i = 0; i < 100; i++) {
    ints[i] = i;
    doubles[i] = i * 0.5;
  }
  EXPECT_EQ(total(ints, 100), 4950);
  EXPECT_EQ(total(doubles, 100), 2475.0);
  float out[16], *d_out;
  OK(cudaMalloc(&d_out, sizeof out));
  mix<<<1, 16>>>(d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 16; i++)
    EXPECT_NEAR(out[i], mixture(i), 1e-3);
  OK(cudaFree(d_out));
  return verdict();
}
