// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What functions take where CUDA takes a pointer to host or device memory. Part of clrt.hpp.

#ifndef CLRT_PLACE_HPP
#define CLRT_PLACE_HPP
#include "names_begin.h"

#include "clrt.h"

#include <cstddef>
#include <type_traits>

// For what depends on a type's size: files of a program may have different types of one name, and
// of functions that are not inlined the linker keeps one for all of them.
#if defined(__GNUC__)
#define CLRT_INLINE inline __attribute__((always_inline))
#else
#define CLRT_INLINE inline
#endif

namespace clrt {
namespace detail {
template <typename Type> struct size_of {
  static constexpr std::size_t value = sizeof(Type);
};
template <> struct size_of<void> {
  static constexpr std::size_t value = 1;
};
template <> struct size_of<const void> : size_of<void> {};
template <> struct size_of<volatile void> : size_of<void> {};
template <> struct size_of<const volatile void> : size_of<void> {};

// A class of the program's own that converts to Pointer.
template <typename Class, typename Pointer>
struct is_class_to
    : std::integral_constant<bool, std::is_class<typename std::decay<Class>::type>::value &&
                                       std::is_convertible<Class, Pointer>::value> {};

// One that converts to a buffer, and not just to any pointer.
struct unrelated;
template <typename Class>
struct is_class_to_buffer
    : std::integral_constant<bool, is_class_to<Class, cl_mem>::value &&
                                       !is_class_to<Class, unrelated *>::value> {};

// An address, or a buffer by its handle.
class place {
public:
  place(const volatile void *address) : address_(const_cast<const void *>(address)) {}
  place(cl_mem mem) : mem_(mem) {}
  place(std::nullptr_t) {}
  template <typename Integer,
            typename std::enable_if<std::is_integral<Integer>::value, int>::type = 0>
  place(Integer) {} // 0 and NULL
  template <typename Class,
            typename std::enable_if<is_class_to_buffer<Class>::value, int>::type = 0>
  place(Class &&object) : mem_(static_cast<Class &&>(object)) {}
  template <typename Class,
            typename std::enable_if<is_class_to<Class, const volatile void *>::value &&
                                        !is_class_to_buffer<Class>::value,
                                    int>::type = 0>
  place(Class &&object) {
    const volatile void *address = static_cast<Class &&>(object);
    address_ = const_cast<const void *>(address);
  }

  void *address() const { return mem_ ? clrt_address(mem_) : const_cast<void *>(address_); }
  cl_mem mem() const { return mem_; }

private:
  const void *address_ = nullptr;
  cl_mem mem_ = nullptr;
};
} // namespace detail
} // namespace clrt

#include "names_end.h"

#endif
