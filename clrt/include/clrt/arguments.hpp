// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Objects as kernels take them. Part of clrt.hpp.

#ifndef CLRT_ARGUMENTS_HPP
#define CLRT_ARGUMENTS_HPP
#include "names_begin.h"

#include "place.hpp"

#include <cstring>
#include <initializer_list>
#include <type_traits>

namespace clrt {

// An argument whose type has no name (a lambda), or none that the kernel's handle knows: its bytes.
template <std::size_t Bytes> struct object {
  template <typename Type> object(const Type &value) {
    static_assert(sizeof(Type) == Bytes, "the kernel takes an object of another size");
    static_assert(std::is_trivially_destructible<Type>::value, "bytes alone must make the object");
    std::memcpy(bytes, &value, Bytes);
  }
  alignas(16) unsigned char bytes[Bytes];
};
namespace detail {
template <std::size_t Bytes> struct size_of<object<Bytes>> { // without what aligns the bytes
  static constexpr std::size_t value = Bytes;
};
} // namespace detail

class argument;
// An object as a kernel takes it, member by member. Its class says which:
//   friend clrt::arguments arguments_of(const View &v) { return {v.data, v.n}; }
class arguments {
public:
  arguments() = default;
  arguments(std::initializer_list<argument> list);
  arguments(const arguments &other) { append(other.list_, other.size_); }
  arguments &operator=(const arguments &) = delete;
  ~arguments() { delete[] list_; }
  const clrt_arg *data() const { return list_; }
  std::size_t size() const { return size_; }

private:
  void append(const clrt_arg *more, std::size_t n) {
    clrt_arg *all = new clrt_arg[size_ + n];
    for (std::size_t i = 0; i < size_ + n; ++i)
      all[i] = i < size_ ? list_[i] : more[i - size_];
    delete[] list_;
    list_ = all;
    size_ += n;
  }

  clrt_arg *list_ =
      nullptr; // they refer to the members; no std::vector: its header costs every file
  std::size_t size_ = 0;
};

namespace detail {
template <typename Type>
CLRT_INLINE auto parts_of(const Type &v, int) -> decltype(arguments_of(v)) {
  return arguments_of(v);
}
template <typename Type> CLRT_INLINE arguments parts_of(const Type &, long) { return arguments(); }

struct texture_member {
  const clrt_texture_object *object;
};
} // namespace detail
// A member that is a texture object, and no number.
inline detail::texture_member texture_in(const clrt_texture_object &object) {
  return detail::texture_member{&object};
}

// One member: a device pointer, a value, or an object that has such members itself.
class argument {
public:
  template <typename Type>
  CLRT_INLINE argument(Type *const &p) : one_{CLRT_GLOBAL_AT, detail::size_of<Type>::value, &p} {}
  // A reference without __restrict would be to a temporary copy of such a member.
  template <typename Type>
  CLRT_INLINE argument(Type *__restrict const &p)
      : one_{CLRT_GLOBAL_AT, detail::size_of<Type>::value, (const void *)&p} {}
  argument(const detail::texture_member &t)
      : one_{CLRT_TEXTURE, sizeof(clrt_texture_object), t.object} {}
  argument(const cl_mem &mem) : one_{CLRT_BUFFER_AT, sizeof mem, &mem} {}
  template <typename Type>
  CLRT_INLINE argument(const Type &v)
      : one_{CLRT_VALUE, sizeof v, &v}, parts_(detail::parts_of(v, 0)) {}

private:
  friend class arguments;
  clrt_arg one_;
  arguments parts_;
};

inline arguments::arguments(std::initializer_list<argument> list) {
  for (const argument &a : list)
    if (a.parts_.size() == 0)
      append(&a.one_, 1);
    else
      append(a.parts_.data(), a.parts_.size());
}

} // namespace clrt

#include "names_end.h"
#endif
