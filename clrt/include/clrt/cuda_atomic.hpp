// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// libcu++'s atomic objects in host code, of 4 and 8 bytes as in kernels.
#ifndef CLRT_CUDA_ATOMIC_HPP
#define CLRT_CUDA_ATOMIC_HPP
#include "names_begin.h"

#include <atomic>
#include <cstddef>

namespace cuda {

enum thread_scope {
  thread_scope_system = 0,
  thread_scope_device = 1,
  thread_scope_block = 2,
  thread_scope_thread = 10
};

namespace std {
using namespace ::std;
using ::std::memory_order;
using ::std::memory_order_acq_rel;
using ::std::memory_order_acquire;
using ::std::memory_order_consume;
using ::std::memory_order_relaxed;
using ::std::memory_order_release;
using ::std::memory_order_seq_cst;
} // namespace std
using ::std::memory_order;
using ::std::memory_order_acq_rel;
using ::std::memory_order_acquire;
using ::std::memory_order_consume;
using ::std::memory_order_relaxed;
using ::std::memory_order_release;
using ::std::memory_order_seq_cst;

/// An atomic object of the host's compiler, with the functions that libcu++ adds.
template <class T, thread_scope Scope = thread_scope_system>
class atomic : public ::std::atomic<T> {
public:
  typedef T value_type;
  atomic() = default;
  constexpr atomic(T value) : ::std::atomic<T>(value) {}
  using ::std::atomic<T>::operator=;

  T fetch_min(T value, memory_order order = memory_order_seq_cst) {
    T before = this->load();
    while (value < before && !this->compare_exchange_weak(before, value, order)) {
    }
    return before;
  }
  T fetch_max(T value, memory_order order = memory_order_seq_cst) {
    T before = this->load();
    while (before < value && !this->compare_exchange_weak(before, value, order)) {
    }
    return before;
  }
};

/// An object of the program's, used as an atomic one.
template <class T, thread_scope Scope = thread_scope_system> class atomic_ref {
  typedef atomic<T, Scope> object_type;
  static_assert(sizeof(object_type) == sizeof(T), "no atomic object of this size");

public:
  typedef T value_type;
  explicit atomic_ref(T &object) : object(reinterpret_cast<object_type *>(&object)) {}
  T load(memory_order order = memory_order_seq_cst) const { return object->load(order); }
  operator T() const { return load(); }
  void store(T value, memory_order order = memory_order_seq_cst) const {
    object->store(value, order);
  }
  T operator=(T value) const {
    store(value);
    return value;
  }
  T exchange(T value, memory_order order = memory_order_seq_cst) const {
    return object->exchange(value, order);
  }
  bool compare_exchange_strong(T &expected, T value,
                               memory_order order = memory_order_seq_cst) const {
    return object->compare_exchange_strong(expected, value, order);
  }
  bool compare_exchange_weak(T &expected, T value,
                             memory_order order = memory_order_seq_cst) const {
    return object->compare_exchange_weak(expected, value, order);
  }
  T fetch_add(T value, memory_order order = memory_order_seq_cst) const {
    return object->fetch_add(value, order);
  }
  T fetch_sub(T value, memory_order order = memory_order_seq_cst) const {
    return object->fetch_sub(value, order);
  }
  T fetch_and(T value, memory_order order = memory_order_seq_cst) const {
    return object->fetch_and(value, order);
  }
  T fetch_or(T value, memory_order order = memory_order_seq_cst) const {
    return object->fetch_or(value, order);
  }
  T fetch_xor(T value, memory_order order = memory_order_seq_cst) const {
    return object->fetch_xor(value, order);
  }
  T fetch_min(T value, memory_order order = memory_order_seq_cst) const {
    return object->fetch_min(value, order);
  }
  T fetch_max(T value, memory_order order = memory_order_seq_cst) const {
    return object->fetch_max(value, order);
  }

private:
  object_type *object;
};

inline void atomic_thread_fence(memory_order order, thread_scope = thread_scope_system) {
  ::std::atomic_thread_fence(order);
}

namespace std {
template <class T> using atomic = ::cuda::atomic<T, thread_scope_system>;
template <class T> using atomic_ref = ::cuda::atomic_ref<T, thread_scope_system>;
} // namespace std

} // namespace cuda

#include "names_end.h"

#endif
