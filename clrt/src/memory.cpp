// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Device memory and pinned host memory.

#include "internal.h"

#include <algorithm>

using namespace clrt_impl;

namespace {
struct Pinned {
  size_t size;
  unsigned flags;
  cl_mem buffer; // nullptr: registered by the user
  Device *device;
};
struct PinnedTable {
  std::mutex mutex;
  std::map<uintptr_t, Pinned> ranges;
  std::atomic<size_t> count{0};
};
} // namespace

static PinnedTable &pinned() {
  static PinnedTable *table = new PinnedTable;
  return *table;
}

// The range that holds [h, h + bytes), or the end. The table is locked.
static std::map<uintptr_t, Pinned>::iterator find_range(PinnedTable &t, const void *h,
                                                        size_t bytes) {
  uintptr_t at = reinterpret_cast<uintptr_t>(h);
  auto i = t.ranges.upper_bound(at);
  if (i == t.ranges.begin())
    return t.ranges.end();
  --i;
  return at - i->first < i->second.size && bytes <= i->second.size - (at - i->first)
             ? i
             : t.ranges.end();
}

bool clrt_impl::is_pinned(const void *h, size_t bytes) {
  PinnedTable &t = pinned();
  if (t.count.load() == 0)
    return false;
  std::lock_guard<std::mutex> lock(t.mutex);
  return find_range(t, h, bytes) != t.ranges.end();
}

// ---- device memory ----

clrt_error clrt_impl::reserve(Device *d, size_t bytes) {
  size_t total = static_cast<size_t>(info<cl_ulong>(d->id, CL_DEVICE_GLOBAL_MEM_SIZE));
  if (bytes > total ||
      d->allocated > total - bytes) // drivers allocate late, so they would say so only at a launch
    return CLRT_ERROR_MEMORY_ALLOCATION;
  d->allocated += bytes;
  return CLRT_SUCCESS;
}

static clrt_error allocate(clrt_ptr *p, size_t bytes) {
  if (!p)
    return CLRT_ERROR_INVALID_VALUE;
  Device *d;
  clrt_error e = current(d);
  if (e != CLRT_SUCCESS)
    return e;
  if (bytes == 0) {
    *p = clrt_at(nullptr, 0);
    return CLRT_SUCCESS;
  }
  std::lock_guard<std::mutex> lock(d->mutex);
  if ((e = reserve(d, bytes)) != CLRT_SUCCESS)
    return e;
  cl_int code;
  cl_mem mem = clCreateBuffer(d->context, CL_MEM_READ_WRITE, bytes, nullptr, &code);
  if (code != CL_SUCCESS) {
    d->allocated -= bytes;
    return code == CL_OUT_OF_RESOURCES ? CLRT_ERROR_MEMORY_ALLOCATION : from_cl(code);
  }
  d->buffers[mem] = bytes;
  *p = clrt_at(mem, 0);
  return CLRT_SUCCESS;
}

static std::atomic<bool> raw_handles{false};

void clrt_impl::raw_handles_given() { raw_handles.store(true); }

bool clrt_impl::is_alive(cl_mem mem) {
  if (raw_handles.load())
    return true;
  for (int i = 0; i < device_total(); ++i) {
    Device *d = device_at(i);
    std::lock_guard<std::recursive_mutex> symbol_lock(d->symbol_mutex);
    std::lock_guard<std::mutex> lock(d->mutex);
    if (d->buffers.count(mem) != 0)
      return true;
    for (const auto &s : d->symbols)
      if (s.second.mem == mem)
        return true;
  }
  return false;
}

clrt_error clrt_malloc(clrt_ptr *p, size_t bytes) { return record(allocate(p, bytes)); }

clrt_error clrt_malloc_mem(cl_mem *p, size_t bytes) {
  clrt_ptr raw;
  clrt_error e = allocate(p ? &raw : nullptr, bytes);
  if (e == CLRT_SUCCESS)
    *p = raw.mem;
  return record(e);
}

