// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Numbers of 16 bits, in kernels and on the host: all numbers, roundings, arithmetic, comparisons.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "parts/float16.cuh"

template <> struct Format<half> {
  typedef half2 Pair;
  static const int digits = 11, least = -24;
  __host__ __device__ static half2 pair(half a, half b) { return __halves2half2(a, b); }
  __host__ __device__ static half rz(float f) { return __float2half_rz(f); }
  __host__ __device__ static half rd(float f) { return __float2half_rd(f); }
  __host__ __device__ static half ru(float f) { return __float2half_ru(f); }
  __device__ static int to_int_rn(half h) { return __half2int_rn(h); }
  __device__ static int to_int_rd(half h) { return __half2int_rd(h); }
  __device__ static int to_int_ru(half h) { return __half2int_ru(h); }
};

template <> struct Format<__nv_bfloat16> {
  typedef __nv_bfloat162 Pair;
  static const int digits = 8, least = -133;
  __host__ __device__ static __nv_bfloat162 pair(__nv_bfloat16 a, __nv_bfloat16 b) {
    return __halves2bfloat162(a, b);
  }
  __host__ __device__ static __nv_bfloat16 rz(float f) { return __float2bfloat16_rz(f); }
  __host__ __device__ static __nv_bfloat16 rd(float f) { return __float2bfloat16_rd(f); }
  __host__ __device__ static __nv_bfloat16 ru(float f) { return __float2bfloat16_ru(f); }
  __device__ static int to_int_rn(__nv_bfloat16 h) { return __bfloat162int_rn(h); }
  __device__ static int to_int_rd(__nv_bfloat16 h) { return __bfloat162int_rd(h); }
  __device__ static int to_int_ru(__nv_bfloat16 h) { return __bfloat162int_ru(h); }
};

// ---- All numbers, conversions, arithmetic.

template <class T> __global__ void all_unary(const T *in, Unary<T> *out, Integers *integers) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unary_of<T>(in[i], out[i]);
  integers[i] = integers_of<T>(in[i]);
}
template <class T> __global__ void convert(const unsigned *in, Made<T> *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  make<T>(in[i], out[i]);
}
template <class T> __global__ void compute_all(const T *x, const T *y, const T *z, Binary<T> *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  compute_on_device<T>(x[i], y[i], z[i], out[i]);
}

// Memory of the device with the values of a vector, or for them.
template <class A> A *on_device(const std::vector<A> &values) {
  A *p;
  OK(cudaMalloc(&p, values.size() * sizeof(A)));
  OK(cudaMemcpy(p, values.data(), values.size() * sizeof(A), cudaMemcpyHostToDevice));
  return p;
}
template <class A> void take_back(std::vector<A> &values, A *p) {
  OK(cudaMemcpy(values.data(), p, values.size() * sizeof(A), cudaMemcpyDeviceToHost));
  OK(cudaFree(p));
}

template <class T> static void check_numbers() {
  std::vector<T> numbers = all_numbers<T>();
  std::vector<Unary<T>> unary(65536);
  std::vector<Integers> integers(65536);
  T *in = on_device(numbers);
  Unary<T> *out = on_device(unary);
  Integers *whole = on_device(integers);
  all_unary<T><<<256, 256>>>(in, out, whole);
  take_back(unary, out);
  take_back(integers, whole);
  OK(cudaFree(in));
  for (int i = 0; i < 65536; ++i) {
    check_unary<T>(i, unary[i]);
    check_integers<T>(i, integers[i]);
    float value = numbers[i];
    EXPECT(value != value ? std::isnan(value_of<T>(i)) : value == value_of<T>(i));
  }

  std::vector<unsigned> words = words_to_convert<T>();
  std::vector<Made<T>> made(words.size());
  unsigned *from = on_device(words);
  Made<T> *to = on_device(made);
  convert<T><<<words.size() / 256, 256>>>(from, to);
  take_back(made, to);
  OK(cudaFree(from));
  check_conversions(words, made);

  Triples<T> t = triples_to_compute<T>(65536);
  std::vector<Binary<T>> results(65536);
  T *x = on_device(t.x), *y = on_device(t.y), *z = on_device(t.z);
  Binary<T> *there = on_device(results);
  compute_all<T><<<256, 256>>>(x, y, z, there);
  take_back(results, there);
  OK(cudaFree(x));
  OK(cudaFree(y));
  OK(cudaFree(z));
  check_triples(t, results);
}

int main() {
  check_numbers<half>();
  check_numbers<__nv_bfloat16>();
  return verdict();
}
