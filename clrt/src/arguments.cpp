// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The arguments of a launch.

#include "launch_view.h"
#include "texture.h"

#include <cstdio>

using namespace clrt_impl;

static clrt_error complain(const clrt_kernel *handle, size_t parameter, const char *what,
                           clrt_error e = CLRT_ERROR_INVALID_VALUE) {
  fprintf(stderr, "clrt: kernel %s, parameter %zu: %s\n", handle->name, parameter, what);
  return e;
}

// Sets a parameter, unless it has the value already.
static cl_int set_value(Instance *k, cl_uint at, size_t size, const void *value) {
  if (at >= k->values.size() || size > sizeof k->values[at].bytes)
    return clSetKernelArg(k->kernel, at, size, value);
  Instance::Value &v = k->values[at];
  if (v.size == size && memcmp(v.bytes, value, size) == 0)
    return CL_SUCCESS;
  cl_int code = clSetKernelArg(k->kernel, at, size, value);
  v.size = code == CL_SUCCESS ? size : 0;
  memcpy(v.bytes, value, size);
  return code;
}

namespace {
// A launch that sets its arguments.
struct Setting {
  Device *d;
  Stream *s;
  const clrt_kernel *handle;
  Instance *k;
  size_t parameter; // of the handle, for messages
  cl_uint at;       // of the kernel, the next one
  bool is_member;   // of an object, which may hold host pointers, too, that the kernel leaves alone
};
} // namespace

// Sets the pointer and what is known of it: memory has a name that it alone ever has.
static cl_int bind(Setting &l, Instance::Bound &b, const void *p, const Memory &m, cl_mem mem) {
  if (m.is_shared()) {
    b = Instance::Bound{p, b.version, m.id, true};
    return clSetKernelArgSVMPointer(l.k->kernel, l.at, p);
  }
  if (b.shared) { // NVIDIA's driver refuses a buffer there: it takes a new kernel
    l.k->outdated = true;
    return CL_SUCCESS;
  }
  if (mem && b.id == m.id)
    return CL_SUCCESS;
  cl_int code = clSetKernelArg(l.k->kernel, l.at, sizeof mem, mem ? &mem : nullptr);
  b.id = code == CL_SUCCESS && mem ? m.id : 0;
  return code;
}

static clrt_error set_offset(Setting &l, const clrt_arg &a, int64_t bytes) {
  int64_t size = static_cast<int64_t>(a.size);
  if (a.kind == CLRT_GLOBAL && bytes != 0)
    return complain(l.handle, l.parameter, "a pointer with an offset, but the kernel takes none");
  if (a.kind == CLRT_GLOBAL)
    return CLRT_SUCCESS;
  if (bytes % size != 0)
    return complain(l.handle, l.parameter,
                    "the pointer's offset is not a multiple of the element size",
                    CLRT_ERROR_MISALIGNED_ADDRESS);
  cl_ulong elements = static_cast<cl_ulong>(bytes / size);
  return from_cl(set_value(l.k, l.at++, sizeof elements, &elements));
}

// One for each device; what a pointer to other memory is told by there.
static clrt_symbol elsewhere = {nullptr, 16, nullptr, 0};

// Shared memory that the device has: the distance from it tells every other address.
static const char *shared_base(Device *d) {
  std::lock_guard<std::mutex> lock(d->svm_mutex);
  return d->shared.empty() ? nullptr : reinterpret_cast<const char *>(d->shared.begin()->first);
}

// A pointer that is no address on this device: the kernel may compare it and pass it on, so it
// stays what it is. On a device with memory of its own it is shared memory and the distance from
// there (NVIDIA's driver takes plain host addresses here, and fails the launch). A program
// without shared memory keeps no addresses in memory: there it is another pointer that is not null
// either, and pointers that differ still do where the kernel takes an offset.
static clrt_error set_foreign(Setting &l, const clrt_arg &a, const char *p) {
  Instance::Bound &b = l.k->bound[l.at];
  b.version = 0;
  if (has_fine_grain(l.d) && clSetKernelArgSVMPointer(l.k->kernel, l.at, p) == CL_SUCCESS) {
    b = Instance::Bound{p, 0, 0, true};
    ++l.at;
    return set_offset(l, a, 0);
  }
  const char *base = a.kind == CLRT_GLOBAL_AT ? shared_base(l.d) : nullptr;
  int64_t distance =
      static_cast<int64_t>(reinterpret_cast<uintptr_t>(p) - reinterpret_cast<uintptr_t>(base));
  if (base && distance % static_cast<int64_t>(a.size) == 0 &&
      clSetKernelArgSVMPointer(l.k->kernel, l.at, base) == CL_SUCCESS) {
    b = Instance::Bound{base, 0, 0, true};
    ++l.at;
    return set_offset(l, a, distance);
  }
  SymbolMemory other;
  Memory m;
  m.id = UINT64_MAX; // has no address, and is nobody else's
  clrt_error e = symbol_memory(l.d, &elsewhere, &other);
  if (e == CLRT_SUCCESS)
    e = from_cl(bind(l, b, p, m, other.mem));
  ++l.at;
  int64_t elements = static_cast<int64_t>(reinterpret_cast<uintptr_t>(p) / a.size);
  bool moves = e == CLRT_SUCCESS && a.kind == CLRT_GLOBAL_AT;
  return moves ? set_offset(l, a, elements * static_cast<int64_t>(a.size)) : e;
}

