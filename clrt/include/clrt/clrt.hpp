// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// clrt for C++11 and later: the functions of clrt.h in namespace clrt, with typed symbols and
// kernels. What each function does is at its C form in clrt.h and in README.md.

#ifndef CLRT_CLRT_HPP
#define CLRT_CLRT_HPP
#include "names_begin.h"

// Like CUDA's own, this header may be included inside extern "C" { }.
extern "C++" {

#include "clrt.h"
#include <new> // CUDA's header has these two, and programs rely on that
#include <utility>
// CUDA's headers give the extra host math to files that nvcc compiles, not to plain C++ files,
// which may define the same names: those are compiled with CLRT_NO_HOST_MATH.
#ifndef CLRT_NO_HOST_MATH
#include "host_math.h"
#endif
#include "place.hpp"
#include "symbol.hpp"

#if defined(__GNUC__)
#define CLRT_FILE __builtin_FILE()
#define CLRT_LINE __builtin_LINE()
#else
#define CLRT_FILE nullptr
#define CLRT_LINE 0
#endif

#include "copies_3d.hpp"
#include "device_details.hpp"
#include "graphs.hpp"
#include "pools.hpp"
#include "textures.hpp"

namespace clrt {

typedef clrt_error error;
typedef clrt_stream stream;
typedef clrt_event event;
typedef clrt_memcpy_kind memcpy_kind;
typedef clrt_device_properties device_properties;
typedef clrt_device_attr device_attr;
typedef clrt_func_attributes_t function_attributes;
typedef clrt_pointer_attributes_t pointer_attributes_t;
typedef clrt_limit limit;
typedef clrt_func_cache func_cache;
typedef clrt_memory_advise memory_advise;
typedef clrt_mem_location mem_location;
typedef clrt_mem_location_type mem_location_type;
typedef clrt_shared_mem_config shared_mem_config;
typedef clrt_shared_carveout shared_carveout;
typedef clrt_func_attribute func_attribute;
typedef clrt_memory_type memory_type;
typedef clrt_stream_callback stream_callback;
typedef clrt_host_fn host_fn;

// ---- errors, raw OpenCL ----

inline error last_error() { return clrt_last_error(); }
inline error peek_last_error() { return clrt_peek_last_error(); }
inline const char *error_name(error e) { return clrt_error_name(e); }
inline const char *error_string(error e) { return clrt_error_string(e); }
inline error from_opencl(cl_int code) { return clrt_from_opencl(code); }
inline cl_context context() { return clrt_context(); }
inline cl_command_queue queue(stream s = nullptr) { return clrt_queue(s); }
inline cl_device_id device() { return clrt_device(); }
inline error adopt(cl_context c, cl_device_id d, cl_command_queue q = nullptr) {
  return clrt_adopt(c, d, q);
}

// ---- memory ----

// A device pointer is a plain pointer: an address that only kernels and clrt's functions use.
template <typename Type> error malloc(Type **p, std::size_t bytes) {
  void *address = nullptr;
  error e = clrt_malloc(p ? &address : nullptr, bytes);
  if (e == CLRT_SUCCESS)
    *p = static_cast<Type *>(address);
  return e;
}
inline error malloc(cl_mem *p, std::size_t bytes) { return clrt_malloc_mem(p, bytes); }
template <typename Type>
error malloc_pitch(Type **p, std::size_t *pitch, std::size_t width, std::size_t height) {
  void *address = nullptr;
  error e = clrt_malloc_pitch(p ? &address : nullptr, pitch, width, height);
  if (e == CLRT_SUCCESS)
    *p = static_cast<Type *>(address);
  return e;
}
inline error malloc_pitch(cl_mem *p, std::size_t *pitch, std::size_t width, std::size_t height) {
  void *address = nullptr;
  error e = clrt_malloc_pitch(p ? &address : nullptr, pitch, width, height);
  if (e == CLRT_SUCCESS)
    *p = clrt_mem(address);
  return e;
}
inline error free(const detail::place &p) {
  return p.mem() ? clrt_free_mem(p.mem()) : clrt_free(p.address());
}
// The buffer of an address, how many bytes the address lies into it, and the address of a buffer.
inline cl_mem mem(const volatile void *p) { return clrt_mem(const_cast<const void *>(p)); }
inline std::size_t offset(const volatile void *p) {
  return clrt_offset(const_cast<const void *>(p));
}
inline void *address(cl_mem m) { return clrt_address(m); }

// Device memory whose address kernels may find in memory: shared virtual memory. A device without
// it is named with the place of the call.
template <typename Type>
error svm_malloc(Type **p, std::size_t bytes, const char *file = CLRT_FILE, int line = CLRT_LINE) {
  void *address = nullptr;
  error e = clrt_svm_allocate(p ? &address : nullptr, bytes, 0, file, line);
  if (e == CLRT_SUCCESS)
    *p = static_cast<Type *>(address);
  return e;
}
template <typename Type>
error svm_malloc_pitch(Type **p, std::size_t *pitch, std::size_t width, std::size_t height,
                       const char *file = CLRT_FILE, int line = CLRT_LINE) {
  std::size_t row = (width + 511) / 512 * 512;
  error e = clrt::svm_malloc(pitch ? p : nullptr, row * height, file, line);
  if (e == CLRT_SUCCESS)
    *pitch = row;
  return e;
}
// Memory of the host, too: from a wait for the device until it gets the next command.
template <typename Type>
error malloc_managed(Type **p, std::size_t bytes, unsigned = 1, const char *file = CLRT_FILE,
                     int line = CLRT_LINE) {
  void *address = nullptr;
  error e = clrt_svm_allocate(p ? &address : nullptr, bytes, 1, file, line);
  if (e == CLRT_SUCCESS)
    *p = static_cast<Type *>(address);
  return e;
}
template <typename Type> error malloc_host(Type **h, std::size_t bytes, unsigned flags = 0) {
  void *host = nullptr;
  error e = clrt_host_alloc(h ? &host : nullptr, bytes, flags);
  if (e == CLRT_SUCCESS)
    *h = static_cast<Type *>(host);
  return e;
}
template <typename Type> error host_alloc(Type **h, std::size_t bytes, unsigned flags = 0) {
  return clrt::malloc_host(h, bytes, flags);
}
inline error free_host(void *h) { return clrt_free_host(h); }
inline error host_register(void *h, std::size_t bytes, unsigned flags = 0) {
  return clrt_host_register(h, bytes, flags);
}
inline error host_unregister(void *h) { return clrt_host_unregister(h); }
inline error host_get_flags(unsigned *flags, void *h) { return clrt_host_get_flags(flags, h); }
template <typename Type> error host_get_device_pointer(Type **p, void *h, unsigned flags = 0) {
  void *address = nullptr;
  error e = clrt_host_get_device_pointer(p ? &address : nullptr, h, flags);
  if (e == CLRT_SUCCESS)
    *p = static_cast<Type *>(address);
  return e;
}

// The same with CUDA's parameters and no others, for pointers to functions.
namespace exact {
template <typename Type> error malloc(Type **p, std::size_t bytes) {
  return clrt::malloc(p, bytes);
}
template <typename Type>
error malloc_pitch(Type **p, std::size_t *pitch, std::size_t width, std::size_t height) {
  return clrt::malloc_pitch(p, pitch, width, height);
}
template <typename Type> error svm_malloc(Type **p, std::size_t bytes) {
  return clrt::svm_malloc(p, bytes, nullptr, 0);
}
template <typename Type>
error svm_malloc_pitch(Type **p, std::size_t *pitch, std::size_t width, std::size_t height) {
  return clrt::svm_malloc_pitch(p, pitch, width, height, nullptr, 0);
}
template <typename Type> error malloc_managed(Type **p, std::size_t bytes, unsigned flags) {
  return clrt::malloc_managed(p, bytes, flags, nullptr, 0);
}
inline error malloc_host(void **h, std::size_t bytes) { return clrt::malloc_host(h, bytes); }
template <typename Type> error malloc_host(Type **h, std::size_t bytes, unsigned flags) {
  return clrt::malloc_host(h, bytes, flags);
}
template <typename Type> error host_alloc(Type **h, std::size_t bytes, unsigned flags) {
  return clrt::host_alloc(h, bytes, flags);
}
template <typename Type> error host_get_device_pointer(Type **p, void *h, unsigned flags) {
  return clrt::host_get_device_pointer(p, h, flags);
}
} // namespace exact

inline error mem_info(std::size_t *free_bytes, std::size_t *total) {
  return clrt_mem_info(free_bytes, total);
}
inline error pointer_attributes(pointer_attributes_t *a, const detail::place &p) {
  return clrt_pointer_attributes(a, p.address());
}

// write, read, copy, each plain, _async, _2d and _2d_async.
#define CLRT_CPP_COPY_FAMILY(NAME)                                                                 \
  inline error NAME(const detail::place &dst, const detail::place &src, std::size_t bytes) {       \
    return clrt_##NAME(dst.address(), src.address(), bytes);                                       \
  }                                                                                                \
  inline error NAME##_async(const detail::place &dst, const detail::place &src, std::size_t bytes, \
                            stream s = nullptr) {                                                  \
    return clrt_##NAME##_async(dst.address(), src.address(), bytes, s);                            \
  }                                                                                                \
  inline error NAME##_2d(const detail::place &dst, std::size_t dpitch, const detail::place &src,   \
                         std::size_t spitch, std::size_t width, std::size_t height) {              \
    return clrt_##NAME##_2d(dst.address(), dpitch, src.address(), spitch, width, height);          \
  }                                                                                                \
  inline error NAME##_2d_async(const detail::place &dst, std::size_t dpitch,                       \
                               const detail::place &src, std::size_t spitch, std::size_t width,    \
                               std::size_t height, stream s = nullptr) {                           \
    return clrt_##NAME##_2d_async(dst.address(), dpitch, src.address(), spitch, width, height, s); \
  }
