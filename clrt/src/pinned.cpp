// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Pinned host memory: a buffer that stays mapped, which is what drivers pin, or memory of the user
// that is registered as pinned.
//
// A kernel may take it by its address. Then the buffer is lent to the device: unmapped in the
// launch's stream, and mapped again, to the same address, by the first wait that finds the device
// done with it. For registered memory the buffer is made when it is first lent.

#include "recording.h"

#include <cstdio>

using namespace clrt_impl;

namespace {
struct Pinned {
  size_t size = 0, buffer_size = 0;
  unsigned flags = 0, generation = 0;
  cl_mem buffer = nullptr;
  Device *device = nullptr;
  bool lent = false;
  int pending = 0;             // commands that are about to be enqueued
  cl_event given = nullptr;    // after the unmapping
  std::vector<cl_event> users; // after the commands that use it

  // Its buffer is of a context that is still there.
  bool is_usable() const {
    return device && device->ready.load() && device->generation == generation;
  }
};
struct PinnedTable {
  std::mutex mutex;
  std::map<uintptr_t, Pinned *> ranges;
  std::map<uintptr_t, unsigned> mapped_flags; // of what lies in shared virtual memory
};
} // namespace

static PinnedTable &pinned() {
  static PinnedTable *table = new PinnedTable;
  return *table;
}

static void enter(void *h, Pinned *range, Memory::Kind kind) {
  std::lock_guard<std::mutex> lock(pinned().mutex);
  pinned().ranges[reinterpret_cast<uintptr_t>(h)] = range;
  add_memory(h, range->size, range->device, kind);
}

static void drop_events(Pinned *range) {
  for (cl_event e : range->users)
    clReleaseEvent(e);
  range->users.clear();
  if (range->given)
    clReleaseEvent(range->given);
  range->given = nullptr;
}

static void dispose(Pinned *range) {
  if (range->lent && range->device)
    range->device->lent.fetch_sub(1);
  drop_events(range);
  if (range->buffer)
    clReleaseMemObject(range->buffer);
  delete range;
}

clrt_error clrt_malloc_host(void **h, size_t bytes) {
  return clrt_host_alloc(h, bytes, CLRT_HOST_ALLOC_DEFAULT);
}

clrt_error clrt_host_alloc(void **h, size_t bytes, unsigned flags) {
  if (!h || flags > 7)
    return record(CLRT_ERROR_INVALID_VALUE);
  Device *d;
  clrt_error e = current(d);
  if (e == CLRT_SUCCESS)
    e = refuse_unsafe();
  if (e != CLRT_SUCCESS)
    return record(e);
  if (bytes == 0) {
    *h = nullptr;
    return CLRT_SUCCESS;
  }
  if ((flags & CLRT_HOST_ALLOC_MAPPED) && has_svm(d)) {
    e = allocate_shared(h, bytes, Memory::Mapped, nullptr, 0);
    if (e == CLRT_SUCCESS) {
      std::lock_guard<std::mutex> lock(pinned().mutex);
      pinned().mapped_flags[reinterpret_cast<uintptr_t>(*h)] = flags;
    }
    return record(e);
  }
  // A buffer that stays mapped: what drivers pin. All of it: NVIDIA's driver lays the next one
  // right after the part that is mapped.
  cl_int code;
  cl_mem buffer = clCreateBuffer(d->context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR,
                                 bytes + end_padding, nullptr, &code);
  if (code != CL_SUCCESS)
    return record(code == CL_OUT_OF_RESOURCES ? CLRT_ERROR_MEMORY_ALLOCATION : from_cl(code));
  void *address = clEnqueueMapBuffer(d->main.queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                     bytes + end_padding, 0, nullptr, nullptr, &code);
  if (code != CL_SUCCESS) {
    clReleaseMemObject(buffer);
    return record(from_cl(code));
  }
  Pinned *range = new Pinned();
  range->size = bytes, range->flags = flags, range->buffer = buffer, range->device = d;
  range->buffer_size = bytes + end_padding;
  range->generation = d->generation;
  enter(address, range, Memory::Pinned);
  *h = address;
  return CLRT_SUCCESS;
}

