// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Copies and fills.

#include "internal.h"

#include <algorithm>
#include <cstdlib>

using namespace clrt_impl;

namespace {
// One side of a copy: host memory, a buffer, or shared memory.
struct Place {
  explicit Place(const void *p) : address(static_cast<char *>(const_cast<void *>(p))) {}
  char *address;
  Memory memory;
  Device *lent_to = nullptr; // pinned memory that a device has
  cl_mem mem = nullptr;
  size_t offset = 0; // into mem

  bool is_shared() const { return memory.is_shared(); }
  bool on_device() const { return memory.is_buffer() || is_shared() || lent_to; }
  bool is_accessible() const { return on_device() || memory.is_pinned(); }
};

struct Copy {
  Place dst;
  size_t dpitch;
  Place src;
  size_t spitch, width, height;
  bool async;
  clrt_memcpy_kind kind;
  bool linear() const { return height == 1 || (dpitch == width && spitch == width); }
  size_t bytes() const { return width * height; } // of a linear copy
};
} // namespace

static void find(Place &p) {
  p.memory = memory_at(p.address);
  p.lent_to = lent_to(p.memory);
  if (p.memory.is_buffer())
    p.mem = p.memory.mem;
  p.offset = reinterpret_cast<uintptr_t>(p.address) - p.memory.base;
}

// The last byte of `height` rows of `width` bytes, `pitch` apart; false if that overflows.
static bool extent(size_t pitch, size_t width, size_t height, size_t &bytes) {
  if (pitch != 0 && height - 1 > (SIZE_MAX - width) / pitch)
    return false;
  bytes = (height - 1) * pitch + width;
  return true;
}

// Do the rows lie inside the memory?
static clrt_error check_range(const Place &p, size_t pitch, size_t width, size_t height) {
  size_t size = p.memory.size, bytes;
  bool inside = extent(pitch, width, height, bytes) && p.offset <= size && bytes <= size - p.offset;
  return inside ? CLRT_SUCCESS : CLRT_ERROR_INVALID_VALUE;
}

// The device whose memory it is; nullptr: the host's.
static Device *owner(const Place &p, Device *otherwise) {
  if (!p.on_device())
    return nullptr;
  Device *d = p.lent_to ? p.lent_to : p.memory.device;
  return d ? d : otherwise;
}

static void origin(size_t *o, size_t offset, size_t pitch) {
  o[0] = offset % pitch, o[1] = offset / pitch, o[2] = 0;
}

// Copies rows of shared memory; the other side may be the host's.
static cl_int enqueue_shared(cl_command_queue q, const Copy &c, cl_bool blocking) {
  cl_int code = CL_SUCCESS;
  size_t rows = c.linear() ? 1 : c.height, width = c.linear() ? c.bytes() : c.width;
  for (size_t row = 0; row < rows && code == CL_SUCCESS; ++row)
    code = clEnqueueSVMMemcpy(q, blocking, c.dst.address + row * c.dpitch,
                              c.src.address + row * c.spitch, width, 0, nullptr, nullptr);
  return code;
}