// A device pointer: a buffer, and how far into it. Byte offsets may be negative or past the
// buffer's end, like any pointer's.
static clrt_error set_address(Setting &l, const clrt_arg &a) {
  const char *p = *static_cast<const char *const *>(a.value);
  if (l.at + (a.kind == CLRT_GLOBAL_AT) >= l.k->arg_count)
    return complain(l.handle, l.parameter, "the kernel has fewer parameters",
                    from_cl(CL_INVALID_ARG_INDEX));
  Instance::Bound &b = l.k->bound[l.at];
  uint64_t version = address_version();
  if (b.version == version && b.address == p) {
    l.at += a.kind == CLRT_GLOBAL_AT ? 2 : 1;
    return CLRT_SUCCESS;
  }
  const KnownRange *known = l.at < l.k->known_count ? &l.k->known[l.at] : nullptr;
  const Memory m =
      known && known->version == version && known->key == p ? known->memory : memory_near(p);
  cl_mem mem = m.mem;
  if (l.is_member && p &&
      (m.kind == Memory::Host || m.kind == Memory::Nowhere || (m.device && m.device != l.d)))
    return set_foreign(l, a, p);
  if (p && (m.kind == Memory::Host || m.kind == Memory::Nowhere))
    return complain(l.handle, l.parameter,
                    m.kind == Memory::Host ? "an address of host memory that is not pinned"
                                           : "an address of no memory, or of freed memory",
                    CLRT_ERROR_ILLEGAL_ADDRESS);
  if (m.device && m.device != l.d)
    return complain(l.handle, l.parameter, "an address of another device's memory",
                    CLRT_ERROR_ILLEGAL_ADDRESS);
  b.version = 0;
  if (m.is_pinned()) {
    clrt_error e = begin(l.s); // it is given after what the stream waits for
    if (e == CLRT_SUCCESS)
      e = lend(l.s, m, &mem);
    if (e != CLRT_SUCCESS)
      return complain(l.handle, l.parameter, own_error_name(e), e);
    l.k->lent.push_back(m);
  }
  cl_int code = bind(l, b, p, m, mem);
  if (code != CL_SUCCESS)
    return complain(l.handle, l.parameter, own_error_name(static_cast<clrt_error>(code)),
                    from_cl(code));
  ++l.at;
  int64_t bytes =
      p && !m.is_shared() ? static_cast<int64_t>(reinterpret_cast<uintptr_t>(p) - m.base) : 0;
  clrt_error e = set_offset(l, a, bytes);
  if (e == CLRT_SUCCESS && !m.is_pinned() && !l.k->outdated) {
    b.address = p;
    b.version = version;
  }
  return e;
}

// A buffer by its handle, which another buffer may have had: so it is always set. A freed one may
// be passed as long as the kernel leaves it alone.
static clrt_error set_buffer(Setting &l, const clrt_arg &a) {
  cl_mem mem = *static_cast<const cl_mem *>(a.value);
  if (l.at >= l.k->arg_count)
    return from_cl(CL_INVALID_ARG_INDEX);
  Instance::Bound &b = l.k->bound[l.at];
  uint64_t version = address_version();
  if (mem && (b.version != version || b.address != mem) && !is_alive(mem))
    mem = nullptr;
  b.address = mem;
  b.version = version;
  if (b.shared) {
    l.k->outdated = true;
    l.at += a.kind == CLRT_BUFFER_AT ? 2 : 1;
    return CLRT_SUCCESS;
  }
  b.id = 0;
  cl_int code = clSetKernelArg(l.k->kernel, l.at++, sizeof mem, mem ? &mem : nullptr);
  const cl_ulong start = 0;
  if (code == CL_SUCCESS && a.kind == CLRT_BUFFER_AT)
    code = set_value(l.k, l.at++, sizeof start, &start);
  return from_cl(code);
}

