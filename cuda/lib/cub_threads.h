// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What CUB's primitives share, in CUDA: places of threads and lanes, operators, memory for values.
#ifndef CU2CL_LIB_CUB_THREADS_H
#define CU2CL_LIB_CUB_THREADS_H

#include "cooperative_groups.h"
#include "cu2cl_cub_algorithms.h"

#if defined(__cplusplus) && defined(__CUDACC__)
namespace cub {

namespace details {

using cooperative_groups::details::lane_of_warp;
using cooperative_groups::details::thread_of_block;

/// Memory for a value in `__shared__`, which has no constructors.
template <class T, bool = __is_trivially_constructible(T)> struct cell {
  typedef T type;
};
template <class T> struct cell<T, false> {
  struct type {
    alignas(T) unsigned char bytes[sizeof(T)];
    __device__ type &operator=(const T &value) {
      memcpy(bytes, &value, sizeof(T));
      return *this;
    }
    __device__ operator T() const { return *(const T *)bytes; }
  };
};

struct plus {
  template <class T> __device__ T operator()(const T &a, const T &b) const { return a + b; }
};

} // namespace details

struct NullType {};
struct Sum {
  template <class T> __device__ T operator()(const T &a, const T &b) const { return a + b; }
};
struct Difference {
  template <class T> __device__ T operator()(const T &a, const T &b) const { return a - b; }
};
struct Division {
  template <class T> __device__ T operator()(const T &a, const T &b) const { return a / b; }
};
struct Max {
  template <class T> __device__ T operator()(const T &a, const T &b) const {
    return a < b ? b : a;
  }
};
struct Min {
  template <class T> __device__ T operator()(const T &a, const T &b) const {
    return b < a ? b : a;
  }
};
struct Equality {
  template <class T> __device__ bool operator()(const T &a, const T &b) const { return a == b; }
};
struct Inequality {
  template <class T> __device__ bool operator()(const T &a, const T &b) const { return a != b; }
};

template <class Key, class Value> struct KeyValuePair {
  typedef Key key_type;
  typedef Value value_type;
  Key key;
  Value value;
  __host__ __device__ KeyValuePair() {}
  __host__ __device__ KeyValuePair(const Key &key, const Value &value) : key(key), value(value) {}
};
/// Of equal values, the one with the lower key.
struct ArgMax {
  template <class T, class Key>
  __device__ KeyValuePair<Key, T> operator()(const KeyValuePair<Key, T> &a,
                                             const KeyValuePair<Key, T> &b) const {
    return b.value > a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
struct ArgMin {
  template <class T, class Key>
  __device__ KeyValuePair<Key, T> operator()(const KeyValuePair<Key, T> &a,
                                             const KeyValuePair<Key, T> &b) const {
    return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};

__device__ inline unsigned int LaneId() { return details::lane_of_warp(); }
__device__ inline unsigned int WarpId() { return details::thread_of_block() / 32; }
__device__ inline int RowMajorTid(int x, int y, int z) {
  return (threadIdx.z * y + threadIdx.y) * x + threadIdx.x;
}
__device__ inline void CTA_SYNC() { __syncthreads(); }

} // namespace cub
#endif

#endif