static cl_int enqueue(cl_command_queue q, const Copy &c, cl_bool blocking) {
  if (c.dst.is_shared() || c.src.is_shared())
    return enqueue_shared(q, c, blocking);
  const size_t region[3] = {c.width, c.height, 1}, host[3] = {0, 0, 0};
  size_t d[3], s[3];
  const Place &dst = c.dst, &src = c.src;
  if (c.dst.on_device() && c.src.on_device()) {
    if (c.linear())
      return clEnqueueCopyBuffer(q, src.mem, dst.mem, src.offset, dst.offset, c.bytes(), 0, nullptr,
                                 nullptr);
    origin(s, src.offset, c.spitch);
    origin(d, dst.offset, c.dpitch);
    return clEnqueueCopyBufferRect(q, src.mem, dst.mem, s, d, region, c.spitch, 0, c.dpitch, 0, 0,
                                   nullptr, nullptr);
  }
  if (c.dst.on_device()) {
    if (c.linear())
      return clEnqueueWriteBuffer(q, dst.mem, blocking, dst.offset, c.bytes(), c.src.address, 0,
                                  nullptr, nullptr);
    origin(d, dst.offset, c.dpitch);
    return clEnqueueWriteBufferRect(q, dst.mem, blocking, d, host, region, c.dpitch, 0, c.spitch, 0,
                                    c.src.address, 0, nullptr, nullptr);
  }
  if (c.linear())
    return clEnqueueReadBuffer(q, src.mem, blocking, src.offset, c.bytes(), c.dst.address, 0,
                               nullptr, nullptr);
  origin(s, src.offset, c.spitch);
  return clEnqueueReadBufferRect(q, src.mem, blocking, s, host, region, c.spitch, 0, c.dpitch, 0,
                                 c.dst.address, 0, nullptr, nullptr);
}

static clrt_error copy_on_host(Stream *s, const Copy &c) {
  cl_int code = finish(s); // blocks, in CUDA too
  for (size_t row = 0; row < c.height; ++row)
    memmove(c.dst.address + row * c.dpitch, c.src.address + row * c.spitch, c.width);
  return from_wait(s->device, code);
}

// Must the call wait? Pageable memory may change as soon as it returns.
static bool is_blocking(const Copy &c) {
  if (c.dst.on_device() && c.src.on_device()) { // a side may be the host's by its kind
    bool host = c.dst.is_shared() || c.src.is_shared() || c.dst.lent_to || c.src.lent_to;
    return host && !c.async && c.kind != CLRT_MEMCPY_DEVICE_TO_DEVICE;
  }
  const Place &host = c.dst.on_device() ? c.src : c.dst;
  size_t bytes = SIZE_MAX;
  extent(c.dst.on_device() ? c.spitch : c.dpitch, c.width, c.height, bytes);
  return !c.async || !host.memory.is_pinned() || bytes > host.memory.size - host.offset;
}

static clrt_error use_lent(Stream *s, Place &p) {
  return p.lent_to ? lend(s, p.memory, &p.mem) : CLRT_SUCCESS;
}

// Bytes up to which a copy that ends with a wait for the stream does not wait for itself, too.
static const size_t waits_once = 1 << 16;

static clrt_error run_on(Stream *s, Copy c) {
  clrt_error e = begin(s);
  if (e != CLRT_SUCCESS)
    return e;
  if (!c.dst.on_device() && !c.src.on_device())
    return copy_on_host(s, c);
  e = use_lent(s, c.dst);
  if (e == CLRT_SUCCESS && (e = use_lent(s, c.src)) != CLRT_SUCCESS && c.dst.lent_to)
    return_later(s, c.dst.memory);
  if (e != CLRT_SUCCESS)
    return e;
  bool blocking = is_blocking(c);
  // A blocking write returns when the host's memory is free again, not when the device has it:
  // streams that do not wait for this one could still read what was there before.
  bool write = c.dst.on_device() && !c.src.on_device();
  bool finishes = !c.async && (write || (blocking && (c.dst.lent_to || c.src.lent_to)));
  cl_int code = enqueue(s->queue, c, blocking && !(finishes && c.bytes() <= waits_once));
  for (const Place *p : {&c.dst, &c.src})
    if (p->lent_to)
      return_later(s, p->memory);
  done(s);
  if (code == CL_SUCCESS && finishes)
    code = finish(s);
  if (!blocking)
    clFlush(s->queue);
  return blocking ? from_wait(s->device, code) : from_cl(code);
}

