// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Typed device pointers, and what functions take where CUDA takes a pointer. Part of clrt.hpp.

#ifndef CLRT_PTR_HPP
#define CLRT_PTR_HPP

#include "clrt.h"

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <typeindex> // for std::hash: <functional> is the largest header there is

namespace clrt {

namespace detail {
template <typename Type> struct size_of {
  static constexpr std::ptrdiff_t value = sizeof(Type);
};
template <> struct size_of<void> {
  static constexpr std::ptrdiff_t value = 1;
};
template <> struct size_of<const void> : size_of<void> {};
inline std::uintptr_t number_of(cl_mem mem) { return reinterpret_cast<std::uintptr_t>(mem); }
// Type* -> Other* without a cast, where the address stays the same: added const, or to void.
template <typename Type, typename Other>
struct same_address
    : std::integral_constant<bool,
                             std::is_convertible<Type *, Other *>::value &&
                                 (std::is_void<Other>::value ||
                                  std::is_same<typename std::remove_cv<Type>::type,
                                               typename std::remove_cv<Other>::type>::value)> {};
} // namespace detail

template <typename Type> class ptr;
namespace detail {
class ptr_storage {
protected:
  ptr_storage() = default;
  explicit constexpr ptr_storage(const clrt_ptr &p) : at_(p) {}
  clrt_ptr at_;
  friend inline const clrt_ptr &raw_of(const ptr_storage &p) { return p.at_; }
};
// As Type * goes where const Type * is wanted, a ptr<Type> is a ptr<const Type>: templates over
// const Type * deduce Type from it.
template <typename Type> struct ptr_base {
  typedef ptr<const Type> type;
};
template <typename Type> struct ptr_base<const Type> {
  typedef ptr_storage type;
};
} // namespace detail

// A typed device pointer: a buffer and an offset. As trivial as a Type*; no conversion to cl_mem
// but by mem().
template <typename Type> class ptr : public detail::ptr_base<Type>::type {
  typedef typename detail::ptr_base<Type>::type base;

public:
  typedef Type element_type;

  ptr() = default;
  constexpr ptr(std::nullptr_t) : base(clrt_ptr{nullptr, 0}) {}
  template <typename Mem,
            typename = typename std::enable_if<std::is_same<Mem, cl_mem>::value>::type>
  explicit constexpr ptr(Mem mem, std::size_t offset = 0) : base(clrt_ptr{mem, offset}) {}
  explicit constexpr ptr(const clrt_ptr &p) : base(p) {}
  template <typename Other,
            typename std::enable_if<detail::same_address<Other, Type>::value, int>::type = 0>
  constexpr ptr(const ptr<Other> &p) : base(p.raw()) {}
  template <typename Other,
            typename std::enable_if<!detail::same_address<Other, Type>::value, int>::type = 0>
  explicit constexpr ptr(const ptr<Other> &p) : base(p.raw()) {}

  constexpr cl_mem mem() const { return this->at_.mem; }
  constexpr std::size_t offset() const { return this->at_.offset; } // in bytes
  constexpr const clrt_ptr &raw() const { return this->at_; }
  clrt_ptr &raw() { return this->at_; }
  explicit constexpr operator bool() const { return mem() || offset(); }
  // For printf("%p"): tells pointers apart, and is no address.
  const void *shown() const { return reinterpret_cast<const char *>(mem()) + offset(); }

  ptr &operator+=(std::ptrdiff_t n) {
    this->at_.offset += static_cast<std::size_t>(n * detail::size_of<Type>::value);
    return *this;
  }
  ptr &operator-=(std::ptrdiff_t n) { return *this += -n; }
  ptr &operator++() { return *this += 1; }
  ptr &operator--() { return *this -= 1; }
  ptr operator++(int) {
    ptr old = *this;
    *this += 1;
    return old;
  }
  ptr operator--(int) {
    ptr old = *this;
    *this -= 1;
    return old;
  }
  friend ptr operator+(ptr p, std::ptrdiff_t n) { return p += n; }
  friend ptr operator+(std::ptrdiff_t n, ptr p) { return p += n; }
  friend ptr operator-(ptr p, std::ptrdiff_t n) { return p -= n; }
  friend std::ptrdiff_t operator-(ptr a, ptr b) {
    return static_cast<std::ptrdiff_t>(a.offset() - b.offset()) / detail::size_of<Type>::value;
  }
  friend bool operator==(ptr a, ptr b) { return a.mem() == b.mem() && a.offset() == b.offset(); }
  friend bool operator!=(ptr a, ptr b) { return !(a == b); }
  friend bool operator<(ptr a, ptr b) {
    return a.mem() == b.mem() ? a.offset() < b.offset()
                              : detail::number_of(a.mem()) < detail::number_of(b.mem());
  }
  friend bool operator>(ptr a, ptr b) { return b < a; }
  friend bool operator<=(ptr a, ptr b) { return !(b < a); }
  friend bool operator>=(ptr a, ptr b) { return !(a < b); }
};

// Addresses of different types.
template <typename Type, typename Other>
bool operator==(const ptr<Type> &a, const ptr<Other> &b) {
  return a.mem() == b.mem() && a.offset() == b.offset();
}
template <typename Type, typename Other>
bool operator!=(const ptr<Type> &a, const ptr<Other> &b) {
  return !(a == b);
}

// &p->member: a pointer to a member of the object that p points to.
template <typename Type, typename Part, typename Class>
ptr<typename std::conditional<std::is_const<Type>::value, const Part, Part>::type>
field(ptr<Type> p, Part Class::*member) {
  typedef typename std::conditional<std::is_const<Type>::value, const Part, Part>::type part;
  static typename std::aligned_storage<sizeof(Class), alignof(Class)>::type
      object; // never used as a Class
  const char *begin = reinterpret_cast<const char *>(&object);
  const char *at =
      reinterpret_cast<const char *>(&(reinterpret_cast<const Class *>(begin)->*member));
  return ptr<part>(clrt_ptr{p.mem(), p.offset() + static_cast<std::size_t>(at - begin)});
}

namespace any {
template <typename Type> class any_ptr;
}

namespace detail {
template <typename Type> clrt_place place_of(const any::any_ptr<Type> &p);
// A class of the program's own that converts to Pointer.
template <typename Class> struct is_ours : std::is_same<Class, clrt_ptr> {};
template <typename Type> struct is_ours<ptr<Type>> : std::true_type {};
template <typename Type> struct is_ours<any::any_ptr<Type>> : std::true_type {};
template <typename Class, typename Pointer, typename Plain = typename std::decay<Class>::type>
struct is_class_to
    : std::integral_constant<bool, std::is_class<Plain>::value && !is_ours<Plain>::value &&
                                       std::is_convertible<Class, Pointer>::value> {};
// Where a device pointer is wanted: ptr<Type>, cl_mem, clrt_ptr, nullptr, 0.
struct device_arg {
  clrt_ptr p;
  device_arg(cl_mem mem) : p(clrt_at(mem, 0)) {}
  device_arg(const clrt_ptr &raw) : p(raw) {}
  template <typename Type> device_arg(const ptr<Type> &typed) : p(typed.raw()) {}
  template <typename Type> device_arg(const any::any_ptr<Type> &any) : p(place_of(any).device) {}
  template <typename Class,
            typename std::enable_if<is_class_to<Class, ptr_storage>::value, int>::type = 0>
  device_arg(Class &&object) : p(raw_of(static_cast<const ptr_storage &>(object))) {}
  template <typename Class,
            typename std::enable_if<is_class_to<Class, cl_mem>::value, int>::type = 0>
  device_arg(Class &&object) : p(clrt_at(static_cast<cl_mem>(object), 0)) {}
};
// Where either side of a bus is wanted: the static type tells which.
struct any_arg {
  clrt_place p;
  any_arg(const void *host) : p(clrt_host(host)) {}
  any_arg(cl_mem mem) : p(clrt_on_device(clrt_at(mem, 0))) {}
  any_arg(const clrt_ptr &raw) : p(clrt_on_device(raw)) {}
  any_arg(const clrt_place &place) : p(place) {}
  explicit any_arg(const device_arg &device) : p(clrt_on_device(device.p)) {}
  template <typename Type> any_arg(const ptr<Type> &typed) : p(clrt_on_device(typed.raw())) {}
  template <typename Type> any_arg(const any::any_ptr<Type> &any) : p(place_of(any)) {}
  any_arg(std::nullptr_t) : p(clrt_host(nullptr)) {}
  template <typename Integer,
            typename = typename std::enable_if<std::is_integral<Integer>::value>::type>
  any_arg(Integer) : p(clrt_host(nullptr)) {} // 0 and NULL
  template <typename Class, typename std::enable_if<is_class_to<Class, ptr_storage>::value ||
                                                        is_class_to<Class, cl_mem>::value,
                                                    int>::type = 0>
  any_arg(Class &&object) : p(clrt_on_device(device_arg(object).p)) {}
  template <typename Class, typename std::enable_if<is_class_to<Class, const void *>::value &&
                                                        !is_class_to<Class, cl_mem>::value,
                                                    int>::type = 0>
  any_arg(Class &&object) : p(clrt_host(static_cast<const void *>(object))) {}
};
} // namespace detail
} // namespace clrt

namespace std {
template <typename Type> struct hash<clrt::ptr<Type>> {
  size_t operator()(const clrt::ptr<Type> &p) const {
    return static_cast<size_t>(clrt::detail::number_of(p.mem())) ^ (p.offset() * 31);
  }
};
} // namespace std

#endif
