// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Addresses. Device pointers are plain pointers into ranges of address space that are reserved and
// that nobody can access; every buffer has a piece of one, with gaps around it. Shared virtual
// memory and pinned memory have addresses of their own. One table tells what an address is of.

#include "address_table.h"

#include <algorithm>
#include <cstdio>
#include <unordered_map>

#ifdef _WIN32
#include <windows.h>
#else
#include <sys/mman.h>
#endif

// There is less address space under ThreadSanitizer.
extern "C" __attribute__((weak)) void __tsan_init();

using namespace clrt_impl;

namespace {
const size_t most_ranges = 128, page = 4096, smallest_gap = size_t(64) << 10;

struct Space {
  std::atomic<size_t> ranges{0}; // of reserved addresses; readers take no lock
  std::atomic<uintptr_t> begin[most_ranges], end[most_ranges];

  std::mutex mutex;     // guards what follows, and changes of the table
  size_t range = 0;     // the piece given last lies in this range
  uintptr_t cursor = 0; // and ends here
  std::unordered_map<cl_mem, Memory> buffers;
};
} // namespace

static Space &space() {
  static Space *s = new Space;
  return *s;
}

static bool is_reserved(uintptr_t address) {
  Space &s = space();
  for (size_t i = 0, n = s.ranges.load(); i < n; ++i)
    if (address >= s.begin[i].load() && address < s.end[i].load())
      return true;
  return false;
}

Memory clrt_impl::memory_at(const void *p) {
  uintptr_t address = reinterpret_cast<uintptr_t>(p);
  Memory m;
  table_find(address, m, nullptr);
  if (m.kind != Memory::Host && address - m.first < m.last - m.first)
    return m;
  m = Memory();
  m.kind = is_reserved(address) ? Memory::Nowhere : Memory::Host;
  return m;
}

// Buffers have their gaps. Shared memory has none before it, where 1-based arrays begin.
Memory clrt_impl::memory_near(const void *p) {
  Memory m = memory_at(p), before, behind;
  if (m.kind != Memory::Host || !p)
    return m;
  uintptr_t address = reinterpret_cast<uintptr_t>(p);
  table_find(address, before, &behind);
  return behind.is_shared() && behind.first - address <= page ? behind : m;
}

// ---- address space ----

static uintptr_t reserve_pages(size_t bytes) {
#ifdef _WIN32
  return reinterpret_cast<uintptr_t>(VirtualAlloc(nullptr, bytes, MEM_RESERVE, PAGE_NOACCESS));
#else
  void *p = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? 0 : reinterpret_cast<uintptr_t>(p);
#endif
}

static void release_pages(uintptr_t at, size_t bytes) {
#ifdef _WIN32
  (void)bytes;
  VirtualFree(reinterpret_cast<void *>(at), 0, MEM_RELEASE);
#else
  munmap(reinterpret_cast<void *>(at), bytes);
#endif
}

// Reserves a new range in which `need` bytes fit. Where there is a limit, no more than a quarter of
// what is left: the program and the driver need the rest.
static bool add_range(Space &s, size_t need) {
  size_t n = s.ranges.load(), size = size_t(1) << (&__tsan_init ? 36 : 40);
  while (size < need)
    size *= 2;
  const size_t wanted = size;
  uintptr_t at = n < most_ranges ? reserve_pages(size) : 0;
  while (!at && n < most_ranges && size / 2 >= need)
    at = reserve_pages(size /= 2);
  if (at && size < wanted && size / 4 >= need) {
    release_pages(at, size);
    at = reserve_pages(size /= 4);
  }
  if (!at)
    return false;
  s.begin[n].store(at);
  s.end[n].store(at + size);
  s.ranges.store(n + 1);
  s.range = n;
  s.cursor = at;
  return true;
}

// Where `need` bytes are free in [at, end); 0: nowhere.
static uintptr_t find_free(uintptr_t at, uintptr_t end, size_t need) {
  while (end - at >= need) {
    Memory before, next;
    table_find(at - 1, before, &next);
    if (next.kind == Memory::Host || next.first >= end || next.first - at >= need)
      return at;
    at = next.last;
  }
  return 0;
}

// The next free place after the last one, all ranges round: freed addresses are given again as
// late as possible.
static uintptr_t find_place(Space &s, size_t need) {
  size_t n = s.ranges.load();
  for (size_t i = 0; n != 0 && i <= n; ++i) {
    size_t r = (s.range + i) % n;
    uintptr_t begin = i == 0 ? s.cursor : s.begin[r].load();
    uintptr_t at = find_free(begin, i == n ? s.cursor : s.end[r].load(), need);
    if (at) {
      s.range = r;
      return at;
    }
  }
  return 0;
}

