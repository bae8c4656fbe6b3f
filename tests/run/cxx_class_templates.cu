// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Class templates: partial specialisation, member templates, nested types, static members, traits.
#include "check.h"

template <typename T> struct Traits {
  typedef T Sum;
  static const int id = 0;
};
template <> struct Traits<unsigned char> {
  typedef int Sum;
  static const int id = 1;
};
template <typename T> struct Traits<T *> {
  typedef T Sum;
  static const int id = 2;
};

template <typename T, int N> struct Vec {
  T v[N];
  static constexpr int size = N;
  using value_type = T;
  struct Range {
    T low, high;
  };
  __host__ __device__ T &operator[](int i) { return v[i]; }
  __host__ __device__ const T &operator[](int i) const { return v[i]; }
  __host__ __device__ T dot(const Vec &o) const {
    T s = 0;
    for (int i = 0; i < N; i++)
      s += v[i] * o.v[i];
    return s;
  }
  template <typename U> __host__ __device__ U sum_as() const {
    U s = 0;
    for (int i = 0; i < N; i++)
      s += (U)v[i];
    return s;
  }
  __host__ __device__ Range range() const {
    Range r = {v[0], v[0]};
    for (int i = 1; i < N; i++) {
      if (v[i] < r.low)
        r.low = v[i];
      if (v[i] > r.high)
        r.high = v[i];
    }
    return r;
  }
};

template <int N> struct Factorial {
  static const int value = N * Factorial<N - 1>::value;
};
template <> struct Factorial<0> {
  static const int value = 1;
};

template <typename T> struct Add {
  __host__ __device__ T operator()(T a, T b) const { return a + b; }
  static __host__ __device__ T neutral() { return 0; }
};
template <typename T> struct Max {
  __host__ __device__ T operator()(T a, T b) const { return a > b ? a : b; }
  static __host__ __device__ T neutral() { return -1000; }
};

template <typename T, typename F> __host__ __device__ T fold(const T *p, int n, F f) {
  T r = F::neutral();
  for (int i = 0; i < n; i++)
    r = f(r, p[i]);
  return r;
}
template <template <typename> class F, typename T> __host__ __device__ T fold2(const T *p, int n) {
  return fold(p, n, F<T>());
}

template <typename T> __host__ __device__ typename Traits<T>::Sum average(const T *p, int n) {
  typename Traits<T>::Sum s = 0;
  for (int i = 0; i < n; i++)
    s += p[i];
  return s / n + Traits<T>::id + Traits<T *>::id;
}

// Arguments that guides deduce otherwise than constructors would.
namespace guided {
template <typename T, int N = 2> struct Row {
  T v[N];
  static constexpr int size = N;
  __host__ __device__ explicit Row(T a) : v() { v[0] = a; }
  template <int M> __host__ __device__ Row(const T (&a)[M], int k) : v() {
    for (int i = 0; i < M && i < N; ++i)
      v[i] = a[i] + k;
  }
};
template <typename T, int M> Row(const T (&)[M], int) -> Row<T, M>;
template <typename T> Row(T) -> Row<T, 7>;
} // namespace guided
__host__ __device__ float guides(int i) {
  int init[3] = {1, 2, i};
  guided::Row row(init, 5);
  guided::Row other(2.5f);
  return row.size * 100 + row.v[2] + other.size * 1000 + other.v[0] + guided::Row(i).size;
}

__host__ __device__ float work(int i) {
  Vec<float, 3> a, b;
  for (int k = 0; k < Vec<float, 3>::size; k++) {
    a[k] = i + k;
    b[k] = 2.0f * k;
  }
  Vec<int, 4> c = {{i, 2, -3, 4}};
  Vec<int, 4>::Range r = c.range();
  unsigned char bytes[4] = {200, 201, 202, (unsigned char)i};
  float values[3] = {1.5f, (float)i, 2.0f};
  Vec<int, 4>::value_type extra = 7;
  return a.dot(b) + c.sum_as<float>() + r.low * 10 + r.high + Factorial<5>::value +
         average(bytes, 4) + fold(values, 3, Add<float>()) + fold2<Max>(values, 3) + extra +
         guides(i);
}

template <typename T, template <typename> class F>
__global__ void fold_kernel(const T *in, T *out, int n) {
  *out = fold(in, n, F<T>());
}

__global__ void run(float *out) { out[threadIdx.x] = work(threadIdx.x); }

int main() {
  float out[16], *d_out;
  OK(cudaMalloc(&d_out, sizeof out));
  run<<<1, 16>>>(d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 16; i++)
    EXPECT_NEAR(out[i], work(i), 1e-3);
  float max = 0;
  fold_kernel<float, Max><<<1, 1>>>(d_out, d_out + 3, 3);
  OK(cudaMemcpy(&max, d_out + 3, sizeof max, cudaMemcpyDeviceToHost));
  EXPECT_EQ(max, fold2<Max>(out, 3));
  OK(cudaFree(d_out));
  return verdict();
}
