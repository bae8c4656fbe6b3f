// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The table of addresses: a sorted list of sorted blocks, so that a change moves little.
//
// Readers take no lock: they read atomics, and once more if `sequence` says that a writer was there
// meanwhile. Blocks and records are used again, and never given back, so a reader that comes late
// still reads one.

#include "address_table.h"

#include <algorithm>
#include <thread>

using namespace clrt_impl;

namespace {
const size_t block_entries = 256;

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
  std::vector<Block *> free_blocks; // this and the rest: the writers'
  std::vector<Record *> free_records;
  uint64_t last_id = 0;
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

static Memory memory_in(const Record *r) {
  Memory m;
  if (!r)
    return m;
  m.first = get(r->first), m.last = get(r->last), m.base = get(r->base);
  m.size = get(r->size), m.mem = get(r->mem), m.device = get(r->device);
  m.kind = static_cast<Memory::Kind>(get(r->kind)), m.id = get(r->id);
  return m;
}

uint64_t clrt_impl::address_version() { return get(table().sequence); }

void clrt_impl::table_find(uintptr_t address, Memory &before, Memory *behind) {
  Table &t = table();
  for (;; std::this_thread::yield()) {
    uint64_t sequence = get(t.sequence);
    if (sequence & 1)
      continue;
    const List *list = get(t.list);
    size_t blocks = get(t.blocks);
    Position at = search(list, blocks, address);
    before = memory_in(record_at(list, at));
    if (behind)
      *behind = memory_in(record_at(list, following(list, blocks, at)));
    if (get(t.sequence) == sequence)
      return;
  }
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

static void enter(Table &t, Record *r) {
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

bool clrt_impl::table_erase(const Memory &m) {
  Table &t = table();
  List *list = get(t.list);
  Position p = search(list, get(t.blocks), m.first);
  Record *r = record_at(list, p);
  if (!r || get(r->first) != m.first || get(r->id) != m.id)
    return false;
  Change change(t);
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
    return true;
  size_t blocks = get(t.blocks) - 1;
  for (size_t i = p.block; i < blocks; ++i)
    put(list->blocks[i], get(list->blocks[i + 1]));
  put(t.blocks, blocks);
  t.free_blocks.push_back(b);
  return true;
}

uint64_t clrt_impl::table_insert(const Memory &m) {
  Table &t = table();
  Record *r;
  if (t.free_records.empty()) {
    r = new Record();
  } else {
    r = t.free_records.back();
    t.free_records.pop_back();
  }
  // Who found what the record was before may still be reading it.
  Change change(t);
  put(r->first, m.first), put(r->last, m.last), put(r->base, m.base);
  put(r->size, m.size), put(r->mem, m.mem), put(r->device, m.device);
  put(r->kind, static_cast<int>(m.kind)), put(r->id, ++t.last_id);
  enter(t, r);
  return t.last_id;
}