// Between devices, or a buffer and shared memory: through the host, as OpenCL's contexts share
// nothing. Done when it returns; `after` is the stream that it stands in.
static clrt_error between_devices(Device *to, Device *from, Stream *after, const Copy &c) {
  size_t bytes;
  if (cl_int code = finish(after)) // the default streams need not wait for it
    return from_wait(after->device, code);
  if (!extent(c.width, c.width, c.height, bytes))
    return CLRT_ERROR_INVALID_VALUE;
  void *staging = malloc(bytes);
  if (!staging)
    return CLRT_ERROR_MEMORY_ALLOCATION;
  clrt_error e = run_on(&from->main, Copy{Place(staging), c.width, c.src, c.spitch, c.width,
                                          c.height, false, c.kind});
  if (e == CLRT_SUCCESS)
    e = run_on(&to->main,
               Copy{c.dst, c.dpitch, Place(staging), c.width, c.width, c.height, false, c.kind});
  free(staging);
  return e;
}

// The addresses decide, whatever the kind says, but a side that it puts on the device has to be
// accessible there (seen on an H200). CUDA crashes where the kind puts a device's memory on the
// host's side of a copy within it.
static bool kind_fits(const Copy &c) {
  switch (c.kind) {
  case CLRT_MEMCPY_HOST_TO_DEVICE:
    return c.dst.is_accessible();
  case CLRT_MEMCPY_DEVICE_TO_HOST:
    return c.src.is_accessible();
  case CLRT_MEMCPY_DEVICE_TO_DEVICE:
    return c.dst.is_accessible() && c.src.is_accessible();
  case CLRT_MEMCPY_HOST_TO_HOST:
    return !c.dst.memory.is_buffer() && !c.src.memory.is_buffer();
  default:
    return true;
  }
}

// Nobody knows where the host's memory ends.
static clrt_error check_side(const Place &p, size_t pitch, size_t width, size_t height) {
  if (p.memory.kind == Memory::Nowhere) // freed
    return CLRT_ERROR_INVALID_VALUE;
  return p.on_device() ? check_range(p, pitch, width, height) : CLRT_SUCCESS;
}

static clrt_error transfer(Copy c, clrt_stream handle) {
  if (static_cast<unsigned>(c.kind) > CLRT_MEMCPY_DEFAULT)
    return CLRT_ERROR_INVALID_MEMCPY_DIRECTION;
  Device *d;
  clrt_error e = current(d);
  if (e != CLRT_SUCCESS || c.width == 0 || c.height == 0)
    return e;
  if (!c.dst.address || !c.src.address)
    return CLRT_ERROR_INVALID_VALUE;
  if (c.height > 1 && (c.dpitch < c.width || c.spitch < c.width))
    return CLRT_ERROR_INVALID_PITCH_VALUE;
  find(c.dst);
  find(c.src);
  e = kind_fits(c) ? check_side(c.dst, c.dpitch, c.width, c.height) : CLRT_ERROR_INVALID_VALUE;
  if (e == CLRT_SUCCESS)
    e = check_side(c.src, c.spitch, c.width, c.height);
  if (e != CLRT_SUCCESS)
    return e;
  Device *to = owner(c.dst, d), *from = owner(c.src, d);
  Stream *s;
  if (to && from && (to != from || c.dst.is_shared() != c.src.is_shared())) {
    e = find_stream(handle, d, s);
    return e == CLRT_SUCCESS ? between_devices(to, from, s, c) : e;
  }
  if (to && from && c.dst.address == c.src.address && c.dpitch == c.spitch)
    return CLRT_SUCCESS; // OpenCL calls this an overlap
  e = find_stream(handle, to ? to : from ? from : d, s);
  return e == CLRT_SUCCESS ? run_on(s, c) : e;
}

