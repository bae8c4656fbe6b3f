// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Symbols: what were __constant__ and __device__ variables. Part of clrt.hpp.

#ifndef CLRT_SYMBOL_HPP
#define CLRT_SYMBOL_HPP
#include "names_begin.h"

#include "place.hpp"

#include <cstring>

namespace clrt {

typedef clrt_error error;
typedef clrt_stream stream;
typedef clrt_memcpy_kind memcpy_kind;

namespace detail {
class symbol_base {
public:
  const clrt_symbol *raw() const { return &symbol_; }
  symbol_base(const symbol_base &) = delete;
  symbol_base &operator=(const symbol_base &) = delete;

protected:
  constexpr symbol_base(const void *init, std::size_t size, int managed = 0)
      : symbol_{init, size, nullptr, managed} {}
  mutable clrt_symbol symbol_; // mutable: clrt keeps its state there
};

struct symbol_reference {
  symbol_reference(const symbol_base &s) : raw(s.raw()) {}
  const clrt_symbol *raw;
};
} // namespace detail

typedef detail::symbol_base symbol_base; // a symbol of any type

// The initial value of a symbol whose text is no value of its type by itself:
//   static clrt::symbol<char[8]> name(clrt::initial<char[8]>{"x"});
template <typename Type> using initial = Type;

// What was a __constant__ or __device__ variable of type Type: a buffer per device, made when first
// used.
//   static clrt::symbol<float[4]> table({1, 2, 3, 4});   static clrt::symbol<float> factor(2.0f);
//   static clrt::symbol<int> n;
// An object with static storage; it may be used in static constructors and destructors.
template <typename Type> class symbol : public detail::symbol_base {
public:
  typedef typename std::remove_cv<Type>::type value_type;
  CLRT_INLINE constexpr symbol() : symbol_base(nullptr, sizeof(Type)), value_{} {}
  CLRT_INLINE explicit symbol(const value_type &init) : symbol_base(value_, sizeof(Type)) {
    std::memcpy(value_, static_cast<const void *>(&init), sizeof(Type));
  }

protected:
  CLRT_INLINE explicit constexpr symbol(int managed, std::nullptr_t)
      : symbol_base(nullptr, sizeof(Type), managed), value_{} {}

private:
  // The bytes of the initial value, whose type may have no constructor without arguments; not
  // touched (so no page of them is) without one.
  alignas(value_type) unsigned char value_[sizeof(Type)];
};

// What was a __managed__ variable of type Type: `*counter` is the variable for the host.
template <typename Type> class managed : public symbol<Type> {
public:
  constexpr managed() : symbol<Type>(1, nullptr) {}
  explicit managed(const typename std::remove_cv<Type>::type &init) : symbol<Type>(init) {
    this->symbol_.managed = 1;
  }
  Type &operator*() const { return *static_cast<Type *>(clrt_managed_address(this->raw())); }
};

template <typename Type> error symbol_address(Type **p, const detail::symbol_base &s) {
  void *address = nullptr;
  error e = clrt_symbol_address(p ? &address : nullptr, s.raw());
  if (e == CLRT_SUCCESS)
    *p = static_cast<Type *>(address);
  return e;
}
inline error symbol_address(cl_mem *p, const detail::symbol_base &s) {
  void *address = nullptr;
  error e = clrt_symbol_address(p ? &address : nullptr, s.raw());
  if (e == CLRT_SUCCESS)
    *p = clrt_mem(address);
  return e;
}
// An address that kernels may find in memory: the symbol lies in shared memory from then on.
template <typename Type> error svm_symbol_address(Type **p, const detail::symbol_base &s) {
  void *address = nullptr;
  error e = clrt_svm_symbol_address(p ? &address : nullptr, s.raw());
  if (e == CLRT_SUCCESS)
    *p = static_cast<Type *>(address);
  return e;
}
inline error symbol_size(std::size_t *size, const detail::symbol_base &s) {
  return clrt_symbol_size(size, s.raw());
}
inline error memcpy_to_symbol(const detail::symbol_base &s, const detail::place &src,
                              std::size_t bytes, std::size_t offset = 0,
                              memcpy_kind kind = CLRT_MEMCPY_HOST_TO_DEVICE) {
  return clrt_memcpy_to_symbol(s.raw(), src.address(), bytes, offset, kind);
}
inline error memcpy_from_symbol(const detail::place &dst, const detail::symbol_base &s,
                                std::size_t bytes, std::size_t offset = 0,
                                memcpy_kind kind = CLRT_MEMCPY_DEVICE_TO_HOST) {
  return clrt_memcpy_from_symbol(dst.address(), s.raw(), bytes, offset, kind);
}
inline error memcpy_to_symbol_async(const detail::symbol_base &s, const detail::place &src,
                                    std::size_t bytes, std::size_t offset, memcpy_kind kind,
                                    stream st = nullptr) {
  return clrt_memcpy_to_symbol_async(s.raw(), src.address(), bytes, offset, kind, st);
}
inline error memcpy_from_symbol_async(const detail::place &dst, const detail::symbol_base &s,
                                      std::size_t bytes, std::size_t offset, memcpy_kind kind,
                                      stream st = nullptr) {
  return clrt_memcpy_from_symbol_async(dst.address(), s.raw(), bytes, offset, kind, st);
}
// write_symbol, read_symbol: the other side is host memory. copy_to_symbol, copy_from_symbol: it is
// device memory.
#define CLRT_TO_SYMBOL(NAME, SIDE, KIND)                                                           \
  inline error NAME(const detail::symbol_base &s, SIDE src, std::size_t bytes,                     \
                    std::size_t offset = 0) {                                                      \
    return clrt::memcpy_to_symbol(s, src, bytes, offset, KIND);                                    \
  }                                                                                                \
  inline error NAME##_async(const detail::symbol_base &s, SIDE src, std::size_t bytes,             \
                            std::size_t offset = 0, stream st = nullptr) {                         \
    return clrt::memcpy_to_symbol_async(s, src, bytes, offset, KIND, st);                          \
  }
#define CLRT_FROM_SYMBOL(NAME, SIDE, KIND)                                                         \
  inline error NAME(SIDE dst, const detail::symbol_base &s, std::size_t bytes,                     \
                    std::size_t offset = 0) {                                                      \
    return clrt::memcpy_from_symbol(dst, s, bytes, offset, KIND);                                  \
  }                                                                                                \
  inline error NAME##_async(SIDE dst, const detail::symbol_base &s, std::size_t bytes,             \
                            std::size_t offset = 0, stream st = nullptr) {                         \
    return clrt::memcpy_from_symbol_async(dst, s, bytes, offset, KIND, st);                        \
  }
CLRT_TO_SYMBOL(write_symbol, const void *, CLRT_MEMCPY_HOST_TO_DEVICE)
CLRT_TO_SYMBOL(copy_to_symbol, const detail::place &, CLRT_MEMCPY_DEVICE_TO_DEVICE)
CLRT_FROM_SYMBOL(read_symbol, void *, CLRT_MEMCPY_DEVICE_TO_HOST)
CLRT_FROM_SYMBOL(copy_from_symbol, const detail::place &, CLRT_MEMCPY_DEVICE_TO_DEVICE)
#undef CLRT_TO_SYMBOL
#undef CLRT_FROM_SYMBOL
} // namespace clrt

#include "names_end.h"

#endif