CLRT_CPP_COPY_FAMILY(write)
CLRT_CPP_COPY_FAMILY(read)
CLRT_CPP_COPY_FAMILY(copy)
#undef CLRT_CPP_COPY_FAMILY

inline error memcpy(const detail::place &dst, const detail::place &src, std::size_t bytes,
                    memcpy_kind kind) {
  return clrt_memcpy(dst.address(), src.address(), bytes, kind);
}
inline error memcpy_async(const detail::place &dst, const detail::place &src, std::size_t bytes,
                          memcpy_kind kind, stream s = nullptr) {
  return clrt_memcpy_async(dst.address(), src.address(), bytes, kind, s);
}
inline error memcpy_2d(const detail::place &dst, std::size_t dpitch, const detail::place &src,
                       std::size_t spitch, std::size_t width, std::size_t height,
                       memcpy_kind kind) {
  return clrt_memcpy_2d(dst.address(), dpitch, src.address(), spitch, width, height, kind);
}
inline error memcpy_2d_async(const detail::place &dst, std::size_t dpitch, const detail::place &src,
                             std::size_t spitch, std::size_t width, std::size_t height,
                             memcpy_kind kind, stream s = nullptr) {
  return clrt_memcpy_2d_async(dst.address(), dpitch, src.address(), spitch, width, height, kind, s);
}
inline error memset(const detail::place &p, int value, std::size_t bytes) {
  return clrt_memset(p.address(), value, bytes);
}
inline error memset_async(const detail::place &p, int value, std::size_t bytes,
                          stream s = nullptr) {
  return clrt_memset_async(p.address(), value, bytes, s);
}
inline error memset_2d(const detail::place &p, std::size_t pitch, int value, std::size_t width,
                       std::size_t height) {
  return clrt_memset_2d(p.address(), pitch, value, width, height);
}
inline error memset_2d_async(const detail::place &p, std::size_t pitch, int value,
                             std::size_t width, std::size_t height, stream s = nullptr) {
  return clrt_memset_2d_async(p.address(), pitch, value, width, height, s);
}