clrt_error clrt_memcpy(void *dst, const void *src, size_t bytes, clrt_memcpy_kind kind) {
  return record(
      transfer(Copy{Place(dst), bytes, Place(src), bytes, bytes, 1, false, kind}, nullptr));
}
clrt_error clrt_memcpy_async(void *dst, const void *src, size_t bytes, clrt_memcpy_kind kind,
                             clrt_stream s) {
  return record(transfer(Copy{Place(dst), bytes, Place(src), bytes, bytes, 1, true, kind}, s));
}
clrt_error clrt_memcpy_2d(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                          size_t height, clrt_memcpy_kind kind) {
  return record(
      transfer(Copy{Place(dst), dpitch, Place(src), spitch, width, height, false, kind}, nullptr));
}
clrt_error clrt_memcpy_2d_async(void *dst, size_t dpitch, const void *src, size_t spitch,
                                size_t width, size_t height, clrt_memcpy_kind kind, clrt_stream s) {
  return record(
      transfer(Copy{Place(dst), dpitch, Place(src), spitch, width, height, true, kind}, s));
}

// ---- fills ----

static cl_int fill(cl_command_queue q, const Place &p, size_t ahead, int value, size_t bytes) {
  unsigned char pattern[16];
  memset(pattern, value, sizeof pattern);
  size_t offset = p.offset + ahead;
  size_t unit = (offset | bytes) % 16 == 0  ? 16
                : (offset | bytes) % 4 == 0 ? 4
                                            : 1; // wide patterns run faster
  if (p.is_shared())
    return clEnqueueSVMMemFill(q, p.address + ahead, pattern, unit, bytes, 0, nullptr, nullptr);
  return clEnqueueFillBuffer(q, p.mem, pattern, unit, offset, bytes, 0, nullptr, nullptr);
}

// Fills what lies in a stream's device. Where the host may look at once, CUDA waits.
static clrt_error fill_on(Stream *s, Place p, size_t pitch, int value, size_t width, size_t height,
                          bool async) {
  const bool pinned = p.memory.is_pinned(),
             visible = pinned || (p.is_shared() && p.memory.kind != Memory::SharedPlain);
  clrt_error e = begin(s);
  if (e == CLRT_SUCCESS && pinned)
    e = lend(s, p.memory, &p.mem);
  if (e != CLRT_SUCCESS)
    return e;
  cl_int code = CL_SUCCESS;
  for (size_t row = 0; row < height && code == CL_SUCCESS; ++row)
    code = fill(s->queue, p, row * pitch, value, width);
  if (pinned)
    return_later(s, p.memory);
  done(s);
  if (!async && visible && code == CL_SUCCESS)
    return from_wait(s->device, finish(s));
  clFlush(s->queue);
  return from_cl(code);
}

static clrt_error set(void *address, size_t pitch, int value, size_t width, size_t height,
                      clrt_stream handle, bool async) {
  Device *d;
  clrt_error e = current(d);
  if (e != CLRT_SUCCESS || width == 0 || height == 0)
    return e;
  if (height > 1 && pitch < width)
    return CLRT_ERROR_INVALID_PITCH_VALUE;
  Place p(address);
  find(p);
  e = p.is_accessible() ? check_range(p, pitch, width, height) : CLRT_ERROR_INVALID_VALUE;
  Device *own = p.on_device() ? owner(p, d) : p.memory.device ? p.memory.device : d;
  Stream *s = nullptr;
  if (e == CLRT_SUCCESS)
    e = find_stream(handle, own, s);
  if (e != CLRT_SUCCESS)
    return e;
  bool linear = pitch == width;
  return fill_on(s, p, pitch, value, linear ? width * height : width, linear ? 1 : height, async);
}

clrt_error clrt_memset(void *p, int value, size_t bytes) {
  return record(set(p, bytes, value, bytes, 1, nullptr, false));
}
clrt_error clrt_memset_async(void *p, int value, size_t bytes, clrt_stream s) {
  return record(set(p, bytes, value, bytes, 1, s, true));
}
clrt_error clrt_memset_2d(void *p, size_t pitch, int value, size_t width, size_t height) {
  return record(set(p, pitch, value, width, height, nullptr, false));
}
clrt_error clrt_memset_2d_async(void *p, size_t pitch, int value, size_t width, size_t height,
                                clrt_stream s) {
  return record(set(p, pitch, value, width, height, s, true));
}
