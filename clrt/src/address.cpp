// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Addresses. Device pointers are plain pointers into ranges of address space that are reserved and
// that nobody can access; every buffer has a piece of one, with gaps around it. Shared virtual
// memory and pinned memory have addresses of their own. One table tells what an address is of.
//
// The table is a sorted list of sorted blocks. Readers take no lock: they read atomics, and once
// more if `sequence` says that a writer was there meanwhile. Blocks and records are used again, and
// never given back, so a reader that comes late still reads one.

#include "internal.h"

#include <algorithm>
#include <cstdio>
#include <thread>
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
const size_t block_entries = 256, most_ranges = 128, page = 4096, smallest_gap = size_t(64) << 10;

// What is at [first, last): the memory [base, base + size), and the gaps around it.
struct Record {
  std::atomic<uintptr_t> first, last, base;
  std::atomic<size_t> size;
  std::atomic<cl_mem> mem;
  std::atomic<Device *> device;
  std::atomic<int> kind;
  std::atomic<uint64_t> id;
};

struct Block {
  std::atomic<size_t> count;
  std::atomic<uintptr_t> first[block_entries];
  std::atomic<Record *> record[block_entries];
};

// The blocks in order. A larger list replaces a full one, which stays for readers.
struct List {
  List(size_t n, List *last) : capacity(n), older(last), blocks(new std::atomic<Block *>[n]()) {}
  size_t capacity;
  List *older;
  std::atomic<Block *> *blocks;
};

struct Table {
  std::atomic<uint64_t> sequence{2}; // odd while a writer is at work
  std::atomic<List *> list{new List(64, nullptr)};
  std::atomic<size_t> blocks{0};
  std::atomic<size_t> ranges{0}; // of reserved address space
  std::atomic<uintptr_t> begin[most_ranges], end[most_ranges];

  std::mutex mutex; // of the writers; guards what follows
  std::vector<Block *> free_blocks;
  std::vector<Record *> free_records;
  size_t range = 0;     // the piece given last lies in this range
  uintptr_t cursor = 0; // and ends here
  uint64_t last_id = 0;
  std::unordered_map<cl_mem, Record *> buffers;
};

struct Position { // of an entry, or none
  size_t block, entry;
  bool found;
};

// A change of the table. The stores below release and the loads acquire, so that who has read a
// part of a change sees the odd number, too.
class Change {
public:
  explicit Change(Table &table) : t(table) { t.sequence.store(t.sequence.load() + 1); }
  ~Change() { t.sequence.store(t.sequence.load() + 1); }
  Change(const Change &) = delete;

private:
  Table &t;
};
} // namespace

static Table &table() {
  static Table *t = new Table;
  return *t;
}

template <typename Value> static Value get(const std::atomic<Value> &from) {
  return from.load(std::memory_order_acquire);
}
template <typename Value> static void put(std::atomic<Value> &to, Value v) {
  to.store(v, std::memory_order_release);
}