// ---- devices ----

inline error device_count(int *count) { return clrt_device_count(count); }
inline error get_device(int *d) { return clrt_get_device(d); }
inline error set_device(int d) { return clrt_set_device(d); }
inline error choose_device(int *d, const device_properties *wanted) {
  return clrt_choose_device(d, wanted);
}
inline error get_device_properties(device_properties *p, int d) {
  return clrt_get_device_properties(p, d);
}
inline error device_attribute(int *value, device_attr a, int d) {
  return clrt_device_attribute(value, a, d);
}
inline error device_reset() { return clrt_device_reset(); }
inline error device_synchronize() { return clrt_device_synchronize(); }
inline error set_device_flags(unsigned flags) { return clrt_set_device_flags(flags); }
inline error get_device_flags(unsigned *flags) { return clrt_get_device_flags(flags); }
inline error device_set_limit(limit l, std::size_t value) {
  return clrt_device_set_limit(l, value);
}
inline error device_get_limit(std::size_t *value, limit l) {
  return clrt_device_get_limit(value, l);
}
// A hint without counterpart (cudaMemPrefetchAsync) whose arguments do something.
template <class... Arguments> inline error hint(const Arguments &...) { return CLRT_SUCCESS; }
inline error device_set_cache_config(func_cache c) { return clrt_device_set_cache_config(c); }
inline error device_get_cache_config(func_cache *c) { return clrt_device_get_cache_config(c); }
inline error device_set_shared_mem_config(shared_mem_config c) {
  return clrt_device_set_shared_mem_config(c);
}
inline error device_get_shared_mem_config(shared_mem_config *c) {
  return clrt_device_get_shared_mem_config(c);
}
inline error device_get_stream_priority_range(int *least, int *greatest) {
  return clrt_device_get_stream_priority_range(least, greatest);
}
inline error device_can_access_peer(int *can, int d, int peer) {
  return clrt_device_can_access_peer(can, d, peer);
}
inline error driver_version(int *version) { return clrt_driver_version(version); }
inline error runtime_version(int *version) { return clrt_runtime_version(version); }

