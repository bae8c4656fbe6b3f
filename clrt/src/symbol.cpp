// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Symbols: the buffers of __constant__ and __device__ variables.

#include "recording.h"

#include <cstdlib>
#include <cstring>

using namespace clrt_impl;

// clrt_symbol.state counts writes in steps of 2; the low bit says that the address is known
// outside.
static uintptr_t *version(const clrt_symbol *symbol) {
  return reinterpret_cast<uintptr_t *>(&const_cast<clrt_symbol *>(symbol)->state);
}
static void written(const clrt_symbol *symbol) {
  __atomic_fetch_add(version(symbol), 2, __ATOMIC_SEQ_CST);
}
uint64_t clrt_impl::symbol_version(const clrt_symbol *symbol) {
  return __atomic_load_n(version(symbol), __ATOMIC_SEQ_CST);
}

// A managed symbol lies in shared memory; the others have a buffer.
static clrt_error make(Device *d, const clrt_symbol *symbol, SymbolMemory *p) {
  *p = SymbolMemory();
  size_t bytes = whole_words(symbol->size);
  bool is_whole = symbol->init && bytes == symbol->size;
  void *copy = is_whole ? nullptr : calloc(1, bytes);
  if (copy && symbol->init)
    memcpy(copy, symbol->init, symbol->size);
  void *init = is_whole ? const_cast<void *>(symbol->init) : copy;
  clrt_error e = init ? CLRT_SUCCESS : CLRT_ERROR_MEMORY_ALLOCATION;
  if (init && symbol->managed) {
    e = clrt_svm_allocate(&p->address, symbol->size, 1, "a managed variable", 0);
    if (e == CLRT_SUCCESS)
      e = clrt_write(p->address, init, symbol->size);
  } else if (init) {
    cl_int code;
    p->mem =
        clCreateBuffer(d->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, init, &code);
    e = from_cl(code);
  }
  free(copy);
  return e;
}

// Drops what is known of a symbol of a library that was unloaded, where a new one lies now.
static void greet(const clrt_symbol *symbol) {
  static std::mutex *mutex = new std::mutex;
  std::lock_guard<std::mutex> lock(*mutex);
  if (symbol_version(symbol) != 0)
    return; // another thread was first
  for (int i = 0; Device *d = device_at(i); ++i) {
    std::lock_guard<std::recursive_mutex> device_lock(d->symbol_mutex);
    auto old = d->symbols.find(symbol);
    if (old == d->symbols.end())
      continue;
    if (old->second.mem) {
      remove_memory(memory_of(old->second.mem));
      clReleaseMemObject(old->second.mem);
    } else if (old->second.address) {
      free_shared(memory_at(old->second.address));
    }
    d->symbols.erase(old);
  }
  written(symbol);
}

clrt_error clrt_impl::symbol_memory(Device *d, const clrt_symbol *symbol, SymbolMemory *p) {
  if (symbol_version(symbol) == 0)
    greet(symbol);
  std::lock_guard<std::recursive_mutex> lock(d->symbol_mutex);
  auto at = d->symbols.find(symbol);
  if (at != d->symbols.end()) {
    *p = at->second;
    return CLRT_SUCCESS;
  }
  clrt_error e = make(d, symbol, p);
  if (e == CLRT_SUCCESS)
    d->symbols[symbol] = *p;
  return e;
}

void *clrt_managed_address(const clrt_symbol *symbol) {
  Device *d;
  SymbolMemory p = SymbolMemory();
  clrt_error e = current(d);
  if (e == CLRT_SUCCESS)
    e = symbol_memory(d, symbol, &p);
  record(e);
  return p.address;
}

// The address of a symbol's byte. Its buffer has one from the first time on.
static clrt_error locate(const clrt_symbol *symbol, size_t bytes, size_t offset, void **p) {
  if (!symbol || symbol->size == 0)
    return CLRT_ERROR_INVALID_SYMBOL;
  Device *d;
  clrt_error e = current(d);
  if (e != CLRT_SUCCESS)
    return e;
  if (offset > symbol->size || bytes > symbol->size - offset)
    return CLRT_ERROR_INVALID_VALUE;
  SymbolMemory at = SymbolMemory();
  e = symbol_memory(d, symbol, &at);
  if (e == CLRT_SUCCESS && at.mem)
    at.address = add_buffer(at.mem, symbol->size, d, Memory::Symbol);
  if (e == CLRT_SUCCESS && !at.address)
    e = CLRT_ERROR_MEMORY_ALLOCATION;
  *p = static_cast<char *>(at.address) + offset;
  return e;
}

clrt_error clrt_symbol_address(void **p, const clrt_symbol *symbol) {
  clrt_error e = p ? locate(symbol, 0, 0, p) : CLRT_ERROR_INVALID_VALUE;
  if (e == CLRT_SUCCESS)
    __atomic_fetch_or(version(symbol), 1, __ATOMIC_SEQ_CST);
  return record(e);
}

