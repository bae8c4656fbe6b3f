// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Allocation in the order of a stream, and memory pools: a part of clrt.hpp, which includes this.

#ifndef CLRT_POOLS_HPP
#define CLRT_POOLS_HPP
#include "names_begin.h"

#include "place.hpp"

namespace clrt {

typedef clrt_mem_pool mem_pool;
typedef clrt_mem_pool_props mem_pool_props;
typedef clrt_mem_pool_attr mem_pool_attr;
typedef clrt_mem_allocation_type mem_allocation_type;
typedef clrt_mem_allocation_handle_type mem_allocation_handle_type;
typedef clrt_mem_access_flags mem_access_flags;
typedef clrt_mem_access_desc mem_access_desc;

template <typename Type> clrt_error malloc_async(Type **p, std::size_t bytes, clrt_stream s) {
  void *address = nullptr;
  clrt_error e = clrt_malloc_async(p ? &address : nullptr, bytes, s);
  if (e == CLRT_SUCCESS)
    *p = static_cast<Type *>(address);
  return e;
}
inline clrt_error malloc_async(cl_mem *p, std::size_t bytes, clrt_stream s) {
  void *address = nullptr;
  clrt_error e = clrt_malloc_async(p ? &address : nullptr, bytes, s);
  if (e == CLRT_SUCCESS)
    *p = clrt_mem(address);
  return e;
}
template <typename Type>
clrt_error malloc_from_pool_async(Type **p, std::size_t bytes, mem_pool pool, clrt_stream s) {
  void *address = nullptr;
  clrt_error e = clrt_malloc_from_pool_async(p ? &address : nullptr, bytes, pool, s);
  if (e == CLRT_SUCCESS)
    *p = static_cast<Type *>(address);
  return e;
}
inline clrt_error malloc_from_pool_async(cl_mem *p, std::size_t bytes, mem_pool pool,
                                         clrt_stream s) {
  void *address = nullptr;
  clrt_error e = clrt_malloc_from_pool_async(p ? &address : nullptr, bytes, pool, s);
  if (e == CLRT_SUCCESS)
    *p = clrt_mem(address);
  return e;
}
template <typename Type>
clrt_error malloc_async(Type **p, std::size_t bytes, mem_pool pool, clrt_stream s) {
  return clrt::malloc_from_pool_async(p, bytes, pool, s);
}
inline clrt_error malloc_async(cl_mem *p, std::size_t bytes, mem_pool pool, clrt_stream s) {
  return clrt::malloc_from_pool_async(p, bytes, pool, s);
}
template <typename Type>
clrt_error svm_malloc_async(Type **p, std::size_t bytes, clrt_stream s,
                            const char *file = CLRT_FILE, int line = CLRT_LINE) {
  void *address = nullptr;
  clrt_error e = clrt_svm_allocate_async(p ? &address : nullptr, bytes, nullptr, s, file, line);
  if (e == CLRT_SUCCESS)
    *p = static_cast<Type *>(address);
  return e;
}
template <typename Type>
clrt_error svm_malloc_from_pool_async(Type **p, std::size_t bytes, mem_pool pool, clrt_stream s,
                                      const char *file = CLRT_FILE, int line = CLRT_LINE) {
  void *address = nullptr;
  clrt_error e = pool ? clrt_svm_allocate_async(p ? &address : nullptr, bytes, pool, s, file, line)
                      : clrt_malloc_from_pool_async(nullptr, bytes, pool, s);
  if (e == CLRT_SUCCESS)
    *p = static_cast<Type *>(address);
  return e;
}
template <typename Type>
clrt_error svm_malloc_async(Type **p, std::size_t bytes, mem_pool pool, clrt_stream s,
                            const char *file = CLRT_FILE, int line = CLRT_LINE) {
  return clrt::svm_malloc_from_pool_async(p, bytes, pool, s, file, line);
}
inline clrt_error free_async(const detail::place &p, clrt_stream s) {
  return p.mem() ? clrt_free_mem_async(p.mem(), s) : clrt_free_async(p.address(), s);
}

// With CUDA's parameters and no others, for pointers to functions.
namespace exact {
template <typename Type> clrt_error malloc_async(Type **p, std::size_t bytes, clrt_stream s) {
  return clrt::malloc_async(p, bytes, s);
}
template <typename Type>
clrt_error malloc_async(Type **p, std::size_t bytes, mem_pool pool, clrt_stream s) {
  return clrt::malloc_async(p, bytes, pool, s);
}
template <typename Type>
clrt_error malloc_from_pool_async(Type **p, std::size_t bytes, mem_pool pool, clrt_stream s) {
  return clrt::malloc_from_pool_async(p, bytes, pool, s);
}
template <typename Type> clrt_error svm_malloc_async(Type **p, std::size_t bytes, clrt_stream s) {
  return clrt::svm_malloc_async(p, bytes, s, nullptr, 0);
}
template <typename Type>
clrt_error svm_malloc_async(Type **p, std::size_t bytes, mem_pool pool, clrt_stream s) {
  return clrt::svm_malloc_async(p, bytes, pool, s, nullptr, 0);
}
template <typename Type>
clrt_error svm_malloc_from_pool_async(Type **p, std::size_t bytes, mem_pool pool, clrt_stream s) {
  return clrt::svm_malloc_from_pool_async(p, bytes, pool, s, nullptr, 0);
}
} // namespace exact

inline clrt_error mem_pool_create(mem_pool *pool, const mem_pool_props *props) {
  return clrt_mem_pool_create(pool, props);
}
inline clrt_error mem_pool_destroy(mem_pool pool) { return clrt_mem_pool_destroy(pool); }
inline clrt_error mem_pool_set_attribute(mem_pool pool, mem_pool_attr attribute, void *value) {
  return clrt_mem_pool_set_attribute(pool, attribute, value);
}
inline clrt_error mem_pool_get_attribute(mem_pool pool, mem_pool_attr attribute, void *value) {
  return clrt_mem_pool_get_attribute(pool, attribute, value);
}
inline clrt_error mem_pool_trim_to(mem_pool pool, std::size_t bytes_to_keep) {
  return clrt_mem_pool_trim_to(pool, bytes_to_keep);
}
inline clrt_error mem_pool_set_access(mem_pool pool, const mem_access_desc *list,
                                      std::size_t count) {
  return clrt_mem_pool_set_access(pool, list, count);
}
inline clrt_error mem_pool_get_access(mem_access_flags *flags, mem_pool pool,
                                      clrt_mem_location *location) {
  return clrt_mem_pool_get_access(flags, pool, location);
}
inline clrt_error device_get_default_mem_pool(mem_pool *pool, int device) {
  return clrt_device_get_default_mem_pool(pool, device);
}
inline clrt_error device_get_mem_pool(mem_pool *pool, int device) {
  return clrt_device_get_mem_pool(pool, device);
}
inline clrt_error device_set_mem_pool(int device, mem_pool pool) {
  return clrt_device_set_mem_pool(device, pool);
}

} // namespace clrt

#include "names_end.h"

#endif