clrt_error clrt_malloc_pitch(clrt_ptr *p, size_t *pitch, size_t width, size_t height) {
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
  e = allocate(p, row * height);
  if (e == CLRT_SUCCESS)
    *pitch = row;
  return record(e);
}

clrt_error clrt_free(clrt_ptr p) {
  Device *d;
  clrt_error e = current(d);
  if (e != CLRT_SUCCESS || (!p.mem && !p.offset))
    return record(e);
  if (is_shared(p))
    return record(free_shared(p.offset));
  for (int i = 0; i < device_total(); ++i) {
    d = device_at(i);
    std::lock_guard<std::mutex> lock(d->mutex);
    auto at = d->buffers.find(p.mem);
    if (at == d->buffers.end() || p.offset != 0)
      continue;
    d->allocated -= at->second;
    d->buffers.erase(at);
    return record(
        from_cl(clReleaseMemObject(p.mem))); // lives on until the commands that use it are done
  }
  return record(CLRT_ERROR_INVALID_VALUE);
}

clrt_error clrt_mem_info(size_t *free_bytes, size_t *total_bytes) {
  if (!free_bytes || !total_bytes)
    return record(CLRT_ERROR_INVALID_VALUE);
  Device *d;
  clrt_error e = current(d);
  if (e != CLRT_SUCCESS)
    return record(e);
  *total_bytes = static_cast<size_t>(info<cl_ulong>(d->id, CL_DEVICE_GLOBAL_MEM_SIZE));
  std::lock_guard<std::mutex> lock(d->mutex);
  *free_bytes = *total_bytes - std::min(*total_bytes, d->allocated);
  return CLRT_SUCCESS;
}

// ---- pinned host memory ----

clrt_error clrt_malloc_host(void **h, size_t bytes) {
  return clrt_host_alloc(h, bytes, CLRT_HOST_ALLOC_DEFAULT);
}

clrt_error clrt_host_alloc(void **h, size_t bytes, unsigned flags) {
  if (!h || flags > 7)
    return record(CLRT_ERROR_INVALID_VALUE);
  Device *d;
  clrt_error e = current(d);
  if (e != CLRT_SUCCESS)
    return record(e);
  if (bytes == 0) {
    *h = nullptr;
    return CLRT_SUCCESS;
  }
  if ((flags & CLRT_HOST_ALLOC_MAPPED) && has_svm(d))
    return clrt_svm_malloc(h, bytes, 1, nullptr, 0);
  // A buffer that stays mapped: what drivers pin.
  cl_int code;
  cl_mem buffer =
      clCreateBuffer(d->context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes, nullptr, &code);
  if (code != CL_SUCCESS)
    return record(code == CL_OUT_OF_RESOURCES ? CLRT_ERROR_MEMORY_ALLOCATION : from_cl(code));
  void *address = clEnqueueMapBuffer(d->main.queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                     bytes, 0, nullptr, nullptr, &code);
  if (code != CL_SUCCESS) {
    clReleaseMemObject(buffer);
    return record(from_cl(code));
  }
  PinnedTable &t = pinned();
  std::lock_guard<std::mutex> lock(t.mutex);
  t.ranges[reinterpret_cast<uintptr_t>(address)] = Pinned{bytes, flags, buffer, d};
  t.count.store(t.ranges.size());
  *h = address;
  return CLRT_SUCCESS;
}

// Takes the range that starts at h out of the table, if it is of the kind.
static bool take(const void *h, bool registered, Pinned &range) {
  PinnedTable &t = pinned();
  std::lock_guard<std::mutex> lock(t.mutex);
  auto i = t.ranges.find(reinterpret_cast<uintptr_t>(h));
  if (i == t.ranges.end() || registered != (i->second.buffer == nullptr))
    return false;
  range = i->second;
  t.ranges.erase(i);
  t.count.store(t.ranges.size());
  return true;
}

