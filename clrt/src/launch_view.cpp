// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "launch_view.h"

#include <algorithm>

using namespace clrt_impl;

// What a buffer's first byte is a multiple of: OpenCL's largest type, long16, may lie there.
static const size_t buffer_alignment = 128;

static size_t alignment_of(uintptr_t address) { return address & (~address + 1); }

static bool overlap(uintptr_t a, uintptr_t a_end, uintptr_t b, uintptr_t b_end) {
  return a < b_end && b < a_end;
}

bool Range::is_apart(const Range &other) const {
  if (root && root == other.root && overlap(first, last, other.first, other.last))
    return false;
  return !overlap(host_first, host_last, other.host_first, other.host_last);
}

LaunchView::LaunchView(Device *d, const clrt_kernel *handle, Instance *plain, const clrt_config *c,
                       const clrt_arg *args, size_t count, int last, KnownRange *known)
    : d_(d), handle_(handle), plain_(plain), c_(c), wanted_(static_cast<size_t>(last + 1)),
      known_(known) {
  for (size_t i = 0; i < count && size_ < wanted_; ++i)
    add(args[i]);
  for (size_t i = 0; i < handle->appended_count && size_ < wanted_; ++i)
    push(Parameter::Appended, nullptr, i);
  while (size_ < wanted_) // the kernel has no such parameter
    push(Parameter::None, nullptr);
}

void LaunchView::add(const clrt_arg &a) {
  switch (a.kind) {
  case CLRT_LIST:
    for (size_t n = 0; n < a.size; ++n)
      add(static_cast<const clrt_arg *>(a.value)[n]);
    break;
  case CLRT_GLOBAL:
  case CLRT_GLOBAL_AT:
    push(Parameter::Address, &a);
    break;
  case CLRT_BUFFER:
  case CLRT_BUFFER_AT:
    push(Parameter::Buffer, &a);
    break;
  case CLRT_TEXTURE:
    push(Parameter::None, nullptr);
    push(Parameter::None, nullptr);
    break;
  default:
    push(Parameter::Value, &a);
  }
  if (a.kind == CLRT_GLOBAL_AT || a.kind == CLRT_BUFFER_AT)
    push(Parameter::Offset, &a);
}

// ---- memory ----

Range LaunchView::of_buffer(cl_mem mem) {
  Range r;
  cl_mem parent = nullptr;
  size_t size = 0, origin = 0;
  cl_mem_flags flags = 0;
  void *host = nullptr;
  if (clGetMemObjectInfo(mem, CL_MEM_SIZE, sizeof size, &size, nullptr) != CL_SUCCESS ||
      clGetMemObjectInfo(mem, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, nullptr) !=
          CL_SUCCESS ||
      clGetMemObjectInfo(mem, CL_MEM_OFFSET, sizeof origin, &origin, nullptr) != CL_SUCCESS ||
      clGetMemObjectInfo(parent ? parent : mem, CL_MEM_FLAGS, sizeof flags, &flags, nullptr) !=
          CL_SUCCESS)
    return r;
  r.kind = Range::Known;
  r.memory = Memory::Foreign;
  r.root = parent ? parent : mem;
  r.first = origin;
  r.last = origin + size;
  r.alignment = origin ? std::min(alignment_of(origin), buffer_alignment) : buffer_alignment;
  if (flags & CL_MEM_USE_HOST_PTR) {
    if (clGetMemObjectInfo(r.root, CL_MEM_HOST_PTR, sizeof host, &host, nullptr) != CL_SUCCESS)
      return Range();
    r.host_first = reinterpret_cast<uintptr_t>(host) + origin;
    r.host_last = r.host_first + size;
    r.alignment = std::min(r.alignment, alignment_of(r.host_first));
  }
  return r;
}

Range LaunchView::of_address(const void *p, const Memory &m) {
  Range r;
  if (!p) {
    r.kind = Range::Null;
    return r;
  }
  if (m.kind == Memory::Host || m.kind == Memory::Nowhere || (m.device && m.device != d_))
    return r;
  if (m.kind == Memory::Foreign)
    r = of_buffer(m.mem);
  else
    r.kind = Range::Known;
  r.memory = m.kind;
  r.offset = static_cast<int64_t>(reinterpret_cast<uintptr_t>(p) - m.base);
  if (m.kind == Memory::Foreign)
    return r;
  r.root = m.mem;
  r.last = m.size;
  r.home = m.base;
  r.alignment = buffer_alignment;
  if (m.is_shared() || m.is_pinned()) {
    r.host_first = m.base;
    r.host_last = m.base + m.size;
  }
  if (m.is_shared()) {
    r.is_address = true;
    r.alignment = alignment_of(m.base);
  }
  if (m.kind == Memory::Registered)
    r.alignment = std::min(r.alignment, alignment_of(m.base));
  return r;
}