// From a buffer to shared memory. Who knows the address of the buffer keeps it: then there is none.
static clrt_error share(Device *d, const clrt_symbol *symbol, void **p) {
  std::lock_guard<std::recursive_mutex> lock(d->symbol_mutex);
  SymbolMemory &at = d->symbols[symbol];
  if (at.mem) {
    void *address = nullptr;
    clrt_error e = symbol_version(symbol) & 1 ? CLRT_ERROR_NOT_SUPPORTED
                                              : clrt_svm_allocate(&address, symbol->size, 0,
                                                                  "the address of a variable", 0);
    if (e == CLRT_SUCCESS)
      e = clrt_copy(address, *p, symbol->size);
    if (e != CLRT_SUCCESS)
      return e;
    remove_memory(memory_of(at.mem));
    clReleaseMemObject(at.mem);
    at = SymbolMemory{nullptr, address};
    written(symbol);
    d->moved_symbols.fetch_add(1);
  }
  *p = at.address;
  return CLRT_SUCCESS;
}

clrt_error clrt_svm_symbol_address(void **p, const clrt_symbol *symbol) {
  Device *d;
  clrt_error e = p ? locate(symbol, 0, 0, p) : CLRT_ERROR_INVALID_VALUE;
  if (e == CLRT_SUCCESS)
    e = current(d);
  if (e == CLRT_SUCCESS)
    e = share(d, symbol, p);
  if (e == CLRT_SUCCESS)
    __atomic_fetch_or(version(symbol), 1, __ATOMIC_SEQ_CST);
  return record(e);
}

clrt_error clrt_symbol_size(size_t *size, const clrt_symbol *symbol) {
  if (!size || !symbol || symbol->size == 0)
    return record(size ? CLRT_ERROR_INVALID_SYMBOL : CLRT_ERROR_INVALID_VALUE);
  *size = symbol->size;
  return CLRT_SUCCESS;
}

// The kinds that CUDA takes: the symbol is on the device.
static bool is_kind(clrt_memcpy_kind kind, clrt_memcpy_kind other_side_on_host) {
  return kind == other_side_on_host || kind == CLRT_MEMCPY_DEVICE_TO_DEVICE ||
         kind == CLRT_MEMCPY_DEFAULT;
}

static clrt_error to_symbol(const clrt_symbol *symbol, const void *src, size_t bytes, size_t offset,
                            clrt_memcpy_kind kind, bool blocks, clrt_stream s) {
  void *p;
  clrt_error e = locate(symbol, bytes, offset, &p);
  if (e == CLRT_SUCCESS && !is_kind(kind, CLRT_MEMCPY_HOST_TO_DEVICE))
    e = CLRT_ERROR_INVALID_MEMCPY_DIRECTION;
  if (e != CLRT_SUCCESS)
    return record(e);
  e = blocks ? clrt_memcpy(p, src, bytes, kind) : clrt_memcpy_async(p, src, bytes, kind, s);
  if (e == CLRT_SUCCESS)
    written(symbol);
  // A copy that was captured comes whenever its graph is launched.
  if (e == CLRT_SUCCESS && !blocks && recordings_under_way.load() != 0)
    __atomic_fetch_or(version(symbol), 1, __ATOMIC_SEQ_CST);
  return e;
}

clrt_error clrt_memcpy_to_symbol(const clrt_symbol *symbol, const void *src, size_t bytes,
                                 size_t offset, clrt_memcpy_kind kind) {
  return to_symbol(symbol, src, bytes, offset, kind, true, nullptr);
}
clrt_error clrt_memcpy_to_symbol_async(const clrt_symbol *symbol, const void *src, size_t bytes,
                                       size_t offset, clrt_memcpy_kind kind, clrt_stream s) {
  return to_symbol(symbol, src, bytes, offset, kind, false, s);
}
static clrt_error from_symbol(void *dst, const clrt_symbol *symbol, size_t bytes, size_t offset,
                              clrt_memcpy_kind kind, bool blocks, clrt_stream s) {
  void *p;
  clrt_error e = locate(symbol, bytes, offset, &p);
  if (e == CLRT_SUCCESS && !is_kind(kind, CLRT_MEMCPY_DEVICE_TO_HOST))
    e = CLRT_ERROR_INVALID_MEMCPY_DIRECTION;
  if (e != CLRT_SUCCESS)
    return record(e);
  return blocks ? clrt_memcpy(dst, p, bytes, kind) : clrt_memcpy_async(dst, p, bytes, kind, s);
}

clrt_error clrt_memcpy_from_symbol(void *dst, const clrt_symbol *symbol, size_t bytes,
                                   size_t offset, clrt_memcpy_kind kind) {
  return from_symbol(dst, symbol, bytes, offset, kind, true, nullptr);
}
clrt_error clrt_memcpy_from_symbol_async(void *dst, const clrt_symbol *symbol, size_t bytes,
                                         size_t offset, clrt_memcpy_kind kind, clrt_stream s) {
  return from_symbol(dst, symbol, bytes, offset, kind, false, s);
}
