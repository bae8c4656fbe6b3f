// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Atomic objects of libcu++, in CUDA. What is only declared has no translation.
//
// Each operation is CUDA's atomic function, which orders nothing, between the fences that its order
// asks for. Objects are of 4 or 8 bytes. Host code has clrt's classes of the same names
// (clrt/cuda_atomic.hpp).
#ifndef CU2CL_LIB_CUDA_ATOMIC_H
#define CU2CL_LIB_CUDA_ATOMIC_H

#include "cuda_atomic_words.h"

#ifdef __cplusplus
namespace cuda {

namespace details {

template <class T, bool System = false> struct ordered_atomic {
  typedef plain_atomic<T, System> plain;

  __host__ __device__ static T load(const T *at, memory_order order) {
    fence_before(order);
    T value = plain::load(at);
    fence_after(order);
    return value;
  }
  __host__ __device__ static void store(T *at, T value, memory_order order) {
    fence_before(order);
    plain::store(at, value);
    fence_after(order);
  }
  __host__ __device__ static T exchange(T *at, T value, memory_order order) {
    fence_before(order);
    T before = plain::exchange(at, value);
    fence_after(order);
    return before;
  }
  __host__ __device__ static T add(T *at, T value, memory_order order) {
    fence_before(order);
    T before = plain::add(at, value);
    fence_after(order);
    return before;
  }
  __host__ __device__ static T subtract(T *at, T value, memory_order order) {
    fence_before(order);
    T before = plain::subtract(at, value);
    fence_after(order);
    return before;
  }
  __host__ __device__ static T smaller(T *at, T value, memory_order order) {
    fence_before(order);
    T before = plain::smaller(at, value);
    fence_after(order);
    return before;
  }
  __host__ __device__ static T larger(T *at, T value, memory_order order) {
    fence_before(order);
    T before = plain::larger(at, value);
    fence_after(order);
    return before;
  }
  __host__ __device__ static T both(T *at, T value, memory_order order) {
    fence_before(order);
    T before = plain::both(at, value);
    fence_after(order);
    return before;
  }
  __host__ __device__ static T any(T *at, T value, memory_order order) {
    fence_before(order);
    T before = plain::any(at, value);
    fence_after(order);
    return before;
  }
  __host__ __device__ static T either(T *at, T value, memory_order order) {
    fence_before(order);
    T before = plain::either(at, value);
    fence_after(order);
    return before;
  }
  /// If the object is not \p expected, that becomes what it is.
  __host__ __device__ static bool exchange_if(T *at, T &expected, T value, memory_order order) {
    T before = expected;
    fence_before(order);
    expected = plain::exchange_if(at, before, value);
    fence_after(order);
    return plain::same(expected, before);
  }
};

} // namespace details

template <class T, thread_scope Scope = thread_scope_system> class atomic_ref {
  typedef details::ordered_atomic<T, Scope == thread_scope_system> ordered;

public:
  typedef T value_type;
  __host__ __device__ explicit atomic_ref(T &object) : object(&object) {}
  __host__ __device__ T load(memory_order order = memory_order_seq_cst) const {
    return ordered::load(object, order);
  }
  __host__ __device__ operator T() const { return load(); }
  __host__ __device__ void store(T value, memory_order order = memory_order_seq_cst) const {
    ordered::store(object, value, order);
  }
  __host__ __device__ T operator=(T value) const {
    store(value);
    return value;
  }
  __host__ __device__ T exchange(T value, memory_order order = memory_order_seq_cst) const {
    return ordered::exchange(object, value, order);
  }
  __host__ __device__ T fetch_add(T value, memory_order order = memory_order_seq_cst) const {
    return ordered::add(object, value, order);
  }
  __host__ __device__ T fetch_sub(T value, memory_order order = memory_order_seq_cst) const {
    return ordered::subtract(object, value, order);
  }
  __host__ __device__ T fetch_min(T value, memory_order order = memory_order_seq_cst) const {
    return ordered::smaller(object, value, order);
  }
  __host__ __device__ T fetch_max(T value, memory_order order = memory_order_seq_cst) const {
    return ordered::larger(object, value, order);
  }
  __host__ __device__ T fetch_and(T value, memory_order order = memory_order_seq_cst) const {
    return ordered::both(object, value, order);
  }
  __host__ __device__ T fetch_or(T value, memory_order order = memory_order_seq_cst) const {
    return ordered::any(object, value, order);
  }
  __host__ __device__ T fetch_xor(T value, memory_order order = memory_order_seq_cst) const {
    return ordered::either(object, value, order);
  }
  __host__ __device__ bool compare_exchange_strong(T &expected, T value,
                                               memory_order order = memory_order_seq_cst) const {
    return ordered::exchange_if(object, expected, value, order);
  }
  __host__ __device__ bool compare_exchange_strong(T &expected, T value, memory_order order,
                                               memory_order) const {
    return ordered::exchange_if(object, expected, value, order);
  }
  __host__ __device__ bool compare_exchange_weak(T &expected, T value,
                                               memory_order order = memory_order_seq_cst) const {
    return ordered::exchange_if(object, expected, value, order);
  }
  __host__ __device__ bool compare_exchange_weak(T &expected, T value, memory_order order,
                                               memory_order) const {
    return ordered::exchange_if(object, expected, value, order);
  }
  __host__ __device__ T operator++() const { return fetch_add(1) + 1; }
  __host__ __device__ T operator++(int) const { return fetch_add(1); }
  __host__ __device__ T operator+=(T value) const { return fetch_add(value) + value; }
  __host__ __device__ T operator--() const { return fetch_sub(1) - 1; }
  __host__ __device__ T operator--(int) const { return fetch_sub(1); }
  __host__ __device__ T operator-=(T value) const { return fetch_sub(value) - value; }
  __host__ __device__ T operator&=(T value) const { return fetch_and(value) & value; }
  __host__ __device__ T operator|=(T value) const { return fetch_or(value) | value; }
  __host__ __device__ T operator^=(T value) const { return fetch_xor(value) ^ value; }
  __host__ __device__ static constexpr bool is_lock_free() { return true; }
  __host__ __device__ void wait(T, memory_order = memory_order_seq_cst) const;
  __host__ __device__ void notify_one() const;
  __host__ __device__ void notify_all() const;

private:
  T *object;
};

template <class T, thread_scope Scope = thread_scope_system> class atomic {
  typedef details::ordered_atomic<T, Scope == thread_scope_system> ordered;

public:
  typedef T value_type;
  atomic() = default;
  __host__ __device__ constexpr atomic(T value) : object(value) {}
  atomic(const atomic &) = delete;
  atomic &operator=(const atomic &) = delete;
  __host__ __device__ T load(memory_order order = memory_order_seq_cst) const {
    return ordered::load(&object, order);
  }
  __host__ __device__ operator T() const { return load(); }
  __host__ __device__ void store(T value, memory_order order = memory_order_seq_cst) {
    ordered::store(&object, value, order);
  }
  __host__ __device__ T operator=(T value) {
    store(value);
    return value;
  }
  __host__ __device__ T exchange(T value, memory_order order = memory_order_seq_cst) {
    return ordered::exchange(&object, value, order);
  }
  __host__ __device__ T fetch_add(T value, memory_order order = memory_order_seq_cst) {
    return ordered::add(&object, value, order);
  }
  __host__ __device__ T fetch_sub(T value, memory_order order = memory_order_seq_cst) {
    return ordered::subtract(&object, value, order);
  }
  __host__ __device__ T fetch_min(T value, memory_order order = memory_order_seq_cst) {
    return ordered::smaller(&object, value, order);
  }
  __host__ __device__ T fetch_max(T value, memory_order order = memory_order_seq_cst) {
    return ordered::larger(&object, value, order);
  }
  __host__ __device__ T fetch_and(T value, memory_order order = memory_order_seq_cst) {
    return ordered::both(&object, value, order);
  }
  __host__ __device__ T fetch_or(T value, memory_order order = memory_order_seq_cst) {
    return ordered::any(&object, value, order);
  }
  __host__ __device__ T fetch_xor(T value, memory_order order = memory_order_seq_cst) {
    return ordered::either(&object, value, order);
  }
  __host__ __device__ bool compare_exchange_strong(T &expected, T value,
                                               memory_order order = memory_order_seq_cst) {
    return ordered::exchange_if(&object, expected, value, order);
  }
  __host__ __device__ bool compare_exchange_strong(T &expected, T value, memory_order order,
                                               memory_order) {
    return ordered::exchange_if(&object, expected, value, order);
  }
  __host__ __device__ bool compare_exchange_weak(T &expected, T value,
                                               memory_order order = memory_order_seq_cst) {
    return ordered::exchange_if(&object, expected, value, order);
  }
  __host__ __device__ bool compare_exchange_weak(T &expected, T value, memory_order order,
                                               memory_order) {
    return ordered::exchange_if(&object, expected, value, order);
  }
  __host__ __device__ T operator++() { return fetch_add(1) + 1; }
  __host__ __device__ T operator++(int) { return fetch_add(1); }
  __host__ __device__ T operator+=(T value) { return fetch_add(value) + value; }
  __host__ __device__ T operator--() { return fetch_sub(1) - 1; }
  __host__ __device__ T operator--(int) { return fetch_sub(1); }
  __host__ __device__ T operator-=(T value) { return fetch_sub(value) - value; }
  __host__ __device__ T operator&=(T value) { return fetch_and(value) & value; }
  __host__ __device__ T operator|=(T value) { return fetch_or(value) | value; }
  __host__ __device__ T operator^=(T value) { return fetch_xor(value) ^ value; }
  __host__ __device__ static constexpr bool is_lock_free() { return true; }
  __host__ __device__ void wait(T, memory_order = memory_order_seq_cst) const;
  __host__ __device__ void notify_one();
  __host__ __device__ void notify_all();

private:
  alignas(sizeof(T)) T object;
};

__host__ __device__ inline void atomic_thread_fence(memory_order order,
                                                    thread_scope = thread_scope_system) {
  details::fence_before(order == memory_order_relaxed ? order : memory_order_seq_cst);
}

namespace std {
template <class T> using atomic = cuda::atomic<T, thread_scope_system>;
template <class T> using atomic_ref = cuda::atomic_ref<T, thread_scope_system>;
} // namespace std

} // namespace cuda
#endif

#endif