clrt_error clrt_free_host(void *h) {
  Pinned range;
  if (!h)
    return CLRT_SUCCESS;
  if (!take(h, false, range))
    return clrt_free(clrt_svm(h)); // mapped
  clrt_error e = CLRT_SUCCESS;
  if (range.device->ready.load()) { // else a reset has finished everything
    e = finish_all(range.device);   // copies may be under way
    clEnqueueUnmapMemObject(range.device->main.queue, range.buffer, h, 0, nullptr, nullptr);
    clFinish(range.device->main.queue);
  }
  clReleaseMemObject(range.buffer);
  return record(e);
}

clrt_error clrt_host_register(void *h, size_t bytes, unsigned flags) {
  if (!h || bytes == 0 || flags > 15)
    return record(CLRT_ERROR_INVALID_VALUE);
  uintptr_t at = reinterpret_cast<uintptr_t>(h);
  PinnedTable &t = pinned();
  std::lock_guard<std::mutex> lock(t.mutex);
  auto next = t.ranges.lower_bound(at);
  bool overlaps = next != t.ranges.end() && next->first - at < bytes;
  if (next != t.ranges.begin()) {
    --next;
    overlaps = overlaps || at - next->first < next->second.size;
  }
  if (overlaps)
    return record(CLRT_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  t.ranges[at] = Pinned{bytes, flags, nullptr, nullptr};
  t.count.store(t.ranges.size());
  return CLRT_SUCCESS;
}

clrt_error clrt_host_unregister(void *h) {
  Pinned range;
  if (!h)
    return record(CLRT_ERROR_INVALID_VALUE);
  return take(h, true, range) ? CLRT_SUCCESS : record(CLRT_ERROR_HOST_MEMORY_NOT_REGISTERED);
}

clrt_error clrt_host_get_flags(unsigned *flags, void *h) {
  PinnedTable &t = pinned();
  std::lock_guard<std::mutex> lock(t.mutex);
  auto i = find_range(t, h, 0);
  if (!flags || i == t.ranges.end())
    return record(CLRT_ERROR_INVALID_VALUE);
  *flags = i->second.flags;
  return CLRT_SUCCESS;
}

clrt_error clrt_pointer_attributes(clrt_pointer_attributes_t *a, clrt_place p) {
  Device *d;
  clrt_error e = a ? current(d) : CLRT_ERROR_INVALID_VALUE;
  if (e != CLRT_SUCCESS)
    return record(e);
  *a = clrt_pointer_attributes_t{CLRT_MEMORY_TYPE_UNREGISTERED, d->index, p.device, p.host};
  bool managed = false;
  uintptr_t at = p.on_device ? p.device.offset : reinterpret_cast<uintptr_t>(p.host);
  if (Device *own = p.device.mem ? nullptr : shared_owner(at, 1, &managed)) {
    *a = clrt_pointer_attributes_t{managed ? CLRT_MEMORY_TYPE_MANAGED : CLRT_MEMORY_TYPE_DEVICE,
                                   own->index, clrt_at(nullptr, at),
                                   managed ? reinterpret_cast<void *>(at) : nullptr};
    return CLRT_SUCCESS;
  }
  if (p.on_device && p.device.mem) {
    cl_context context;
    cl_int code =
        clGetMemObjectInfo(p.device.mem, CL_MEM_CONTEXT, sizeof context, &context, nullptr);
    d = code == CL_SUCCESS ? device_of(context) : nullptr;
    if (!d)
      return record(CLRT_ERROR_INVALID_VALUE);
    a->type = CLRT_MEMORY_TYPE_DEVICE;
    a->device = d->index;
  } else if (p.host && is_pinned(p.host, 1)) {
    a->type = CLRT_MEMORY_TYPE_HOST;
  }
  return CLRT_SUCCESS;
}