// Takes the range that starts at h out of the table, if it is of the kind. Waits until the device
// has done with it, as copies may be under way.
static clrt_error leave(void *h, Memory::Kind kind, clrt_error otherwise) {
  Memory m = memory_at(h);
  if (m.kind != kind || m.base != reinterpret_cast<uintptr_t>(h))
    return otherwise;
  clrt_error e = CLRT_SUCCESS;
  Device *d = nullptr;
  {
    std::lock_guard<std::mutex> lock(pinned().mutex);
    auto i = pinned().ranges.find(m.base);
    d = i == pinned().ranges.end() || !i->second->is_usable() ? nullptr : i->second->device;
  }
  if (d) // else a reset has finished everything, or the device never had it
    e = finish_all(d);
  std::lock_guard<std::mutex> lock(pinned().mutex);
  auto i = pinned().ranges.find(m.base);
  if (i == pinned().ranges.end() || !remove_memory(m))
    return otherwise;
  Pinned *range = i->second;
  pinned().ranges.erase(i);
  if (d && !range->lent) {
    clEnqueueUnmapMemObject(d->main.queue, range->buffer, h, 0, nullptr, nullptr);
    clFinish(d->main.queue);
  }
  dispose(range);
  return e;
}

clrt_error clrt_free_host(void *h) {
  clrt_error e = refuse_unsafe();
  if (e != CLRT_SUCCESS || !h)
    return record(e);
  Memory m = memory_at(h);
  if (m.kind == Memory::Mapped && m.base == reinterpret_cast<uintptr_t>(h)) {
    std::lock_guard<std::mutex> lock(pinned().mutex);
    pinned().mapped_flags.erase(m.base);
  }
  if (m.kind == Memory::Mapped && m.base == reinterpret_cast<uintptr_t>(h))
    return record(free_shared(m));
  return record(leave(h, Memory::Pinned, CLRT_ERROR_INVALID_VALUE));
}

