// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Over 400 lines: all of it counts under one lock.

// Allocation in the order of a stream, and memory pools.
//
// Memory is made when it is asked for, and a buffer that is freed lives until the commands that
// have it are done, so that only shared memory needs to wait for the stream: it is freed by the
// first call that finds the stream past the place. Pools count.

#include "recording.h"

#include <algorithm>
#include <cstdio>

using namespace clrt_impl;

struct clrt_mem_pool_st {
  Device *device;
  size_t most = SIZE_MAX; // bytes
  int reuse[3] = {1, 1, 1};
  uint64_t threshold = 0, used = 0, used_high = 0, reserved_high = 0;
  bool ended = false; // destroyed, but some of its memory is not freed yet
};

namespace {
typedef clrt_mem_pool_st Pool;

// Shared memory that is free as soon as `reached` is.
struct Leaving {
  Memory memory;
  cl_event reached;
};

struct Pools {
  std::mutex mutex; // guards all of it
  std::vector<Pool *> all;
  std::map<Device *, std::pair<Pool *, Pool *>> of_device; // the default one, and the current one
  std::map<uint64_t, Pool *> given;                        // by the memory's id
  std::vector<Leaving> leaving;
};
} // namespace

static Pools &pools() {
  static Pools *p = new Pools; // programs free memory as late as in their last destructors
  return *p;
}

static std::atomic<int> given_count{0};

static std::pair<Pool *, Pool *> &pools_of(Pools &all, Device *d) {
  std::pair<Pool *, Pool *> &own = all.of_device[d];
  if (!own.first) {
    own.first = own.second = new Pool;
    own.first->device = d;
    all.all.push_back(own.first);
  }
  return own;
}

static bool is_usable(const Pools &all, const Pool *pool) {
  return std::find(all.all.begin(), all.all.end(), pool) != all.all.end() && !pool->ended;
}

static void drop(Pools &all, Pool *pool) {
  all.all.erase(std::find(all.all.begin(), all.all.end(), pool));
  delete pool;
}

static void gone(Pools &all, const Memory &m) {
  auto at = all.given.find(m.id);
  if (at == all.given.end())
    return;
  Pool *pool = at->second;
  pool->used -= m.size;
  all.given.erase(at);
  given_count.fetch_sub(1);
  if (pool->ended && pool->used == 0)
    drop(all, pool);
}

void clrt_impl::left_pool(const Memory &m) {
  if (given_count.load() == 0)
    return;
  std::lock_guard<std::mutex> lock(pools().mutex);
  gone(pools(), m);
}

void clrt_impl::drop_pools(const Device *d) {
  Pools &all = pools();
  std::lock_guard<std::mutex> lock(all.mutex);
  for (auto at = all.leaving.begin(); at != all.leaving.end();) {
    bool own = at->memory.device == d;
    if (own)
      clReleaseEvent(at->reached);
    at = own ? all.leaving.erase(at) : at + 1;
  }
  for (auto at = all.given.begin(); at != all.given.end();) {
    bool own = at->second->device == d;
    given_count.fetch_sub(own ? 1 : 0);
    at = own ? all.given.erase(at) : std::next(at);
  }
  for (size_t i = all.all.size(); i-- > 0;)
    if (all.all[i]->device == d)
      drop(all, all.all[i]);
  all.of_device.erase(const_cast<Device *>(d));
}

// ---- allocation ----

static clrt_error free_what_left(Device *d) {
  std::vector<Memory> done;
  {
    Pools &all = pools();
    std::lock_guard<std::mutex> lock(all.mutex);
    for (auto at = all.leaving.begin(); at != all.leaving.end();) {
      cl_int status = CL_QUEUED;
      clGetEventInfo(at->reached, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status,
                     nullptr);
      bool passed = at->memory.device == d && status <= CL_COMPLETE;
      if (passed) {
        done.push_back(at->memory);
        clReleaseEvent(at->reached);
      }
      at = passed ? all.leaving.erase(at) : at + 1;
    }
  }
  clrt_error e = CLRT_SUCCESS;
  for (const Memory &m : done) {
    clrt_error freed = release_shared(m);
    e = e == CLRT_SUCCESS ? freed : e;
  }
  return e;
}

