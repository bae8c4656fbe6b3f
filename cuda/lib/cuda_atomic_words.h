// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What is atomic for objects of a type, in CUDA: the functions that CUDA has for numbers of 4 and 8
// bytes.
#ifndef CU2CL_LIB_CUDA_ATOMIC_WORDS_H
#define CU2CL_LIB_CUDA_ATOMIC_WORDS_H

#include "cuda_scopes.h"

#ifdef __cplusplus
namespace cuda {

namespace details {

/// Whether objects of \p T are numbers with a sign, and so on: which functions of CUDA's they have.
enum class atomic_kind { whole, floating, other };
template <class T> struct kind_of {
  static constexpr atomic_kind value = __is_integral(T) || __is_enum(T) ? atomic_kind::whole
                                       : __is_floating_point(T)         ? atomic_kind::floating
                                                                        : atomic_kind::other;
};

#ifdef __CUDA_ARCH__
__device__ inline void fence_before(memory_order order) {
  if (order != memory_order_relaxed && order != memory_order_consume &&
      order != memory_order_acquire)
    __threadfence();
}
__device__ inline void fence_after(memory_order order) {
  if (order != memory_order_relaxed && order != memory_order_release)
    __threadfence();
}

/// CUDA's functions for numbers, between the threads of the device, or with the host.
template <bool System> struct words {
  template <class T> __device__ static T add(T *at, T value) { return atomicAdd(at, value); }
  template <class T> __device__ static T smaller(T *at, T value) { return atomicMin(at, value); }
  template <class T> __device__ static T larger(T *at, T value) { return atomicMax(at, value); }
  template <class T> __device__ static T both(T *at, T value) { return atomicAnd(at, value); }
  template <class T> __device__ static T any(T *at, T value) { return atomicOr(at, value); }
  template <class T> __device__ static T either(T *at, T value) { return atomicXor(at, value); }
  template <class T> __device__ static T exchange(T *at, T value) { return atomicExch(at, value); }
  template <class T> __device__ static T exchange_if(T *at, T expected, T value) {
    return atomicCAS(at, expected, value);
  }
};
template <> struct words<true> {
  template <class T> __device__ static T add(T *at, T value) { return atomicAdd_system(at, value); }
  template <class T> __device__ static T smaller(T *at, T value) {
    return atomicMin_system(at, value);
  }
  template <class T> __device__ static T larger(T *at, T value) {
    return atomicMax_system(at, value);
  }
  template <class T> __device__ static T both(T *at, T value) {
    return atomicAnd_system(at, value);
  }
  template <class T> __device__ static T any(T *at, T value) { return atomicOr_system(at, value); }
  template <class T> __device__ static T either(T *at, T value) {
    return atomicXor_system(at, value);
  }
  template <class T> __device__ static T exchange(T *at, T value) {
    return atomicExch_system(at, value);
  }
  template <class T> __device__ static T exchange_if(T *at, T expected, T value) {
    return atomicCAS_system(at, expected, value);
  }
};

/// The type by which CUDA's functions know whole numbers of \p Size bytes; signed and unsigned of
/// 8 bytes differ for the smaller and larger one only.
template <unsigned Size, bool IsSigned> struct word;
template <> struct word<4, false> {
  typedef unsigned int type;
  typedef unsigned int ordered;
};
template <> struct word<4, true> {
  typedef int type;
  typedef int ordered;
};
template <> struct word<8, false> {
  typedef unsigned long long type;
  typedef unsigned long long ordered;
};
template <> struct word<8, true> {
  typedef unsigned long long type;
  typedef long long ordered;
};

/// What is atomic for objects of \p T, without an order.
template <class T, bool System = false, atomic_kind = kind_of<T>::value> struct plain_atomic;

template <class T, bool System> struct plain_atomic<T, System, atomic_kind::whole> {
  typedef word<sizeof(T), (T)-1 < (T)0> word_of;
  typedef typename word_of::type number;
  typedef typename word_of::ordered ordered;
  __device__ static T load(const T *at) { return *(const volatile T *)at; }
  __device__ static void store(T *at, T value) { *(volatile T *)at = value; }
  __device__ static T exchange(T *at, T value) {
    return (T)words<System>::exchange((number *)at, (number)value);
  }
  __device__ static T exchange_if(T *at, T expected, T value) {
    return (T)words<System>::exchange_if((number *)at, (number)expected, (number)value);
  }
  __device__ static bool same(T a, T b) { return a == b; }
  __device__ static T add(T *at, T value) {
    return (T)words<System>::add((number *)at, (number)value);
  }
  __device__ static T subtract(T *at, T value) {
    return (T)words<System>::add((number *)at, (number)0 - (number)value);
  }
  __device__ static T smaller(T *at, T value) {
    return (T)words<System>::smaller((ordered *)at, (ordered)value);
  }
  __device__ static T larger(T *at, T value) {
    return (T)words<System>::larger((ordered *)at, (ordered)value);
  }
  __device__ static T both(T *at, T value) {
    return (T)words<System>::both((number *)at, (number)value);
  }
  __device__ static T any(T *at, T value) {
    return (T)words<System>::any((number *)at, (number)value);
  }
  __device__ static T either(T *at, T value) {
    return (T)words<System>::either((number *)at, (number)value);
  }
};

/// The bits of an object of \p Size bytes.
template <class T, unsigned Size = sizeof(T)> struct bits;
template <class T> struct bits<T, 4> {
  typedef unsigned int type;
};
template <class T> struct bits<T, 8> {
  typedef unsigned long long type;
};
template <class T> __device__ typename bits<T>::type bits_of(const T &value) {
  typename bits<T>::type word;
  memcpy(&word, &value, sizeof(T));
  return word;
}
template <class T> __device__ T of_bits(typename bits<T>::type word) {
  T value;
  memcpy(&value, &word, sizeof(T));
  return value;
}

template <class T, bool System> struct plain_atomic<T, System, atomic_kind::other> {
  typedef typename bits<T>::type word;
  __device__ static T load(const T *at) { return of_bits<T>(*(const volatile word *)at); }
  __device__ static void store(T *at, T value) { *(volatile word *)at = bits_of(value); }
  __device__ static T exchange(T *at, T value) {
    return of_bits<T>(words<System>::exchange((word *)at, bits_of(value)));
  }
  __device__ static T exchange_if(T *at, T expected, T value) {
    return of_bits<T>(
        words<System>::exchange_if((word *)at, bits_of(expected), bits_of(value)));
  }
  __device__ static bool same(T a, T b) { return bits_of(a) == bits_of(b); }
};

template <class T, bool System>
struct plain_atomic<T, System, atomic_kind::floating> : plain_atomic<T, System, atomic_kind::other> {
  typedef plain_atomic<T, System, atomic_kind::other> base;
  __device__ static T load(const T *at) { return *(const volatile T *)at; }
  __device__ static void store(T *at, T value) { *(volatile T *)at = value; }
  __device__ static T add(T *at, T value) { return words<System>::add(at, value); }
  __device__ static T subtract(T *at, T value) { return words<System>::add(at, -value); }
  __device__ static T smaller(T *at, T value) {
    T before = load(at), expected;
    do {
      expected = before;
      before = base::exchange_if(at, expected, value < expected ? value : expected);
    } while (!base::same(before, expected));
    return before;
  }
  __device__ static T larger(T *at, T value) {
    T before = load(at), expected;
    do {
      expected = before;
      before = base::exchange_if(at, expected, expected < value ? value : expected);
    } while (!base::same(before, expected));
    return before;
  }
};

#else
__host__ __device__ void fence_before(memory_order);
__host__ __device__ void fence_after(memory_order);
template <class T, bool System = false, atomic_kind = kind_of<T>::value> struct plain_atomic {
  __host__ __device__ static T exchange(T *, T);
  __host__ __device__ static T add(T *, T);
  __host__ __device__ static T subtract(T *, T);
  __host__ __device__ static T smaller(T *, T);
  __host__ __device__ static T larger(T *, T);
  __host__ __device__ static T both(T *, T);
  __host__ __device__ static T any(T *, T);
  __host__ __device__ static T either(T *, T);
  __host__ __device__ static T load(const T *);
  __host__ __device__ static void store(T *, T);
  __host__ __device__ static T exchange_if(T *, T, T);
  __host__ __device__ static bool same(T, T);
};
#endif

} // namespace details
} // namespace cuda
#endif

#endif
