// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Objects that are evaluated and not used: in front of static members, of methods of classes
// without members, and of calls of destructors that do nothing. What their evaluation does counts.
#include <new>
#include <stdio.h>
#include <type_traits>

struct DroppedParts {
  static __host__ __device__ int twice(int v) { return 2 * v; }
  static constexpr int K = 7;
  enum { A = 3 };
  int a;
  __host__ __device__ DroppedParts &self() {
    a += 7;
    return *this;
  }
};
struct DroppedPlain {
  float f;
};
struct DroppedEmpty {
  __host__ __device__ int three() const { return 3; }
};

__host__ __device__ DroppedParts *dropped_next(DroppedParts *&p) { return p++; }
__host__ __device__ DroppedParts dropped_make(int &n) {
  ++n;
  return DroppedParts{n};
}
template <int N> __host__ __device__ std::integral_constant<int, N> dropped_constant(int &n) {
  n += N;
  return {};
}
__host__ __device__ DroppedEmpty dropped_empty(int &n) {
  n += 100;
  return {};
}

template <class T, int N> struct DroppedVector {
  alignas(T) unsigned char bytes[N * sizeof(T)];
  int n = 0;
  __host__ __device__ T *begin() { return reinterpret_cast<T *>(bytes); }
  __host__ __device__ void push(const T &v) { new (begin() + n++) T(v); }
  __host__ __device__ void pop() { begin()[--n].~T(); }
};

// A class template that converts to two instances of another one.
template <class T, int R, int C = R> struct DroppedMatrix {
  T m[R][C];
};
template <class T> struct DroppedPair {
  T w;
  __host__ __device__ explicit operator DroppedMatrix<T, 2, 1>() const {
    return DroppedMatrix<T, 2, 1>{{{w}, {w}}};
  }
  __host__ __device__ operator DroppedMatrix<T, 2>() const {
    DroppedMatrix<T, 2> r{{{w, 2}, {1, 1}}};
    return r;
  }
};

__host__ __device__ void dropped(int s, int *r) {
  DroppedParts ps[4] = {{s}, {2}, {3}, {4}}, *p = ps;
  int n = 0;
  r[0] = dropped_next(p)->A;
  r[0] += dropped_next(p)->K * 10;
  r[0] += dropped_make(n).twice(5);
  r[0] += dropped_make(n).K;
  r[0] += dropped_constant<4>(n).value;
  r[0] += dropped_empty(n).three();
  r[1] = n;
  r[2] = p - ps;
  DroppedParts w{1}, *q = &w;
  r[3] = w.self().K;
  r[3] += w.self().twice(4);
  r[3] += (q++)->twice(1);
  r[4] = w.a * 10 + int(q - &w);
  DroppedPlain ts[3] = {{1}, {2}, {3}}, *t = ts;
  t++->~DroppedPlain();
  (++t)->~DroppedPlain();
  using Int = int;
  int is[3] = {1, 2, 3}, *z = is;
  z++->~Int();
  r[5] = int(t - ts) * 10 + int(z - is);
  DroppedVector<DroppedPlain, 4> v;
  v.push(DroppedPlain{1});
  v.push(DroppedPlain{3});
  v.pop();
  DroppedVector<int, 4> u;
  u.push(1);
  u.push(2);
  u.pop();
  r[6] = v.n * 10 + u.n;
  DroppedPair<int> pair{s};
  auto column = static_cast<DroppedMatrix<int, 2, 1>>(pair);
  DroppedMatrix<int, 2> square = pair;
  r[7] = square.m[0][0] + square.m[0][1] + column.m[1][0];
}

__global__ void dropped_kernel(int *r) { dropped(5, r); }

int main() {
  int *d, r[8], expected[8], bad = 0;
  if (cudaMalloc(&d, sizeof r) != cudaSuccess)
    return 1;
  dropped_kernel<<<1, 1>>>(d);
  if (cudaMemcpy(r, d, sizeof r, cudaMemcpyDeviceToHost) != cudaSuccess)
    return 1;
  dropped(5, expected);
  for (int i = 0; i < 8; i++) {
    if (r[i] != expected[i])
      printf("%d: %d, expected %d\n", i, r[i], expected[i]);
    bad += r[i] != expected[i];
  }
  bad += r[0] != 3 + 70 + 10 + 7 + 4 + 3 || r[1] != 106 || r[4] != 151 || r[6] != 11;
  printf("%s\n", bad ? "FAILED" : "PASSED");
  return bad != 0;
}
