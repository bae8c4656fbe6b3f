// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// clrt for C++11 and later: the functions of clrt.h in namespace clrt, with typed device pointers,
// symbols and kernels. What each function does stands at its C form in clrt.h and in README.md.

#ifndef CLRT_CLRT_HPP
#define CLRT_CLRT_HPP

// Like CUDA's own, this header may be included inside extern "C" { }.
extern "C++" {

#include "clrt.h"
#include <utility> // CUDA's header has it, too, and programs rely on that
// CUDA's headers give the extra host math to files that nvcc compiles, not to plain C++ files,
// which may define the same names: those are compiled with CLRT_NO_HOST_MATH.
#ifndef CLRT_NO_HOST_MATH
#include "host_math.h"
#endif
#include "any_ptr.hpp"
#include "ptr.hpp"
#include "symbol.hpp"

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
typedef clrt_shared_mem_config shared_mem_config;
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

template <typename Type> error malloc(ptr<Type> *p, std::size_t bytes) {
  return clrt_malloc(p ? &p->raw() : nullptr, bytes);
}
template <typename Type> error malloc(any_ptr<Type> *p, std::size_t bytes) {
  return clrt_malloc(p ? &p->raw() : nullptr, bytes);
}
inline error malloc(cl_mem *p, std::size_t bytes) { return clrt_malloc_mem(p, bytes); }
inline error malloc(clrt_ptr *p, std::size_t bytes) { return clrt_malloc(p, bytes); }
template <typename Type>
error malloc_pitch(ptr<Type> *p, std::size_t *pitch, std::size_t width, std::size_t height) {
  return clrt_malloc_pitch(p ? &p->raw() : nullptr, pitch, width, height);
}
inline error malloc_pitch(cl_mem *p, std::size_t *pitch, std::size_t width, std::size_t height) {
  clrt_ptr raw = {nullptr, 0};
  error e = clrt_malloc_pitch(p ? &raw : nullptr, pitch, width, height);
  if (e == CLRT_SUCCESS)
    *p = raw.mem;
  return e;
}
inline error free(detail::device_arg p) { return clrt_free(p.p); }
template <typename Type>
error malloc_host(any_ptr<Type> *h, std::size_t bytes, unsigned flags = 0) {
  void *host = nullptr;
  error e = clrt_host_alloc(h ? &host : nullptr, bytes, flags);
  if (e == CLRT_SUCCESS)
    *h = any_ptr<Type>(static_cast<Type *>(host));
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
inline error mem_info(std::size_t *free_bytes, std::size_t *total) {
  return clrt_mem_info(free_bytes, total);
}
inline error pointer_attributes(pointer_attributes_t *a, detail::any_arg p) {
  return clrt_pointer_attributes(a, p.p);
}

// write, read, copy, each plain, _async, _2d and _2d_async.
#define CLRT_CPP_COPY_FAMILY(NAME, DST, DST_RAW, SRC, SRC_RAW)                                     \
  inline error NAME(DST dst, SRC src, std::size_t bytes) {                                         \
    return clrt_##NAME(dst DST_RAW, src SRC_RAW, bytes);                                           \
  }                                                                                                \
  inline error NAME##_async(DST dst, SRC src, std::size_t bytes, stream s = nullptr) {             \
    return clrt_##NAME##_async(dst DST_RAW, src SRC_RAW, bytes, s);                                \
  }                                                                                                \
  inline error NAME##_2d(DST dst, std::size_t dpitch, SRC src, std::size_t spitch,                 \
                         std::size_t width, std::size_t height) {                                  \
    return clrt_##NAME##_2d(dst DST_RAW, dpitch, src SRC_RAW, spitch, width, height);              \
  }                                                                                                \
  inline error NAME##_2d_async(DST dst, std::size_t dpitch, SRC src, std::size_t spitch,           \
                               std::size_t width, std::size_t height, stream s = nullptr) {        \
    return clrt_##NAME##_2d_async(dst DST_RAW, dpitch, src SRC_RAW, spitch, width, height, s);     \
  }
CLRT_CPP_COPY_FAMILY(write, detail::device_arg, .p, const void *, )
CLRT_CPP_COPY_FAMILY(read, void *, , detail::device_arg, .p)
CLRT_CPP_COPY_FAMILY(copy, detail::device_arg, .p, detail::device_arg, .p)
#undef CLRT_CPP_COPY_FAMILY

inline error memcpy(detail::any_arg dst, detail::any_arg src, std::size_t bytes, memcpy_kind kind) {
  return clrt_memcpy(dst.p, src.p, bytes, kind);
}
inline error memcpy_async(detail::any_arg dst, detail::any_arg src, std::size_t bytes,
                          memcpy_kind kind, stream s = nullptr) {
  return clrt_memcpy_async(dst.p, src.p, bytes, kind, s);
}
inline error memcpy_2d(detail::any_arg dst, std::size_t dpitch, detail::any_arg src,
                       std::size_t spitch, std::size_t width, std::size_t height,
                       memcpy_kind kind) {
  return clrt_memcpy_2d(dst.p, dpitch, src.p, spitch, width, height, kind);
}
inline error memcpy_2d_async(detail::any_arg dst, std::size_t dpitch, detail::any_arg src,
                             std::size_t spitch, std::size_t width, std::size_t height,
                             memcpy_kind kind, stream s = nullptr) {
  return clrt_memcpy_2d_async(dst.p, dpitch, src.p, spitch, width, height, kind, s);
}
inline error memset(detail::device_arg p, int value, std::size_t bytes) {
  return clrt_memset(p.p, value, bytes);
}
inline error memset_async(detail::device_arg p, int value, std::size_t bytes, stream s = nullptr) {
  return clrt_memset_async(p.p, value, bytes, s);
}
inline error memset_2d(detail::device_arg p, std::size_t pitch, int value, std::size_t width,
                       std::size_t height) {
  return clrt_memset_2d(p.p, pitch, value, width, height);
}
inline error memset_2d_async(detail::device_arg p, std::size_t pitch, int value, std::size_t width,
                             std::size_t height, stream s = nullptr) {
  return clrt_memset_2d_async(p.p, pitch, value, width, height, s);
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
inline error event_synchronize(event e) { return clrt_event_synchronize(e); }
inline error event_query(event e) { return clrt_event_query(e); }
inline error event_elapsed_time(float *ms, event start, event end) {
  return clrt_event_elapsed_time(ms, start, end);
}
inline error event_destroy(event e) { return clrt_event_destroy(e); }

} // namespace clrt

#include "kernel.hpp"

} // extern "C++"

#endif
