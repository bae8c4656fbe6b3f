// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Pointers of which only the run tells whether they point to host or to device memory. Part of
// clrt.hpp.

#ifndef CLRT_ANY_PTR_HPP
#define CLRT_ANY_PTR_HPP

#include "ptr.hpp"

#include <cstdint>

namespace clrt {
namespace any { // a namespace of its own, so that free(p) with an any_ptr stays the C library's

// A host pointer or a device pointer, as CUDA's pointers are. It is used as a Type* where it points
// to host memory, and is taken where a device pointer is wanted; as with CUDA, using a pointer to
// device memory on the host fails (it is null there).
template <typename Type> class any_ptr {
  typedef typename std::add_lvalue_reference<Type>::type reference;
  struct none;
  typedef
      typename std::conditional<std::is_const<Type>::value,
                                any_ptr<typename std::remove_const<Type>::type>, none>::type other;

public:
  typedef Type element_type;

  any_ptr() = default;
  constexpr any_ptr(std::nullptr_t) : p_{nullptr, 0} {}
  any_ptr(cl_mem mem) : p_{mem, 0} {}
  template <typename Other,
            typename std::enable_if<std::is_convertible<Other *, Type *>::value, int>::type = 0>
  any_ptr(Other *host) : p_{nullptr, reinterpret_cast<std::uintptr_t>(host)} {}
  template <typename Other,
            typename std::enable_if<!std::is_convertible<Other *, Type *>::value, int>::type = 0>
  explicit any_ptr(Other *host) : p_{nullptr, reinterpret_cast<std::uintptr_t>(host)} {}
  template <typename Other,
            typename std::enable_if<detail::same_address<Other, Type>::value, int>::type = 0>
  any_ptr(const ptr<Other> &device) : p_(device.raw()) {}
  template <typename Other,
            typename std::enable_if<!detail::same_address<Other, Type>::value, int>::type = 0>
  explicit any_ptr(const ptr<Other> &device) : p_(device.raw()) {}
  template <typename Other,
            typename std::enable_if<detail::same_address<Other, Type>::value, int>::type = 0>
  any_ptr(const any_ptr<Other> &p) : p_(p.raw()) {}
  template <typename Other,
            typename std::enable_if<!detail::same_address<Other, Type>::value, int>::type = 0>
  explicit any_ptr(const any_ptr<Other> &p) : p_(p.raw()) {}

  bool on_device() const { return p_.mem != nullptr; }
  Type *host() const { return on_device() ? nullptr : reinterpret_cast<Type *>(p_.offset); }
  ptr<Type> device() const { return ptr<Type>(p_); }
  const clrt_ptr &raw() const { return p_; }
  clrt_ptr &raw() { return p_; }
  operator Type *() const { return host(); }
  explicit operator bool() const { return p_.mem || p_.offset; }

  reference operator*() const { return *host(); }
  Type *operator->() const { return host(); }
  template <typename Integer> reference operator[](Integer i) const { return host()[i]; }
  any_ptr &operator+=(std::ptrdiff_t n) {
    p_.offset += static_cast<std::size_t>(n * detail::size_of<Type>::value);
    return *this;
  }
  any_ptr &operator-=(std::ptrdiff_t n) { return *this += -n; }
  any_ptr &operator++() { return *this += 1; }
  any_ptr &operator--() { return *this -= 1; }
  any_ptr operator++(int) {
    any_ptr old = *this;
    *this += 1;
    return old;
  }
  any_ptr operator--(int) {
    any_ptr old = *this;
    *this -= 1;
    return old;
  }

  // A plain pointer may stand on either side, and one to what is not const.
#define CLRT_ANY_OPERATOR(RESULT, OP)                                                              \
  friend RESULT operator OP(any_ptr a, any_ptr b) { return a.device() OP b.device(); }             \
  friend RESULT operator OP(any_ptr a, Type *b) { return a OP any_ptr(b); }                        \
  friend RESULT operator OP(Type *a, any_ptr b) { return any_ptr(a) OP b; }                        \
  friend RESULT operator OP(any_ptr a, other b) { return a OP any_ptr(b); }                        \
  friend RESULT operator OP(other a, any_ptr b) { return any_ptr(a) OP b; }
  CLRT_ANY_OPERATOR(bool, ==)
  CLRT_ANY_OPERATOR(bool, !=)
  CLRT_ANY_OPERATOR(bool, <)
  CLRT_ANY_OPERATOR(bool, >)
  CLRT_ANY_OPERATOR(bool, <=)
  CLRT_ANY_OPERATOR(bool, >=)
  CLRT_ANY_OPERATOR(std::ptrdiff_t, -)
#undef CLRT_ANY_OPERATOR

private:
  clrt_ptr p_; // without a buffer, the offset is the host address
};

template <typename Type, typename Integer>
typename std::enable_if<std::is_integral<Integer>::value, any_ptr<Type>>::type
operator+(any_ptr<Type> p, Integer n) {
  return p += static_cast<std::ptrdiff_t>(n);
}
template <typename Type, typename Integer>
typename std::enable_if<std::is_integral<Integer>::value, any_ptr<Type>>::type
operator+(Integer n, any_ptr<Type> p) {
  return p += static_cast<std::ptrdiff_t>(n);
}
template <typename Type, typename Integer>
typename std::enable_if<std::is_integral<Integer>::value, any_ptr<Type>>::type
operator-(any_ptr<Type> p, Integer n) {
  return p -= static_cast<std::ptrdiff_t>(n);
}
} // namespace any

using any::any_ptr;

namespace detail {
template <typename Type> clrt_place place_of(const any_ptr<Type> &p) {
  return p.on_device() ? clrt_on_device(p.raw()) : clrt_host(p.host());
}
} // namespace detail

// &p->member
template <typename Type, typename Field, typename Class>
any_ptr<typename std::conditional<std::is_const<Type>::value, const Field, Field>::type>
field(any_ptr<Type> p, Field Class::*member) {
  typedef typename std::conditional<std::is_const<Type>::value, const Field, Field>::type part;
  any_ptr<part> result(nullptr);
  result.raw() = clrt::field(p.device(), member).raw();
  return result;
}
} // namespace clrt

#endif