// Two parameters: the buffer, and what else there is to know of the texture.
static clrt_error set_texture(Setting &l, clrt_texture_object object) {
  Texture t;
  if (l.at + 1 >= l.k->arg_count)
    return complain(l.handle, l.parameter, "the kernel has fewer parameters",
                    from_cl(CL_INVALID_ARG_INDEX));
  if (!find_texture(object, t))
    return complain(l.handle, l.parameter, "no texture object, or one that was destroyed",
                    CLRT_ERROR_INVALID_RESOURCE_HANDLE);
  if (object == 0 && !l.k->said_unbound) {
    l.k->said_unbound = true;
    complain(l.handle, l.parameter, "no texture object: fetches give 0");
  }
  const Memory m = memory_near(t.address);
  if (t.address && (m.kind == Memory::Host || m.kind == Memory::Nowhere))
    return complain(l.handle, l.parameter, "a texture whose memory was freed",
                    CLRT_ERROR_ILLEGAL_ADDRESS);
  if (m.device && m.device != l.d)
    return complain(l.handle, l.parameter, "a texture in another device's memory",
                    CLRT_ERROR_ILLEGAL_ADDRESS);
  cl_mem mem = m.mem;
  clrt_error e = CLRT_SUCCESS;
  if (m.is_pinned()) {
    e = begin(l.s);
    if (e == CLRT_SUCCESS)
      e = lend(l.s, m, &mem);
    if (e == CLRT_SUCCESS)
      l.k->lent.push_back(m);
  }
  Instance::Bound &b = l.k->bound[l.at];
  b.version = 0;
  if (e == CLRT_SUCCESS)
    e = from_cl(bind(l, b, t.address, m, mem));
  ++l.at;
  if (t.address && !m.is_shared())
    t.info.offset = reinterpret_cast<uintptr_t>(t.address) - m.base;
  if (e == CLRT_SUCCESS)
    e = from_cl(set_value(l.k, l.at, sizeof t.info, &t.info));
  ++l.at;
  return e;
}

static clrt_error set_arg(Setting &l, const clrt_arg &a) {
  clrt_error e = CLRT_SUCCESS;
  switch (a.kind) {
  case CLRT_LIST:
    l.is_member = true;
    for (size_t n = 0; n < a.size && e == CLRT_SUCCESS; ++n)
      e = set_arg(l, static_cast<const clrt_arg *>(a.value)[n]);
    l.is_member = false;
    return e;
  case CLRT_GLOBAL:
  case CLRT_GLOBAL_AT:
    return set_address(l, a);
  case CLRT_TEXTURE:
    return set_texture(l, *static_cast<const clrt_texture_object *>(a.value));
  case CLRT_VALUE:
    e = from_cl(set_value(l.k, l.at++, a.size, a.value));
    break;
  default:
    e = set_buffer(l, a);
  }
  return e == CLRT_SUCCESS ? e : complain(l.handle, l.parameter, own_error_name(e), e);
}

clrt_error clrt_impl::set_args(Device *d, Stream *s, const clrt_kernel *handle, Instance *k,
                               const clrt_arg *args, size_t count) {
  Setting l = {d, s, handle, k, 0, 0, false};
  for (; l.parameter < count; ++l.parameter) {
    clrt_error e = set_arg(l, args[l.parameter]);
    if (e != CLRT_SUCCESS || k->outdated)
      return e;
  }
  const cl_uint first = l.at;
  for (size_t i = 0; k->has_textures && i < handle->appended_count; ++i, ++l.parameter) {
    l.at = first + static_cast<cl_uint>(i);
    if (handle->appended[i].kind != CLRT_TEXTURE)
      continue;
    const clrt_texture_object object = *handle->appended[i].texture;
    if (object == 0 && !k->said_unbound) {
      k->said_unbound = true;
      complain(handle, l.parameter, "a texture reference that nothing is bound to: fetches give 0");
    }
    clrt_error e = set_texture(l, object);
    if (e != CLRT_SUCCESS || k->outdated)
      return e;
  }
  l.at = first;
  return l.at + handle->appended_count + k->extra == k->arg_count
             ? CLRT_SUCCESS
             : complain(handle, count, "the handle's parameters differ from the kernel's");
}

cl_int clrt_impl::set_uint(Instance *k, cl_uint at, cl_uint value) {
  return set_value(k, at, sizeof value, &value);
}