// How many of `n` ascending values, given by `at`, are not above the address.
template <typename At> static size_t count_to(size_t n, uintptr_t address, At at) {
  size_t low = 0, high = n;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (at(middle) <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

// The last entry that starts at or before the address. To a reader the parts may not fit together
// while a writer is at work, so nothing is taken for granted.
static Position search(const List *list, size_t blocks, uintptr_t address) {
  blocks = std::min(blocks, list->capacity);
  size_t before = count_to(blocks, address, [&](size_t i) {
    Block *b = get(list->blocks[i]);
    return b ? get(b->first[0]) : UINTPTR_MAX;
  });
  if (before == 0)
    return Position{0, 0, false};
  Block *b = get(list->blocks[before - 1]);
  size_t n = b ? count_to(get(b->count), address, [&](size_t i) { return get(b->first[i]); }) : 0;
  return Position{before - 1, n - 1, n != 0};
}

static Position following(const List *list, size_t blocks, const Position &p) {
  blocks = std::min(blocks, list->capacity);
  Block *b = p.found && p.block < blocks ? get(list->blocks[p.block]) : nullptr;
  if (b && p.entry + 1 < get(b->count))
    return Position{p.block, p.entry + 1, true};
  size_t next = p.found ? p.block + 1 : 0;
  return Position{next, 0, next < blocks && get(list->blocks[next])};
}

static Record *record_at(const List *list, const Position &p) {
  return p.found ? get(get(list->blocks[p.block])->record[p.entry]) : nullptr;
}

static Memory copy_of(const Record *r) {
  Memory m;
  if (!r)
    return m;
  m.first = get(r->first), m.last = get(r->last), m.base = get(r->base);
  m.size = get(r->size), m.mem = get(r->mem), m.device = get(r->device);
  m.kind = static_cast<Memory::Kind>(get(r->kind)), m.id = get(r->id);
  return m;
}

uint64_t clrt_impl::address_version() { return get(table().sequence); }

// The entry at or before the address and the one behind it.
static void neighbours(uintptr_t address, Memory &before, Memory *behind) {
  Table &t = table();
  for (;; std::this_thread::yield()) {
    uint64_t sequence = get(t.sequence);
    if (sequence & 1)
      continue;
    const List *list = get(t.list);
    size_t blocks = get(t.blocks);
    Position at = search(list, blocks, address);
    before = copy_of(record_at(list, at));
    if (behind)
      *behind = copy_of(record_at(list, following(list, blocks, at)));
    if (get(t.sequence) == sequence)
      return;
  }
}

static bool is_reserved(uintptr_t address) {
  Table &t = table();
  for (size_t i = 0, n = get(t.ranges); i < n; ++i)
    if (address >= get(t.begin[i]) && address < get(t.end[i]))
      return true;
  return false;
}

Memory clrt_impl::memory_at(const void *p) {
  uintptr_t address = reinterpret_cast<uintptr_t>(p);
  Memory m;
  neighbours(address, m, nullptr);
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
  neighbours(address, before, &behind);
  return behind.is_shared() && behind.first - address <= page ? behind : m;
}

// ---- changes ----

static void insert_block(Table &t, size_t at, Block *b) {
  List *list = get(t.list);
  size_t n = get(t.blocks);
  if (n == list->capacity) {
    List *larger = new List(2 * n, list);
    for (size_t i = 0; i < n; ++i)
      put(larger->blocks[i], get(list->blocks[i]));
    put(t.list, list = larger);
  }
  for (size_t i = n; i > at; --i)
    put(list->blocks[i], get(list->blocks[i - 1]));
  put(list->blocks[at], b);
  put(t.blocks, n + 1);
}

static Block *new_block(Table &t) {
  if (t.free_blocks.empty())
    return new Block();
  Block *b = t.free_blocks.back();
  t.free_blocks.pop_back();
  return b;
}

static void split(Table &t, size_t at) {
  Block *full = get(get(t.list)->blocks[at]), *b = new_block(t);
  const size_t half = block_entries / 2;
  for (size_t i = half; i < block_entries; ++i) {
    put(b->first[i - half], get(full->first[i]));
    put(b->record[i - half], get(full->record[i]));
  }
  put(b->count, block_entries - half);
  put(full->count, half);
  insert_block(t, at + 1, b);
}

static void insert(Table &t, Record *r) {
  Change change(t);
  uintptr_t first = get(r->first);
  if (get(t.blocks) == 0)
    insert_block(t, 0, new_block(t));
  Position p = search(get(t.list), get(t.blocks), first);
  if (get(get(get(t.list)->blocks[p.block])->count) == block_entries) {
    split(t, p.block);
    p = search(get(t.list), get(t.blocks), first);
  }
  Block *b = get(get(t.list)->blocks[p.block]);
  size_t at = p.found ? p.entry + 1 : 0, n = get(b->count);
  for (size_t i = n; i > at; --i) {
    put(b->first[i], get(b->first[i - 1]));
    put(b->record[i], get(b->record[i - 1]));
  }
  put(b->first[at], first);
  put(b->record[at], r);
  put(b->count, n + 1);
}

static void erase(Table &t, Record *r) {
  Change change(t);
  List *list = get(t.list);
  Position p = search(list, get(t.blocks), get(r->first));
  Block *b = get(list->blocks[p.block]);
  size_t n = get(b->count) - 1;
  for (size_t i = p.entry; i < n; ++i) {
    put(b->first[i], get(b->first[i + 1]));
    put(b->record[i], get(b->record[i + 1]));
  }
  put(b->count, n);
  put(r->kind, static_cast<int>(Memory::Host));
  t.free_records.push_back(r);
  if (n != 0)
    return;
  size_t blocks = get(t.blocks) - 1;
  for (size_t i = p.block; i < blocks; ++i)
    put(list->blocks[i], get(list->blocks[i + 1]));
  put(t.blocks, blocks);
  t.free_blocks.push_back(b);
}

static Record *add(Table &t, const Memory &m) {
  Record *r;
  if (t.free_records.empty()) {
    r = new Record();
  } else {
    r = t.free_records.back();
    t.free_records.pop_back();
  }
  // Nobody finds it yet, but who found what it was before may still be reading it.
  Change change(t);
  put(r->first, m.first), put(r->last, m.last), put(r->base, m.base);
  put(r->size, m.size), put(r->mem, m.mem), put(r->device, m.device);
  put(r->kind, static_cast<int>(m.kind)), put(r->id, ++t.last_id);
  return r;
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
static bool add_range(Table &t, size_t need) {
  size_t n = get(t.ranges), size = size_t(1) << (&__tsan_init ? 36 : 40);
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
  put(t.begin[n], at);
  put(t.end[n], at + size);
  put(t.ranges, n + 1);
  t.range = n;
  t.cursor = at;
  return true;
}

// Where `need` bytes are free in [at, end); 0: nowhere.
static uintptr_t find_free(Table &t, uintptr_t at, uintptr_t end, size_t need) {
  const List *list = get(t.list);
  for (;;) {
    if (end - at < need)
      return 0;
    Position next = following(list, get(t.blocks), search(list, get(t.blocks), at - 1));
    Record *r = record_at(list, next);
    if (!r || get(r->first) >= end || get(r->first) - at >= need)
      return at;
    at = get(r->last);
  }
}

// The next free place after the last one, all ranges round: freed addresses are given again as
// late as possible.
static uintptr_t find_place(Table &t, size_t need) {
  size_t n = get(t.ranges);
  for (size_t i = 0; n != 0 && i <= n; ++i) {
    size_t r = (t.range + i) % n;
    uintptr_t begin = i == 0 ? t.cursor : get(t.begin[r]);
    uintptr_t at = find_free(t, begin, i == n ? t.cursor : get(t.end[r]), need);
    if (at) {
      t.range = r;
      return at;
    }
  }
  return 0;
}

static size_t whole_pages(size_t bytes) { return (bytes + page - 1) / page * page; }

// A piece for m.size bytes. Large gaps if they fit, as pointers run as far as the memory is large.
static bool place(Table &t, Memory &m) {
  size_t body = whole_pages(m.size), gap = std::max(body, smallest_gap), at = 0;
  if (m.size == 0 || m.size > SIZE_MAX / 8)
    return false;
  for (int attempt = 0; attempt < 2 && !at; ++attempt) {
    gap = attempt == 0 ? gap : smallest_gap;
    size_t need = body + 2 * gap;
    at = find_place(t, need);
    if (!at && add_range(t, need))
      at = find_place(t, need);
  }
  if (!at)
    return false;
  m.first = at, m.base = at + gap, m.last = m.base + body + gap;
  t.cursor = m.last;
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
  Table &t = table();
  std::lock_guard<std::mutex> lock(t.mutex);
  auto known = t.buffers.find(mem);
  if (known != t.buffers.end())
    return reinterpret_cast<void *>(get(known->second->base));
  Memory m;
  m.size = bytes, m.mem = mem, m.device = d, m.kind = kind;
  if (!place(t, m)) {
    say_full(bytes);
    return nullptr;
  }
  Record *r = add(t, m);
  insert(t, r);
  t.buffers[mem] = r;
  if (id)
    *id = get(r->id);
  return reinterpret_cast<void *>(m.base);
}

void clrt_impl::add_memory(const void *p, size_t bytes, Device *d, Memory::Kind kind, cl_mem mem) {
  Table &t = table();
  Memory m;
  m.first = m.base = reinterpret_cast<uintptr_t>(p);
  m.last = m.first + bytes + (kind == Memory::Registered ? 0 : end_padding);
  m.size = bytes, m.mem = mem, m.device = d, m.kind = kind;
  std::lock_guard<std::mutex> lock(t.mutex);
  insert(t, add(t, m));
}

bool clrt_impl::remove_memory(const Memory &m) {
  Table &t = table();
  std::lock_guard<std::mutex> lock(t.mutex);
  const List *list = get(t.list);
  Record *r = record_at(list, search(list, get(t.blocks), m.first));
  if (!r || get(r->first) != m.first || get(r->id) != m.id)
    return false; // another thread was first
  if (m.is_buffer())
    t.buffers.erase(m.mem);
  erase(t, r);
  return true;
}

Memory clrt_impl::memory_of(cl_mem mem) {
  Table &t = table();
  std::lock_guard<std::mutex> lock(t.mutex);
  auto known = t.buffers.find(mem);
  return known == t.buffers.end() ? Memory() : copy_of(known->second);
}

std::vector<Memory> clrt_impl::buffers_of(const Device *d) {
  Table &t = table();
  std::vector<Memory> all;
  std::lock_guard<std::mutex> lock(t.mutex);
  for (const auto &b : t.buffers)
    if (get(b.second->device) == d && get(b.second->kind) != Memory::Foreign)
      all.push_back(copy_of(b.second));
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
