// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Shared virtual memory: device pointers that kernels find in memory, and managed memory, are plain
// pointers. The functions of clrt.hpp for them. Not part of clrt.hpp, so that elsewhere a host
// pointer in a device pointer's place does not compile.

#ifndef CLRT_SVM_HPP
#define CLRT_SVM_HPP

#include "clrt.hpp"

#if defined(__GNUC__)
#define CLRT_FILE __builtin_FILE()
#define CLRT_LINE __builtin_LINE()
#else
#define CLRT_FILE nullptr
#define CLRT_LINE 0
#endif

namespace clrt {
namespace detail {
// Type is no buffer: cl_mem is a pointer, too.
template <typename Type, typename Result = error>
using plain = typename std::enable_if<!std::is_same<Type, _cl_mem>::value, Result>::type;

template <typename Type>
error svm_malloc(Type **p, std::size_t bytes, bool managed, const char *file, int line) {
  void *address = nullptr;
  error e = clrt_svm_malloc(p ? &address : nullptr, bytes, managed, file, line);
  if (e == CLRT_SUCCESS)
    *p = static_cast<Type *>(address);
  return e;
}
} // namespace detail

// Device memory with an address. A device without shared memory is named with the place of the
// call.
template <typename Type>
detail::plain<Type> malloc(Type **p, std::size_t bytes, const char *file = CLRT_FILE,
                           int line = CLRT_LINE) {
  return detail::svm_malloc(p, bytes, false, file, line);
}
template <typename Type>
detail::plain<Type> malloc_pitch(Type **p, std::size_t *pitch, std::size_t width,
                                 std::size_t height, const char *file = CLRT_FILE,
                                 int line = CLRT_LINE) {
  std::size_t row = (width + 511) / 512 * 512;
  error e = detail::svm_malloc(pitch ? p : nullptr, row * height, false, file, line);
  if (e == CLRT_SUCCESS)
    *pitch = row;
  return e;
}
// Memory of the host, too: from a wait for the device until it gets the next command.
template <typename Type>
error malloc_managed(Type **p, std::size_t bytes, unsigned = 1, const char *file = CLRT_FILE,
                     int line = CLRT_LINE) {
  return detail::svm_malloc(p, bytes, true, file, line);
}
template <typename Type> error host_get_device_pointer(Type **p, void *h, unsigned flags = 0) {
  void *address = nullptr;
  error e = clrt_host_get_device_pointer(p ? &address : nullptr, h, flags);
  if (e == CLRT_SUCCESS)
    *p = static_cast<Type *>(address);
  return e;
}
// The address of a __device__ or __constant__ variable, which lies in shared memory from then on.
template <typename Type>
detail::plain<Type> symbol_address(Type **p, const detail::symbol_base &s) {
  void *address = nullptr;
  error e = clrt_symbol_svm_address(p ? &address : nullptr, s.raw());
  if (e == CLRT_SUCCESS)
    *p = static_cast<Type *>(address);
  return e;
}
template <typename Type> detail::plain<Type> free(Type *p) { return clrt_free(clrt_svm(p)); }

// write, read, copy and memset, each plain, _async, _2d and _2d_async.
// What was a __managed__ variable of type Type: `*counter` is the variable for the host.
template <typename Type> class managed : public symbol<Type> {
public:
  constexpr managed() : symbol<Type>(1, nullptr) {}
  explicit managed(const typename std::remove_cv<Type>::type &init) : symbol<Type>(init) {
    this->symbol_.managed = 1;
  }
  Type &operator*() const { return *static_cast<Type *>(clrt_managed_address(this->raw())); }
};

#define CLRT_SVM_FAMILY(TEMPLATE, NAME, DST, DST_RAW, SRC, SRC_RAW)                                \
  TEMPLATE NAME(DST dst, SRC src, std::size_t bytes) {                                             \
    return clrt_##NAME(DST_RAW, SRC_RAW, bytes);                                                   \
  }                                                                                                \
  TEMPLATE NAME##_async(DST dst, SRC src, std::size_t bytes, stream s = nullptr) {                 \
    return clrt_##NAME##_async(DST_RAW, SRC_RAW, bytes, s);                                        \
  }                                                                                                \
  TEMPLATE NAME##_2d(DST dst, std::size_t dpitch, SRC src, std::size_t spitch, std::size_t width,  \
                     std::size_t height) {                                                         \
    return clrt_##NAME##_2d(DST_RAW, dpitch, SRC_RAW, spitch, width, height);                      \
  }                                                                                                \
  TEMPLATE NAME##_2d_async(DST dst, std::size_t dpitch, SRC src, std::size_t spitch,               \
                           std::size_t width, std::size_t height, stream s = nullptr) {            \
    return clrt_##NAME##_2d_async(DST_RAW, dpitch, SRC_RAW, spitch, width, height, s);             \
  }
CLRT_SVM_FAMILY(template <typename Type> detail::plain<Type>, write, Type *, clrt_svm(dst),
                const void *, src)
CLRT_SVM_FAMILY(template <typename Type> detail::plain<Type>, read, void *, dst, Type *,
                clrt_svm(src))
CLRT_SVM_FAMILY(template <typename Type> detail::plain<Type>, copy, Type *, clrt_svm(dst),
                detail::device_arg, src.p)
CLRT_SVM_FAMILY(template <typename Type> detail::plain<Type>, copy, detail::device_arg, dst.p,
                Type *, clrt_svm(src))
#define CLRT_BOTH template <typename Type, typename Other> detail::plain<Type, detail::plain<Other>>
CLRT_SVM_FAMILY(CLRT_BOTH, copy, Type *, clrt_svm(dst), Other *, clrt_svm(src))
#undef CLRT_BOTH
#undef CLRT_SVM_FAMILY

template <typename Type> detail::plain<Type> memset(Type *p, int value, std::size_t bytes) {
  return clrt_memset(clrt_svm(p), value, bytes);
}
template <typename Type>
detail::plain<Type> memset_async(Type *p, int value, std::size_t bytes, stream s = nullptr) {
  return clrt_memset_async(clrt_svm(p), value, bytes, s);
}
template <typename Type>
detail::plain<Type> memset_2d(Type *p, std::size_t pitch, int value, std::size_t width,
                              std::size_t height) {
  return clrt_memset_2d(clrt_svm(p), pitch, value, width, height);
}
template <typename Type>
detail::plain<Type> memset_2d_async(Type *p, std::size_t pitch, int value, std::size_t width,
                                    std::size_t height, stream s = nullptr) {
  return clrt_memset_2d_async(clrt_svm(p), pitch, value, width, height, s);
}
} // namespace clrt

#endif
