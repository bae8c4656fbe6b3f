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

// Types of several words in what a template makes of its parameters.
template <int N, typename T> struct Bytes {
  unsigned char low[N];
  unsigned long long wide;
  T rest;
};
template <int N, typename T> __device__ unsigned char last(unsigned short (&s)[N], T x) {
  return (unsigned char)(s[N - 1] + x);
}
template <int N, typename T> __host__ __device__ unsigned wrapped(T x) {
  unsigned char q[N];
  Bytes<N, T> b;
  b.wide = (unsigned long long)x << 40;
  for (int i = 0; i < N; i++) {
    q[i] = 250 + i * 3;
    b.low[i] = static_cast<unsigned char>(x + i * 100);
  }
  return q[N - 1] + b.low[N - 1] + (unsigned)(b.wide >> 36) + (unsigned)sizeof(b);
}
template <int N, typename T> __global__ void words(unsigned *out, T x) {
  unsigned short s[N];
  for (int i = 0; i < N; i++)
    s[i] = 65535 + i;
  out[0] = wrapped<N>(x);
  out[1] = last(s, x);
}

// Two launches by one macro, and templates that deduce T from const T * of a T *.
template <typename T, bool Twice> __global__ void add(const T *in, T *out) {
  out[threadIdx.x] += Twice ? 2 * in[threadIdx.x] : in[threadIdx.x];
}
#define ADD(Twice)                                                                                 \
  for (int i = 0; i < 3; i++)                                                                      \
    add<T,                                                                                         \
        Twice><<<1, 4>>>((T *)in,                                                                  \
                         (T *)out);
template <typename T> void accumulate(const T *in, T *out, bool twice) {
  switch (twice) {
  case true: {
    ADD(true)
    break;
  }
  default: {
    ADD(false)
  }
  }
}

// Explicit instantiations say the parameters' types again.
template <typename T> void clear(T *device, const T *host, int n) {
  OK(cudaMemcpy(device, host, n * sizeof(T), cudaMemcpyHostToDevice));
  add<T, true><<<1, n>>>(device, device);
}
template void clear<double>(double *device, const double *, int n);
template void clear(int *, const int *host, int);

// Enums of class templates.
template <typename T, int N> struct Padded {
  enum { STRIDE = N + N / 2 };
  enum { ROWS = 2, COUNT = STRIDE * ROWS };
  T data[COUNT];
};
template <int N> __global__ void strides(int *out) {
  __shared__ Padded<int, N> shared;
  shared.data[Padded<int, N>::STRIDE] = sizeof(shared);
  out[0] = shared.data[Padded<int, N>::STRIDE] + Padded<int, N>::ROWS;
}

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

  unsigned two[2], *d_two;
  OK(cudaMalloc(&d_two, sizeof two));
  words<4><<<1, 1>>>(d_two, 7);
  OK(cudaMemcpy(two, d_two, sizeof two, cudaMemcpyDeviceToHost));
  EXPECT_EQ(two[0], wrapped<4>(7));
  EXPECT_EQ(two[0], 3u + 51u + 112u + 24u);
  EXPECT_EQ(two[1], 9u);
  OK(cudaFree(d_two));

  float ones[4] = {1, 1, 1, 1}, *d_in, *d_sum, sums[4];
  OK(cudaMalloc(&d_in, sizeof ones));
  OK(cudaMalloc(&d_sum, sizeof sums));
  OK(cudaMemcpy(d_in, ones, sizeof ones, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_sum, ones, sizeof ones, cudaMemcpyHostToDevice));
  accumulate(d_in, d_sum, true);
  accumulate(d_in, d_sum, false);
  OK(cudaMemcpy(sums, d_sum, sizeof sums, cudaMemcpyDeviceToHost));
  EXPECT_EQ(sums[3], 10.0f);
  clear(d_in, ones, 4);
  OK(cudaMemcpy(sums, d_in, sizeof sums, cudaMemcpyDeviceToHost));
  EXPECT_EQ(sums[1], 3.0f);
  OK(cudaFree(d_in));
  OK(cudaFree(d_sum));

  int stride, *d_stride;
  OK(cudaMalloc(&d_stride, sizeof stride));
  strides<4><<<1, 1>>>(d_stride);
  OK(cudaMemcpy(&stride, d_stride, sizeof stride, cudaMemcpyDeviceToHost));
  EXPECT_EQ(stride, 50);
  OK(cudaFree(d_stride));
  return verdict();
}