// Takes bytes from a pool of the device, the current one if none is named.
static clrt_error take(Device *d, Pool *&pool, size_t bytes) {
  Pools &all = pools();
  std::lock_guard<std::mutex> lock(all.mutex);
  if (!pool)
    pool = pools_of(all, d).second;
  if (!is_usable(all, pool))
    return CLRT_ERROR_INVALID_VALUE;
  if (bytes > pool->most - std::min<uint64_t>(pool->most, pool->used))
    return CLRT_ERROR_MEMORY_ALLOCATION;
  pool->used += bytes;
  return CLRT_SUCCESS;
}

// What the pool gave, or has back if there is none.
static void settle(Pool *pool, const void *p, size_t bytes) {
  Pools &all = pools();
  std::lock_guard<std::mutex> lock(all.mutex);
  if (!p) {
    pool->used -= bytes;
    return;
  }
  all.given[memory_at(p).id] = pool;
  given_count.fetch_add(1);
  pool->used_high = std::max(pool->used_high, pool->used);
  pool->reserved_high = std::max(pool->reserved_high, pool->used);
}

// In the pool's device, whichever is the current one.
static clrt_error allocate_on(Device *d, void **p, size_t bytes, bool shared, const char *file,
                              int line) {
  Device *before;
  clrt_error e = current(before);
  if (e != CLRT_SUCCESS)
    return e;
  Thread &t = thread();
  t.index = d->index;
  t.device = d;
  e = shared ? allocate_shared(p, bytes, Memory::SharedPlain, file, line)
             : allocate_buffer(p, bytes);
  t.index = before->index;
  t.device = before;
  return e;
}

// CUDA's graphs have nodes for this.
static clrt_error refuse_nodes(Stream *s) {
  clrt_error e = refuse_recorded(s);
  if (e != CLRT_SUCCESS)
    fprintf(stderr, "clrt: stream-ordered allocation in a captured stream is not supported\n");
  return e;
}

static clrt_error allocate(void **p, size_t bytes, Pool *pool, clrt_stream handle, bool shared,
                           const char *file, int line) {
  Device *d;
  Stream *s;
  clrt_error e = p ? current(d) : CLRT_ERROR_INVALID_VALUE;
  if (e == CLRT_SUCCESS)
    e = find_stream(handle, d, s);
  if (e == CLRT_SUCCESS)
    e = refuse_nodes(s);
  if (e == CLRT_SUCCESS)
    e = free_what_left(d);
  if (e == CLRT_SUCCESS)
    e = take(s->device, pool, bytes);
  if (e != CLRT_SUCCESS)
    return e;
  void *address = nullptr;
  e = allocate_on(pool->device, &address, bytes, shared, file, line);
  settle(pool, address, bytes);
  if (e == CLRT_SUCCESS)
    *p = address;
  return e;
}

static clrt_error leave(const Memory &m, Stream *s) {
  cl_event reached;
  clrt_error e = begin(s);
  if (e == CLRT_SUCCESS)
    e = from_cl(mark(s, &reached));
  if (e != CLRT_SUCCESS)
    return e;
  clFlush(s->queue);
  left_pool(m);
  Pools &all = pools();
  std::lock_guard<std::mutex> lock(all.mutex);
  for (const Leaving &other : all.leaving)
    if (other.memory.id == m.id) { // freed twice
      clReleaseEvent(reached);
      return CLRT_ERROR_INVALID_VALUE;
    }
  all.leaving.push_back(Leaving{m, reached});
  return CLRT_SUCCESS;
}

clrt_error clrt_malloc_async(void **p, size_t bytes, clrt_stream s) {
  return record(allocate(p, bytes, nullptr, s, do_modules_find_addresses(), nullptr, 0));
}

clrt_error clrt_malloc_from_pool_async(void **p, size_t bytes, clrt_mem_pool pool, clrt_stream s) {
  return record(pool ? allocate(p, bytes, pool, s, false, nullptr, 0) : CLRT_ERROR_INVALID_VALUE);
}

clrt_error clrt_svm_allocate_async(void **p, size_t bytes, clrt_mem_pool pool, clrt_stream s,
                                   const char *file, int line) {
  return record(allocate(p, bytes, pool, s, true, file, line));
}

static clrt_error prepare_free(clrt_stream handle, Stream *&s) {
  Device *d;
  clrt_error e = current(d);
  if (e == CLRT_SUCCESS)
    e = find_stream(handle, d, s);
  if (e == CLRT_SUCCESS)
    e = refuse_nodes(s);
  return e == CLRT_SUCCESS ? free_what_left(d) : e;
}

clrt_error clrt_free_mem_async(cl_mem mem, clrt_stream handle) {
  Stream *s;
  clrt_error e = prepare_free(handle, s);
  return record(e == CLRT_SUCCESS && mem ? release_buffer(memory_of(mem)) : e);
}