static size_t whole_pages(size_t bytes) { return (bytes + page - 1) / page * page; }

// A piece for m.size bytes. Large gaps if they fit, as pointers run as far as the memory is large.
static bool place(Space &s, Memory &m) {
  size_t body = whole_pages(m.size), gap = std::max(body, smallest_gap), at = 0;
  if (m.size == 0 || m.size > SIZE_MAX / 8)
    return false;
  for (int attempt = 0; attempt < 2 && !at; ++attempt) {
    gap = attempt == 0 ? gap : smallest_gap;
    size_t need = body + 2 * gap;
    at = find_place(s, need);
    if (!at && add_range(s, need))
      at = find_place(s, need);
  }
  if (!at)
    return false;
  m.first = at, m.base = at + gap, m.last = m.base + body + gap;
  s.cursor = m.last;
  return true;
}

static void say_full(size_t bytes) {
  static std::atomic<bool> said{false};
  if (!said.exchange(true))
    fprintf(stderr,
            "clrt: no address space for a buffer of %zu bytes; device pointers take no memory, but "
            "three times their buffer's size in addresses: raise the limit (ulimit -v)\n",
            bytes);
}

void *clrt_impl::add_buffer(cl_mem mem, size_t bytes, Device *d, Memory::Kind kind, uint64_t *id) {
  Space &s = space();
  std::lock_guard<std::mutex> lock(s.mutex);
  auto known = s.buffers.find(mem);
  if (known != s.buffers.end())
    return reinterpret_cast<void *>(known->second.base);
  Memory m;
  m.size = bytes, m.mem = mem, m.device = d, m.kind = kind;
  if (!place(s, m)) {
    say_full(bytes);
    return nullptr;
  }
  m.id = table_insert(m);
  s.buffers[mem] = m;
  if (id)
    *id = m.id;
  return reinterpret_cast<void *>(m.base);
}

void clrt_impl::add_memory(const void *p, size_t bytes, Device *d, Memory::Kind kind, cl_mem mem) {
  Memory m;
  m.first = m.base = reinterpret_cast<uintptr_t>(p);
  m.last = m.first + bytes + (kind == Memory::Registered ? 0 : end_padding);
  m.size = bytes, m.mem = mem, m.device = d, m.kind = kind;
  std::lock_guard<std::mutex> lock(space().mutex);
  table_insert(m);
}

bool clrt_impl::remove_memory(const Memory &m) {
  Space &s = space();
  std::lock_guard<std::mutex> lock(s.mutex);
  if (!table_erase(m))
    return false; // another thread was first
  if (m.is_buffer())
    s.buffers.erase(m.mem);
  return true;
}

Memory clrt_impl::memory_of(cl_mem mem) {
  Space &s = space();
  std::lock_guard<std::mutex> lock(s.mutex);
  auto known = s.buffers.find(mem);
  return known == s.buffers.end() ? Memory() : known->second;
}

std::vector<Memory> clrt_impl::buffers_of(const Device *d) {
  Space &s = space();
  std::vector<Memory> all;
  std::lock_guard<std::mutex> lock(s.mutex);
  for (const auto &b : s.buffers)
    if (b.second.device == d && b.second.kind != Memory::Foreign)
      all.push_back(b.second);
  return all;
}

// ---- OpenCL's handles ----

// The user's buffer is gone. Its handle may be a new one's by now.
static void CL_CALLBACK forget(cl_mem mem, void *id) {
  Memory m = memory_of(mem);
  if (m.kind == Memory::Foreign && m.id == reinterpret_cast<uintptr_t>(id))
    remove_memory(m);
}

void *clrt_address(cl_mem mem) {
  Memory known = memory_of(mem);
  if (known.kind != Memory::Host)
    return reinterpret_cast<void *>(known.base);
  cl_context context;
  size_t bytes = 0;
  if (!mem || !is_alive(mem) ||
      clGetMemObjectInfo(mem, CL_MEM_SIZE, sizeof bytes, &bytes, nullptr) != CL_SUCCESS ||
      clGetMemObjectInfo(mem, CL_MEM_CONTEXT, sizeof context, &context, nullptr) != CL_SUCCESS)
    return nullptr;
  uint64_t id = 0;
  void *p = add_buffer(mem, bytes, device_of(context), Memory::Foreign, &id);
  if (id != 0)
    clSetMemObjectDestructorCallback(mem, forget, reinterpret_cast<void *>(id));
  return p;
}

cl_mem clrt_mem(const void *p) {
  Memory m = memory_at(p);
  return m.is_buffer() ? m.mem : nullptr;
}

size_t clrt_offset(const void *p) {
  Memory m = memory_at(p);
  return m.is_buffer() ? reinterpret_cast<uintptr_t>(p) - m.base : 0;
}
