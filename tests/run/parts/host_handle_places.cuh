// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

namespace lib {
template <class Op> __global__ void map(int *p, Op op) { p[threadIdx.x] = op(p[threadIdx.x]); }
typedef struct {
  int by;
} By;
enum Kind { Plus, Times };
struct Add {
  By by;
  Kind kind;
  __host__ __device__ int operator()(int v) const { return kind == Plus ? v + by.by : v * by.by; }
};
namespace detail {
/// Launches what the classes in front of it are for, and those of the including file.
template <class F> inline void apply(int *p, F f) { map<<<1, 4>>>(p, f); }
template <Kind K> __global__ void set(int *p) { p[threadIdx.x] = K == Plus ? 1 : 2; }
} // namespace detail
inline void start(int *p) { detail::set<Times><<<1, 4>>>(p); }
struct Runner {
  int *p;
  template <class F> void operator()(F f) { detail::apply(p, f); }
};
} // namespace lib

// One pair of braces for several namespaces.
namespace lib::parts::deep {
struct Amount {
  int by;
};
__global__ void one(int *p) { *p = 1; }
inline void first(int *p) { one<<<1, 1>>>(p); }
__global__ void raise(int *p, Amount a) { *p += a.by; }
inline void second(int *p) { raise<<<1, 1>>>(p, Amount{5}); }
template <class T> __global__ void scale(T *p, T by) { *p *= by; }
template <class T> void third(T *p, T by) { scale<T><<<1, 1>>>(p, by); }
} // namespace lib::parts::deep