clrt_error clrt_free_async(void *p, clrt_stream handle) {
  Stream *s;
  clrt_error e = prepare_free(handle, s);
  if (e != CLRT_SUCCESS)
    return record(e);
  if (!p) // nothing, as with cudaFree (H200)
    return CLRT_SUCCESS;
  Memory m = memory_at(p);
  if (m.base != reinterpret_cast<uintptr_t>(p) ||
      (m.kind != Memory::Buffer && m.kind != Memory::SharedPlain))
    return record(CLRT_ERROR_INVALID_VALUE);
  return record(m.kind == Memory::Buffer ? release_buffer(m) : leave(m, s));
}

// ---- pools ----

clrt_error clrt_mem_pool_create(clrt_mem_pool *pool, const clrt_mem_pool_props *props) {
  Device *d;
  clrt_error e = pool && props ? current(d) : CLRT_ERROR_INVALID_VALUE;
  if (e != CLRT_SUCCESS)
    return record(e);
  if (props->allocType != CLRT_MEM_ALLOCATION_TYPE_PINNED ||
      props->location.type != CLRT_MEM_LOCATION_TYPE_DEVICE)
    return record(CLRT_ERROR_INVALID_VALUE);
  if (props->handleTypes != CLRT_MEM_HANDLE_TYPE_NONE)
    return record(CLRT_ERROR_NOT_SUPPORTED);
  d = device_at(props->location.id);
  if (!d)
    return record(CLRT_ERROR_INVALID_VALUE);
  Pools &all = pools();
  std::lock_guard<std::mutex> lock(all.mutex);
  *pool = new Pool;
  (*pool)->device = d;
  if (props->maxSize != 0)
    (*pool)->most = props->maxSize;
  all.all.push_back(*pool);
  return CLRT_SUCCESS;
}

clrt_error clrt_mem_pool_destroy(clrt_mem_pool pool) {
  Pools &all = pools();
  std::lock_guard<std::mutex> lock(all.mutex);
  if (!is_usable(all, pool) || pool == pools_of(all, pool->device).first)
    return record(CLRT_ERROR_INVALID_VALUE);
  std::pair<Pool *, Pool *> &own = pools_of(all, pool->device);
  if (own.second == pool)
    own.second = own.first;
  pool->ended = true;
  if (pool->used == 0)
    drop(all, pool);
  return CLRT_SUCCESS;
}

static uint64_t *counter(Pool *pool, clrt_mem_pool_attr attribute) {
  switch (attribute) {
  case CLRT_MEM_POOL_ATTR_RELEASE_THRESHOLD:
    return &pool->threshold;
  case CLRT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT:
  case CLRT_MEM_POOL_ATTR_USED_MEM_CURRENT:
    return &pool->used;
  case CLRT_MEM_POOL_ATTR_RESERVED_MEM_HIGH:
    return &pool->reserved_high;
  case CLRT_MEM_POOL_ATTR_USED_MEM_HIGH:
    return &pool->used_high;
  default:
    return nullptr;
  }
}

static bool is_reuse(clrt_mem_pool_attr attribute) {
  return attribute >= CLRT_MEM_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES &&
         attribute <= CLRT_MEM_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES;
}

clrt_error clrt_mem_pool_set_attribute(clrt_mem_pool pool, clrt_mem_pool_attr attribute,
                                       void *value) {
  Pools &all = pools();
  std::lock_guard<std::mutex> lock(all.mutex);
  if (!value || !is_usable(all, pool))
    return record(CLRT_ERROR_INVALID_VALUE);
  if (is_reuse(attribute)) {
    pool->reuse[attribute - CLRT_MEM_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES] =
        *static_cast<int *>(value) != 0;
    return CLRT_SUCCESS;
  }
  uint64_t wanted, *at = counter(pool, attribute);
  memcpy(&wanted, value, sizeof wanted);
  if (!at || at == &pool->used)
    return record(CLRT_ERROR_INVALID_VALUE);
  if (at != &pool->threshold) { // a mark of the highest use can only begin anew
    if (wanted != 0)
      return record(CLRT_ERROR_INVALID_VALUE);
    wanted = pool->used;
  }
  *at = wanted;
  return CLRT_SUCCESS;
}