// ---- streams and events ----

inline error stream_create(stream *s) { return clrt_stream_create(s); }
inline error stream_create_with_flags(stream *s, unsigned flags) {
  return clrt_stream_create_with_flags(s, flags);
}
inline error stream_create_with_priority(stream *s, unsigned flags, int priority) {
  return clrt_stream_create_with_priority(s, flags, priority);
}
inline error stream_destroy(stream s) { return clrt_stream_destroy(s); }
inline error stream_synchronize(stream s) { return clrt_stream_synchronize(s); }
inline error stream_query(stream s) { return clrt_stream_query(s); }
inline error stream_wait_event(stream s, event e, unsigned flags = 0) {
  return clrt_stream_wait_event(s, e, flags);
}
inline error stream_add_callback(stream s, stream_callback callback, void *data, unsigned flags) {
  return clrt_stream_add_callback(s, callback, data, flags);
}
inline error launch_host_func(stream s, host_fn function, void *data) {
  return clrt_launch_host_func(s, function, data);
}
inline error stream_get_flags(stream s, unsigned *flags) { return clrt_stream_get_flags(s, flags); }
inline error stream_get_priority(stream s, int *priority) {
  return clrt_stream_get_priority(s, priority);
}

inline error event_create(event *e) { return clrt_event_create(e); }
inline error event_create(event *e, unsigned flags) {
  return clrt_event_create_with_flags(e, flags);
}
inline error event_create_with_flags(event *e, unsigned flags) {
  return clrt_event_create_with_flags(e, flags);
}
inline error event_record(event e, stream s = nullptr) { return clrt_event_record(e, s); }
inline error event_record_with_flags(event e, stream s = nullptr, unsigned flags = 0) {
  return clrt_event_record_with_flags(e, s, flags);
}
inline error event_synchronize(event e) { return clrt_event_synchronize(e); }
inline error event_query(event e) { return clrt_event_query(e); }
inline error event_elapsed_time(float *ms, event start, event end) {
  return clrt_event_elapsed_time(ms, start, end);
}
inline error event_destroy(event e) { return clrt_event_destroy(e); }

} // namespace clrt

#include "kernel_functions.hpp"

} // extern "C++"

#include "names_end.h"

#endif