Range LaunchView::of_appended(const clrt_appended &a) {
  Range r;
  if (a.kind == CLRT_DYNAMIC_LOCAL) {
    r.kind = Range::Local;
    return r;
  }
  for (const Instance::Pack &pack : plain_->packs)
    if (pack.list == &a)
      return of_buffer(pack.buffer);
  SymbolMemory p;
  if (a.kind != CLRT_SYMBOL && a.kind != CLRT_FAULT)
    return r;
  if (symbol_memory(d_, a.kind == CLRT_FAULT ? fault_symbol() : a.symbols[0], &p) != CLRT_SUCCESS)
    return r;
  return p.mem ? of_buffer(p.mem) : of_address(p.address, memory_near(p.address));
}

void LaunchView::find(const Parameter &p, KnownRange &known) {
  if (p.kind == Parameter::Address) {
    known.memory = memory_near(known.key);
    known.range = of_address(known.key, known.memory);
  } else if (p.kind == Parameter::Buffer) {
    cl_mem mem = *static_cast<const cl_mem *>(p.arg->value);
    known.range = mem && is_alive(mem) ? of_buffer(mem) : of_address(nullptr, Memory());
  } else {
    known.range =
        p.kind == Parameter::Appended ? of_appended(handle_->appended[p.appended]) : Range();
  }
}

const Range &LaunchView::range(int parameter) {
  KnownRange &known = known_[parameter];
  const Parameter &p = parameters_[parameter];
  uint64_t version = address_version();
  const void *key = nullptr;
  bool stays = true;
  if (p.kind == Parameter::Address) {
    key = *static_cast<const void *const *>(p.arg->value);
  } else if (p.kind == Parameter::Buffer) {
    key = *static_cast<const cl_mem *>(p.arg->value);
    stays = !has_raw_handles(); // else another buffer may have the handle by now
  }
  if (known.version == version && known.key == key && stays)
    return known.range;
  known.key = key;
  known.version = version;
  find(p, known);
  return known.range;
}

// ---- terms ----

bool LaunchView::offset(int parameter, int64_t &value) {
  const Parameter &p = parameters_[parameter];
  const Range &r = range(parameter - 1);
  if (p.arg->size == 0 || r.kind == Range::Unknown)
    return false;
  value = r.is_address || r.kind != Range::Known ? 0 : r.offset / static_cast<int64_t>(p.arg->size);
  return true;
}

bool LaunchView::other_bits(int parameter, int byte, int bits, int64_t &value) {
  const Parameter &p = parameters_[parameter];
  const bool is_signed = bits < 0;
  const size_t size = static_cast<size_t>(is_signed ? -bits : bits) / 8,
               at = static_cast<size_t>(byte);
  int64_t elements = 0;
  const void *from = &elements;
  size_t all = sizeof elements;
  if (p.kind == Parameter::Value) {
    from = p.arg->value;
    all = p.arg->size;
  } else if (p.kind != Parameter::Offset || !offset(parameter, elements)) {
    return false;
  }
  if (at > all || size > all - at)
    return false;
  uint64_t raw = 0; // the numbers of device and host are little-endian
  memcpy(&raw, static_cast<const char *>(from) + at, size);
  const unsigned unused = 64 - 8 * static_cast<unsigned>(size);
  value = static_cast<int64_t>(raw << unused);
  if (is_signed)
    value >>= unused;
  else
    value = static_cast<int64_t>(raw);
  return is_signed || raw <= static_cast<uint64_t>(INT64_MAX);
}

bool LaunchView::bytes(int parameter, int64_t &value) {
  const Range &r = range(parameter);
  const int64_t size = static_cast<int64_t>(r.size());
  value = 0;
  if (r.kind == Range::Local)
    value = static_cast<int64_t>(c_->local_bytes);
  else if (r.kind == Range::Known && r.offset >= 0 && r.offset < size)
    value = size - r.offset;
  return r.kind != Range::Unknown;
}

bool LaunchView::aligned(int parameter, size_t bytes, int64_t &value) {
  const Range &r = range(parameter);
  value = r.kind == Range::Null ||
          (r.alignment >= bytes && r.offset % static_cast<int64_t>(bytes) == 0);
  return r.kind == Range::Known || r.kind == Range::Null;
}

bool LaunchView::distinct(int a, int b, int64_t &value) {
  const Range &one = range(a), &other = range(b);
  value = one.kind != Range::Known || other.kind != Range::Known || (a != b && one.is_apart(other));
  return one.kind != Range::Unknown && other.kind != Range::Unknown;
}