clrt_error clrt_host_register(void *h, size_t bytes, unsigned flags) {
  if (!h || bytes == 0 || flags > 15)
    return record(CLRT_ERROR_INVALID_VALUE);
  uintptr_t at = reinterpret_cast<uintptr_t>(h);
  PinnedTable &t = pinned();
  {
    std::lock_guard<std::mutex> lock(t.mutex);
    auto next = t.ranges.lower_bound(at);
    bool overlaps = next != t.ranges.end() && next->first - at < bytes;
    if (next != t.ranges.begin()) {
      --next;
      overlaps = overlaps || at - next->first < next->second->size;
    }
    if (overlaps)
      return record(CLRT_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  }
  Pinned *range = new Pinned();
  range->size = bytes, range->flags = flags;
  enter(h, range, Memory::Registered);
  return CLRT_SUCCESS;
}

clrt_error clrt_host_unregister(void *h) {
  return record(h ? leave(h, Memory::Registered, CLRT_ERROR_HOST_MEMORY_NOT_REGISTERED)
                  : CLRT_ERROR_INVALID_VALUE);
}

clrt_error clrt_host_get_flags(unsigned *flags, void *h) {
  Memory m = memory_at(h);
  std::lock_guard<std::mutex> lock(pinned().mutex);
  auto i = pinned().ranges.find(m.base);
  bool known = flags && (m.is_pinned() || m.kind == Memory::Mapped);
  if (!known)
    return record(CLRT_ERROR_INVALID_VALUE);
  auto mapped = pinned().mapped_flags.find(m.base);
  *flags = m.is_pinned() && i != pinned().ranges.end() ? i->second->flags
           : mapped != pinned().mapped_flags.end()     ? mapped->second
                                                       : unsigned(CLRT_HOST_ALLOC_MAPPED);
  return CLRT_SUCCESS;
}

clrt_error clrt_host_get_device_pointer(void **p, void *h, unsigned flags) {
  Memory m = memory_at(h);
  if (!p || flags || !(m.is_pinned() || m.kind == Memory::Mapped))
    return record(CLRT_ERROR_INVALID_VALUE);
  *p = h;
  return CLRT_SUCCESS;
}

// ---- lending ----

static Pinned *find_range(const Memory &m) {
  auto i = pinned().ranges.find(m.base);
  return i == pinned().ranges.end() ? nullptr : i->second;
}

Device *clrt_impl::lent_to(const Memory &m) {
  if (!m.is_pinned())
    return nullptr;
  std::lock_guard<std::mutex> lock(pinned().mutex);
  Pinned *range = find_range(m);
  return range && range->lent ? range->device : nullptr;
}

static clrt_error refuse(const char *why) {
  fprintf(stderr, "clrt: pinned host memory cannot be used by the device: %s\n", why);
  return CLRT_ERROR_ILLEGAL_ADDRESS;
}

static clrt_error make_buffer(Device *d, Pinned *range, uintptr_t base) {
  cl_int code;
  range->buffer = clCreateBuffer(d->context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, range->size,
                                 reinterpret_cast<void *>(base), &code);
  if (code != CL_SUCCESS) {
    range->buffer = nullptr;
    return refuse("the driver makes no buffer of this registered memory");
  }
  range->device = d;
  range->buffer_size = range->size;
  range->generation = d->generation;
  return CLRT_SUCCESS;
}

clrt_error clrt_impl::lend(Stream *s, const Memory &m, cl_mem *mem) {
  std::lock_guard<std::mutex> lock(pinned().mutex);
  Pinned *range = find_range(m);
  if (!range)
    return CLRT_ERROR_ILLEGAL_ADDRESS;
  clrt_error e = CLRT_SUCCESS;
  bool fresh = !range->buffer;
  if (fresh)
    e = make_buffer(s->device, range, m.base);
  else if (range->device != s->device || !range->is_usable())
    e = refuse("it was allocated for another device, or before a reset");
  if (e != CLRT_SUCCESS)
    return e;
  cl_int code = CL_SUCCESS;
  if (!range->lent && !fresh)
    code = clEnqueueUnmapMemObject(s->queue, range->buffer, reinterpret_cast<void *>(m.base), 0,
                                   nullptr, &range->given);
  else if (range->given) // by another stream, maybe
    code = clEnqueueBarrierWithWaitList(s->queue, 1, &range->given, nullptr);
  clFlush(s->queue);
  if (code != CL_SUCCESS)
    return from_cl(code);
  if (!range->lent)
    s->device->lent.fetch_add(1);
  range->lent = true;
  ++range->pending;
  *mem = range->buffer;
  return CLRT_SUCCESS;
}

void clrt_impl::return_later(Stream *s, const Memory &m) {
  std::lock_guard<std::mutex> lock(pinned().mutex);
  Pinned *range = find_range(m);
  cl_event event;
  if (!range)
    return;
  --range->pending;
  if (clEnqueueMarkerWithWaitList(s->queue, 0, nullptr, &event) == CL_SUCCESS)
    range->users.push_back(event);
}

// Has the device done what it was lent for?
static bool is_done(Pinned *range) {
  if (range->pending != 0)
    return false;
  for (cl_event e : range->users) {
    cl_int status = CL_QUEUED;
    clGetEventInfo(e, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    if (status > CL_COMPLETE)
      return false;
  }
  return true;
}

clrt_error clrt_impl::take_back(Device *d) {
  if (d->lent.load() == 0)
    return CLRT_SUCCESS;
  cl_command_queue queue;
  clrt_error e = side_queue(d, &queue);
  std::lock_guard<std::mutex> lock(pinned().mutex);
  for (auto &r : pinned().ranges) {
    Pinned *range = r.second;
    if (e != CLRT_SUCCESS || !range->lent || range->device != d || !range->is_usable() ||
        !is_done(range))
      continue;
    drop_events(range);
    cl_int code;
    void *at = clEnqueueMapBuffer(queue, range->buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                  range->buffer_size, 0, nullptr, nullptr, &code);
    e = from_cl(code);
    if (e == CLRT_SUCCESS && at != reinterpret_cast<void *>(r.first)) {
      fprintf(stderr, "clrt: this driver has moved pinned host memory that a kernel used\n");
      e = CLRT_ERROR_MAP_BUFFER_OBJECT_FAILED;
    }
    range->lent = false;
    d->lent.fetch_sub(1);
  }
  return e;
}