clrt_error clrt_mem_pool_get_attribute(clrt_mem_pool pool, clrt_mem_pool_attr attribute,
                                       void *value) {
  Pools &all = pools();
  std::lock_guard<std::mutex> lock(all.mutex);
  if (!value || !is_usable(all, pool))
    return record(CLRT_ERROR_INVALID_VALUE);
  if (is_reuse(attribute)) {
    memcpy(value, &pool->reuse[attribute - CLRT_MEM_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES],
           sizeof(int));
    return CLRT_SUCCESS;
  }
  const uint64_t *at = counter(pool, attribute);
  if (!at)
    return record(CLRT_ERROR_INVALID_VALUE);
  memcpy(value, at, sizeof *at);
  return CLRT_SUCCESS;
}

clrt_error clrt_mem_pool_trim_to(clrt_mem_pool pool, size_t) {
  std::lock_guard<std::mutex> lock(pools().mutex);
  return record(is_usable(pools(), pool) ? CLRT_SUCCESS : CLRT_ERROR_INVALID_VALUE);
}

clrt_error clrt_mem_pool_set_access(clrt_mem_pool pool, const clrt_mem_access_desc *list,
                                    size_t count) {
  std::lock_guard<std::mutex> lock(pools().mutex);
  if (!is_usable(pools(), pool) || (count != 0 && !list))
    return record(CLRT_ERROR_INVALID_VALUE);
  for (size_t i = 0; i < count; ++i) {
    if (list[i].location.type != CLRT_MEM_LOCATION_TYPE_DEVICE)
      return record(CLRT_ERROR_INVALID_VALUE);
    const Device *d = device_at(list[i].location.id);
    if (!d)
      return record(CLRT_ERROR_INVALID_DEVICE);
    if (d == pool->device && list[i].flags != CLRT_MEM_ACCESS_FLAGS_PROT_READ_WRITE)
      return record(CLRT_ERROR_INVALID_VALUE); // its own device cannot lose it
    if (d != pool->device && list[i].flags != CLRT_MEM_ACCESS_FLAGS_PROT_NONE)
      return record(CLRT_ERROR_PEER_ACCESS_UNSUPPORTED);
  }
  return CLRT_SUCCESS;
}

clrt_error clrt_mem_pool_get_access(clrt_mem_access_flags *flags, clrt_mem_pool pool,
                                    clrt_mem_location *location) {
  std::lock_guard<std::mutex> lock(pools().mutex);
  if (!flags || !location || !is_usable(pools(), pool) ||
      location->type != CLRT_MEM_LOCATION_TYPE_DEVICE)
    return record(CLRT_ERROR_INVALID_VALUE);
  const Device *d = device_at(location->id);
  if (!d)
    return record(CLRT_ERROR_INVALID_DEVICE);
  *flags =
      d == pool->device ? CLRT_MEM_ACCESS_FLAGS_PROT_READ_WRITE : CLRT_MEM_ACCESS_FLAGS_PROT_NONE;
  return CLRT_SUCCESS;
}

static clrt_error find_pools(int device, Device *&d) {
  d = device_at(device);
  return d ? CLRT_SUCCESS : device_total() == 0 ? CLRT_ERROR_NO_DEVICE : CLRT_ERROR_INVALID_DEVICE;
}

clrt_error clrt_device_get_default_mem_pool(clrt_mem_pool *pool, int device) {
  Device *d;
  clrt_error e = pool ? find_pools(device, d) : CLRT_ERROR_INVALID_VALUE;
  if (e != CLRT_SUCCESS)
    return record(e);
  std::lock_guard<std::mutex> lock(pools().mutex);
  *pool = pools_of(pools(), d).first;
  return CLRT_SUCCESS;
}

clrt_error clrt_device_get_mem_pool(clrt_mem_pool *pool, int device) {
  Device *d;
  clrt_error e = pool ? find_pools(device, d) : CLRT_ERROR_INVALID_VALUE;
  if (e != CLRT_SUCCESS)
    return record(e);
  std::lock_guard<std::mutex> lock(pools().mutex);
  *pool = pools_of(pools(), d).second;
  return CLRT_SUCCESS;
}

clrt_error clrt_device_set_mem_pool(int device, clrt_mem_pool pool) {
  Device *d;
  clrt_error e = find_pools(device, d);
  if (e != CLRT_SUCCESS)
    return record(e);
  Pools &all = pools();
  std::lock_guard<std::mutex> lock(all.mutex);
  if (!is_usable(all, pool) || pool->device != d)
    return record(CLRT_ERROR_INVALID_VALUE);
  pools_of(all, d).second = pool;
  return CLRT_SUCCESS;
}
