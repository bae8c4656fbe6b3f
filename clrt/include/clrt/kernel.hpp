// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernel handles and launches. Part of clrt.hpp.

#ifndef CLRT_KERNEL_HPP
#define CLRT_KERNEL_HPP
#include "names_begin.h"

#include "arguments.hpp"
#include "symbol.hpp"

#include <initializer_list>
#include <type_traits>
#include <utility>

namespace clrt {

// Names the program that clrt_add_program embedded under this id. At namespace scope.
#define CLRT_PROGRAM(ID) extern "C" const clrt_program ID

// Parameter kinds of a kernel handle.
template <typename Type> struct global;    // __global Type *
template <typename Type> struct global_at; // __global Type *, ulong offset in elements
template <typename Type> struct members;   // an object that holds device pointers: see arguments
struct texture_argument;                   // a texture object: __global uchar *, clrt_texture_info

// What clrt appends to the arguments of a launch. The lists are made once and live as long as the
// program.
inline clrt_appended dynamic_local() {
  return clrt_appended{CLRT_DYNAMIC_LOCAL, 0, nullptr, nullptr};
}
inline clrt_appended fault_word() { return clrt_appended{CLRT_FAULT, 0, nullptr, nullptr}; }
inline clrt_appended packed_constants(std::initializer_list<detail::symbol_reference> list) {
  const clrt_symbol **symbols = new const clrt_symbol *[list.size()];
  std::size_t n = 0;
  for (const detail::symbol_reference &s : list)
    symbols[n++] = s.raw;
  return clrt_appended{CLRT_PACKED, n, symbols, nullptr};
}
inline clrt_appended constant(const detail::symbol_base &s) {
  return clrt_appended{CLRT_SYMBOL, 1, new const clrt_symbol *const(s.raw()), nullptr};
}
inline clrt_appended global_variable(const detail::symbol_base &s) { return clrt::constant(s); }
inline clrt_appended bound_texture(const clrt_texture_reference &t) {
  return clrt_appended{CLRT_TEXTURE, 0, nullptr, &t.object};
}

namespace detail {
// The parameter of a kernel as CUDA has it, and what clrt must know to take it from its place.
template <typename Param> struct written {
  typedef typename std::remove_cv<Param>::type type;
  static CLRT_INLINE clrt_param param() { return clrt_param{CLRT_VALUE, sizeof(type), nullptr}; }
};
template <typename Type> struct written<global<Type>> {
  typedef Type *type;
  static CLRT_INLINE clrt_param param() {
    return clrt_param{CLRT_GLOBAL, size_of<Type>::value, nullptr};
  }
};
template <typename Type> struct written<global_at<Type>> {
  typedef Type *type;
  static CLRT_INLINE clrt_param param() {
    return clrt_param{CLRT_GLOBAL_AT, size_of<Type>::value, nullptr};
  }
};
template <> struct written<texture_argument> {
  typedef clrt_texture_object type;
  static clrt_param param() { return clrt_param{CLRT_TEXTURE, sizeof(type), nullptr}; }
};
template <typename Type> struct written<members<Type>> {
  typedef Type type;
  static std::size_t parts(const void *object, clrt_arg *list) {
    const arguments all = arguments_of(*static_cast<const Type *>(object));
    for (std::size_t n = 0; list && n < all.size(); ++n)
      list[n] = all.data()[n];
    return all.size();
  }
  static clrt_param param() { return clrt_param{CLRT_LIST, sizeof(Type), parts}; }
};
// Of any class: no function of the program takes it.
template <> struct written<members<void>> {
  struct type;
};

// The address of a kernel as a value: a function, or what it was converted to.
inline const void *address_of(const void *p) { return p; }
template <typename Result, typename... Param> const void *address_of(Result (*function)(Param...)) {
  return reinterpret_cast<const void *>(function);
}
} // namespace detail

template <typename... Param> class configured;

namespace detail {
// Parts of a configuration: each is converted as CUDA's parameter is made from it. Which conversion
// of a class that is depends on whether the expression is const and on whether it is a temporary,
// so classes are forwarded. Numbers go by value: a reference would neither bind to a bit-field nor
// do without the definition of a static member.
template <typename Part, typename Class>
struct is_other_class
    : std::integral_constant<bool,
                             (std::is_class<typename std::decay<Class>::type>::value ||
                              std::is_union<typename std::decay<Class>::type>::value) &&
                                 !std::is_same<typename std::decay<Class>::type, Part>::value> {};
template <typename Value>
struct is_plain
    : std::integral_constant<bool, !std::is_class<Value>::value && !std::is_union<Value>::value> {};
template <typename To, typename From> CLRT_INLINE To implicitly(From &&from) {
  return std::forward<From>(from);
}

struct dims {
  dims() {} // {}
  dims(unsigned x, unsigned y, unsigned z = 1) : value(x, y, z) {}
  template <typename Number, typename std::enable_if<is_plain<Number>::value, int>::type = 0>
  CLRT_INLINE dims(Number n) : value(static_cast<unsigned>(n)) {}
  template <typename Size,
            typename std::enable_if<is_other_class<dims, Size>::value, int>::type = 0>
  CLRT_INLINE dims(Size &&size) : value(implicitly<dim3>(std::forward<Size>(size))) {}
  dim3 value;
};
struct local_bytes {
  template <typename Number, typename std::enable_if<is_plain<Number>::value, int>::type = 0>
  CLRT_INLINE local_bytes(Number n) : value(static_cast<std::size_t>(n)) {}
  template <typename Size,
            typename std::enable_if<is_other_class<local_bytes, Size>::value, int>::type = 0>
  CLRT_INLINE local_bytes(Size &&size) : value(implicitly<std::size_t>(std::forward<Size>(size))) {}
  std::size_t value;
};
struct launch_stream {
  launch_stream() : value(nullptr) {}
  launch_stream(clrt_stream s) : value(s) {}
  template <typename Integer,
            typename std::enable_if<std::is_integral<Integer>::value, int>::type = 0>
  launch_stream(Integer s) // 0, NULL
      : value(reinterpret_cast<clrt_stream>(static_cast<std::size_t>(s))) {}
  template <typename Stream,
            typename std::enable_if<is_other_class<launch_stream, Stream>::value, int>::type = 0>
  CLRT_INLINE launch_stream(Stream &&s) : value(implicitly<clrt_stream>(std::forward<Stream>(s))) {}
  clrt_stream value;
};
} // namespace detail

// The threads that a block of the kernel has at most, as CUDA's __launch_bounds__ says.
struct launch_bounds {
  explicit constexpr launch_bounds(unsigned max_threads) : threads(max_threads) {}
  unsigned threads;
};

// A kernel of a program, by its parameters: global<Type>, global_at<Type>, or a type passed by
// value.
template <typename... Param> class kernel {
public:
  // Needs no code at the start of the program: other files' static constructors may launch it.
  constexpr kernel(const clrt_program &program, const char *name,
                   launch_bounds bounds = launch_bounds(0))
      : kernel_{&program, name, nullptr, 0, 0, bounds.threads} {}
  kernel(const clrt_program &program, const char *name,
         std::initializer_list<clrt_appended> appended, launch_bounds bounds = launch_bounds(0))
      : kernel_{&program, name, nullptr, 0, 0, bounds.threads} {
    // Outlives this object: static destructors may launch.
    clrt_appended *list = new clrt_appended[2 * appended.size() + 1];
    std::size_t n = 0;
    for (const clrt_appended &a : appended) {
      list[n++] = a;
      if (a.kind == CLRT_TEXTURE)
        list[n++] = clrt_appended{CLRT_TEXTURE_INFO, 0, nullptr, nullptr};
    }
    kernel_.appended = list;
    kernel_.appended_count = n;
  }
  // A kernel that the program uses as a value: the host function stands for it.
  CLRT_INLINE kernel(const clrt_program &program, const char *name,
                     void (*function)(typename detail::written<Param>::type...),
                     std::initializer_list<clrt_appended> appended = {},
                     launch_bounds bounds = launch_bounds(0))
      : kernel(program, name, appended, bounds) {
    const clrt_param list[sizeof...(Param) + 1] = {detail::written<Param>::param()...,
                                                   clrt_param()};
    clrt_add_function(detail::address_of(function), &kernel_, list, sizeof...(Param));
  }
  CLRT_INLINE kernel(const clrt_program &program, const char *name,
                     void (*function)(typename detail::written<Param>::type...),
                     launch_bounds bounds)
      : kernel(program, name, function, {}, bounds) {}
  kernel(const kernel &) = delete;
  kernel &operator=(const kernel &) = delete;
  const clrt_kernel *raw() const { return &kernel_; }
  // k.configure(grid, block, bytes, stream).launch(args...): as launch() below, where the
  // configuration must be evaluated before the arguments.
  configured<Param...> configure(detail::dims grid, detail::dims block,
                                 detail::local_bytes bytes = 0,
                                 detail::launch_stream s = detail::launch_stream()) const;

private:
  mutable clrt_kernel kernel_; // mutable: clrt keeps its id there
};

namespace detail {
// A device pointer as a kernel takes it, or a buffer by its handle.
template <typename Type> struct buffer_arg {
  const void *address = nullptr;
  cl_mem mem = nullptr;
  buffer_arg() {}                            // {}
  buffer_arg(cl_mem buffer) : mem(buffer) {} // also nullptr, 0, NULL
  template <typename Other, typename std::enable_if<!std::is_same<Other, _cl_mem>::value &&
                                                        std::is_convertible<Other *, Type *>::value,
                                                    int>::type = 0>
  buffer_arg(Other *p) : address(plain(static_cast<Type *>(p))) {}
  template <typename Other,
            typename std::enable_if<std::is_void<Other>::value &&
                                        !std::is_convertible<Other *, Type *>::value,
                                    int>::type = 0>
  buffer_arg(Other *p) : address(plain(p)) {}
  // A class with a conversion to a device pointer.
  template <typename Class,
            typename std::enable_if<is_class_to<Class, Type *>::value, int>::type = 0>
  buffer_arg(Class &&object) : buffer_arg(implicitly<Type *>(std::forward<Class>(object))) {}
  template <typename Class, typename std::enable_if<is_class_to<Class, cl_mem>::value &&
                                                        !is_class_to<Class, Type *>::value,
                                                    int>::type = 0>
  buffer_arg(Class &&object) : mem(implicitly<cl_mem>(std::forward<Class>(object))) {}

  static const void *plain(const volatile void *p) { return const_cast<const void *>(p); }
  CLRT_INLINE clrt_arg arg(bool with_offset) const {
    if (mem)
      return clrt_arg{with_offset ? CLRT_BUFFER_AT : CLRT_BUFFER, size_of<Type>::value, &mem};
    return clrt_arg{with_offset ? CLRT_GLOBAL_AT : CLRT_GLOBAL, size_of<Type>::value, &address};
  }
};

// Of any type of that size: the kernel's handle stands before the type.
template <std::size_t Bytes> struct buffer_arg<object<Bytes>> : buffer_arg<const volatile void> {
  using buffer_arg<const volatile void>::buffer_arg;
  CLRT_INLINE clrt_arg arg(bool with_offset) const {
    clrt_arg a = buffer_arg<const volatile void>::arg(with_offset);
    a.size = Bytes;
    return a;
  }
};

template <typename Param> struct param {
  typedef typename std::remove_cv<Param>::type type;
  static CLRT_INLINE clrt_arg arg(const type &v) { return clrt_arg{CLRT_VALUE, sizeof(type), &v}; }
};
template <> struct param<texture_argument> {
  typedef clrt_texture_object type;
  static clrt_arg arg(const type &v) { return clrt_arg{CLRT_TEXTURE, sizeof v, &v}; }
};
template <std::size_t Bytes> struct param<object<Bytes>> {
  typedef object<Bytes> type;
  static clrt_arg arg(const type &v) { return clrt_arg{CLRT_VALUE, Bytes, v.bytes}; }
};
template <typename Type> struct param<members<Type>> {
  struct type {
    CLRT_INLINE type(const Type &v) : value(v), parts(arguments_of(value)) {} // also of braces
    template <typename From,
              typename std::enable_if<!std::is_same<typename std::decay<From>::type, type>::value &&
                                          std::is_convertible<From, Type>::value,
                                      int>::type = 0>
    CLRT_INLINE type(From &&from)
        : value(implicitly<Type>(std::forward<From>(from))), parts(arguments_of(value)) {}
    CLRT_INLINE type(const type &other) : type(other.value) {}
    CLRT_INLINE ~type() {} // `parts` lies after `value`
    Type value;
    arguments parts;
  };
  static CLRT_INLINE clrt_arg arg(const type &v) {
    return clrt_arg{CLRT_LIST, v.parts.size(), v.parts.data()};
  }
};
// Of any class that says its members: the kernel's handle stands before the classes that it needs.
template <> struct param<members<void>> {
  struct type {
    template <typename Type> CLRT_INLINE type(const Type &v) : parts(arguments_of(v)) {}
    arguments parts;
  };
  static CLRT_INLINE clrt_arg arg(const type &v) {
    return clrt_arg{CLRT_LIST, v.parts.size(), v.parts.data()};
  }
};
template <typename Type> struct param<global<Type>> {
  typedef buffer_arg<Type> type;
  static CLRT_INLINE clrt_arg arg(const type &v) { return v.arg(false); }
};
template <typename Type> struct param<global_at<Type>> {
  typedef buffer_arg<Type> type;
  static CLRT_INLINE clrt_arg arg(const type &v) { return v.arg(true); }
};

// An argument for a kernel as a value: it is passed by its place. A buffer has an address, too.
template <typename Param> struct value_arg {
  typedef typename std::remove_cv<Param>::type type;
  static CLRT_INLINE void *place(type &v) {
    return const_cast<char *>(&reinterpret_cast<const volatile char &>(v));
  }
};
template <typename Type> struct value_arg<Type *> {
  struct type : buffer_arg<Type> {
    using buffer_arg<Type>::buffer_arg;
  };
  static CLRT_INLINE void *place(type &v) {
    if (v.mem)
      v.address = clrt_address(v.mem);
    return &v.address;
  }
};
template <typename Result, typename... Param> struct value_arg<Result (*)(Param...)> {
  typedef Result (*type)(Param...);
  static CLRT_INLINE void *place(type &v) { return &v; }
};
} // namespace detail

// {grid, block, local bytes, stream}: each of what CUDA takes there.
struct config : clrt_config {
  CLRT_INLINE config(detail::dims g, detail::dims b, detail::local_bytes bytes = 0,
                     detail::launch_stream s = detail::launch_stream()) {
    set(g.value, b.value, bytes.value, s.value);
  }

private:
  void set(const dim3 &g, const dim3 &b, std::size_t bytes, clrt::stream s) {
    grid[0] = g.x, grid[1] = g.y, grid[2] = g.z;
    block[0] = b.x, block[1] = b.y, block[2] = b.z;
    local_bytes = bytes;
    stream = s;
  }
};

// kernel<<<grid, block, bytes, stream>>>(args...): an error is returned and is the last error, too.
template <typename... Param>
CLRT_INLINE error launch(const kernel<Param...> &k, const config &c,
                         typename detail::param<Param>::type... args) {
  const clrt_arg list[sizeof...(Param) + 1] = {detail::param<Param>::arg(args)..., clrt_arg()};
  return clrt_launch(k.raw(), &c, list, sizeof...(Param));
}

// A kernel and its configuration.
template <typename... Param> class configured {
public:
  configured(const kernel<Param...> &k, const config &c) : kernel_(&k), config_(c) {}
  CLRT_INLINE error launch(typename detail::param<Param>::type... args) const {
    const clrt_arg list[sizeof...(Param) + 1] = {detail::param<Param>::arg(args)..., clrt_arg()};
    return clrt_launch(kernel_->raw(), &config_, list, sizeof...(Param));
  }

private:
  const kernel<Param...> *kernel_;
  config config_;
};
template <typename... Param>
configured<Param...> kernel<Param...>::configure(detail::dims grid, detail::dims block,
                                                 detail::local_bytes bytes,
                                                 detail::launch_stream s) const {
  return configured<Param...>(*this, config(grid, block, bytes, s));
}

} // namespace clrt

#include "names_end.h"

#endif
