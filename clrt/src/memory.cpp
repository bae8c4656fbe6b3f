// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Device memory.

#include "recording.h"

#include <algorithm>

using namespace clrt_impl;

clrt_error clrt_impl::reserve(Device *d, size_t bytes) {
  size_t total = static_cast<size_t>(info<cl_ulong>(d->id, CL_DEVICE_GLOBAL_MEM_SIZE));
  if (bytes > total ||
      d->allocated > total - bytes) // drivers allocate late, so they would say so only at a launch
    return CLRT_ERROR_MEMORY_ALLOCATION;
  d->allocated += bytes;
  return CLRT_SUCCESS;
}

static clrt_error allocate(cl_mem *mem, void **p, size_t bytes) {
  Device *d;
  clrt_error e = mem || p ? current(d) : CLRT_ERROR_INVALID_VALUE;
  if (e != CLRT_SUCCESS)
    return e;
  cl_mem buffer = nullptr;
  void *address = nullptr;
  if (bytes != 0) {
    std::lock_guard<std::mutex> lock(d->mutex);
    if ((e = reserve(d, bytes)) != CLRT_SUCCESS)
      return e;
    cl_int code;
    buffer = clCreateBuffer(d->context, CL_MEM_READ_WRITE, whole_words(bytes), nullptr, &code);
    if (code == CL_SUCCESS)
      address = add_buffer(buffer, bytes, d, Memory::Buffer);
    if (!address)
      d->allocated -= bytes;
    if (code == CL_SUCCESS && !address) {
      clReleaseMemObject(buffer);
      return CLRT_ERROR_MEMORY_ALLOCATION;
    }
    if (code != CL_SUCCESS)
      return code == CL_OUT_OF_RESOURCES ? CLRT_ERROR_MEMORY_ALLOCATION : from_cl(code);
  }
  if (mem)
    *mem = buffer;
  else
    *p = address;
  return CLRT_SUCCESS;
}

clrt_error clrt_impl::allocate_buffer(void **p, size_t bytes) {
  return allocate(nullptr, p, bytes);
}

static std::atomic<bool> raw_handles{false};

void clrt_impl::raw_handles_given() { raw_handles.store(true); }
bool clrt_impl::has_raw_handles() { return raw_handles.load(); }

bool clrt_impl::is_alive(cl_mem mem) {
  if (raw_handles.load() || memory_of(mem).kind != Memory::Host)
    return true;
  for (int i = 0; i < device_total(); ++i) {
    Device *d = device_at(i);
    std::lock_guard<std::recursive_mutex> lock(d->symbol_mutex);
    for (const auto &s : d->symbols)
      if (s.second.mem == mem)
        return true;
  }
  return false;
}

static std::atomic<bool> addresses_found{false};

void clrt_impl::modules_find_addresses() { addresses_found.store(true); }
bool clrt_impl::do_modules_find_addresses() { return addresses_found.load(); }

static clrt_error allocate_now(cl_mem *mem, void **p, size_t bytes) {
  clrt_error e = refuse_unsafe();
  if (e == CLRT_SUCCESS && p && do_modules_find_addresses())
    return allocate_shared(p, bytes, Memory::SharedPlain, nullptr, 0);
  return e == CLRT_SUCCESS ? allocate(mem, p, bytes) : e;
}

clrt_error clrt_malloc(void **p, size_t bytes) { return record(allocate_now(nullptr, p, bytes)); }

clrt_error clrt_malloc_mem(cl_mem *p, size_t bytes) {
  return record(allocate_now(p, nullptr, bytes));
}

clrt_error clrt_malloc_pitch(void **p, size_t *pitch, size_t width, size_t height) {
  if (!p || !pitch)
    return record(CLRT_ERROR_INVALID_VALUE);
  Device *d;
  clrt_error e = current(d);
  if (e != CLRT_SUCCESS)
    return record(e);
  size_t align = std::max<size_t>(info<cl_uint>(d->id, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8, 16);
  if (width > SIZE_MAX - align)
    return record(CLRT_ERROR_MEMORY_ALLOCATION);
  size_t row = (width + align - 1) / align * align;
  if (row != 0 && height > SIZE_MAX / row)
    return record(CLRT_ERROR_MEMORY_ALLOCATION);
  e = allocate_now(nullptr, p, row * height);
  if (e == CLRT_SUCCESS)
    *pitch = row;
  return record(e);
}

clrt_error clrt_impl::release_buffer(const Memory &m) {
  if (m.kind != Memory::Buffer || !remove_memory(m))
    return CLRT_ERROR_INVALID_VALUE;
  {
    std::lock_guard<std::mutex> lock(m.device->mutex);
    m.device->allocated -= m.size;
  }
  left_pool(m);
  return from_cl(clReleaseMemObject(m.mem)); // lives on until the commands that use it are done
}

clrt_error clrt_free(void *p) {
  Device *d;
  clrt_error e = current(d);
  if (e == CLRT_SUCCESS)
    e = refuse_unsafe(); // for a null pointer, too (H100)
  if (e != CLRT_SUCCESS || !p)
    return record(e);
  Memory m = memory_at(p);
  if (m.base != reinterpret_cast<uintptr_t>(p))
    return record(CLRT_ERROR_INVALID_VALUE);
  return record(m.is_shared() ? free_shared(m) : release_buffer(m));
}

clrt_error clrt_free_mem(cl_mem mem) {
  Device *d;
  clrt_error e = current(d);
  if (e == CLRT_SUCCESS && mem)
    e = refuse_unsafe();
  return record(e == CLRT_SUCCESS && mem ? release_buffer(memory_of(mem)) : e);
}

clrt_error clrt_mem_info(size_t *free_bytes, size_t *total_bytes) {
  Device *d;
  clrt_error e = current(d);
  if (e != CLRT_SUCCESS)
    return record(e);
  const size_t total = static_cast<size_t>(info<cl_ulong>(d->id, CL_DEVICE_GLOBAL_MEM_SIZE));
  std::lock_guard<std::mutex> lock(d->mutex);
  if (total_bytes) // a null pointer is no error (H200)
    *total_bytes = total;
  if (free_bytes)
    *free_bytes = total - std::min(total, d->allocated);
  return CLRT_SUCCESS;
}

clrt_error clrt_pointer_attributes(clrt_pointer_attributes_t *a, const void *p) {
  Device *d;
  clrt_error e = a ? current(d) : CLRT_ERROR_INVALID_VALUE;
  if (e != CLRT_SUCCESS)
    return record(e);
  const Memory m = memory_at(p);
  void *address = const_cast<void *>(p);
  clrt_memory_type type = m.is_pinned() || m.kind == Memory::Mapped ? CLRT_MEMORY_TYPE_HOST
                          : m.kind == Memory::Managed               ? CLRT_MEMORY_TYPE_MANAGED
                                                                    : CLRT_MEMORY_TYPE_DEVICE;
  bool inside = reinterpret_cast<uintptr_t>(p) - m.base < m.size;
  if (inside)
    *a = clrt_pointer_attributes_t{type, m.device ? m.device->index : d->index, address,
                                   type == CLRT_MEMORY_TYPE_DEVICE ? nullptr : address};
  else // -2: cudaInvalidDeviceId
    *a = clrt_pointer_attributes_t{CLRT_MEMORY_TYPE_UNREGISTERED, -2, nullptr, address};
  return CLRT_SUCCESS;
}
