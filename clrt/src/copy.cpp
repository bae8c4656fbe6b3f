// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Over 400 lines: copies and fills look their places up alike.

// Copies and fills.

#include "recording.h"

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
  Copy(const Place &to, size_t to_pitch, const Place &from, size_t from_pitch, size_t row_bytes,
       size_t rows, bool is_async, clrt_memcpy_kind k)
      : dst(to), dpitch(to_pitch), src(from), spitch(from_pitch), width(row_bytes), height(rows),
        async(is_async), kind(k) {}
  Place dst;
  size_t dpitch;
  Place src;
  size_t spitch, width, height;
  bool async;
  clrt_memcpy_kind kind;
  size_t depth = 1, dslice = 0, sslice = 0; // slices, and bytes from one to the next

  bool linear() const { return height == 1 || (dpitch == width && spitch == width); }
  // One of its slices.
  Copy slice(size_t z) const {
    Copy c(*this);
    c.depth = 1;
    c.dst.address += z * dslice, c.dst.offset += z * dslice;
    c.src.address += z * sslice, c.src.offset += z * sslice;
    return c;
  }
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

// Do the rows of all slices lie inside the memory?
static clrt_error check_range(const Place &p, size_t pitch, size_t width, size_t height,
                              size_t slice = 0, size_t depth = 1) {
  size_t size = p.memory.size, bytes;
  bool inside = extent(pitch, width, height, bytes) && extent(slice, bytes, depth, bytes) &&
                p.offset <= size && bytes <= size - p.offset;
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
  for (size_t z = 0; z < c.depth; ++z)
    for (size_t row = 0; row < c.height; ++row)
      memmove(c.dst.address + z * c.dslice + row * c.dpitch,
              c.src.address + z * c.sslice + row * c.spitch, c.width);
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
  if (extent(c.dst.on_device() ? c.spitch : c.dpitch, c.width, c.height, bytes))
    extent(c.dst.on_device() ? c.sslice : c.dslice, bytes, c.depth, bytes);
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
  cl_bool waits = blocking && !(finishes && c.depth == 1 && c.bytes() <= waits_once);
  const uint64_t given = s->given.load();
  cl_int code = CL_SUCCESS;
  {
    Enqueuing scope(s->device);
    e = scope.give();
    for (size_t z = 0; e == CLRT_SUCCESS && z < c.depth && code == CL_SUCCESS; ++z)
      code = enqueue(s->queue, c.slice(z), waits);
  }
  for (const Place *p : {&c.dst, &c.src})
    if (p->lent_to)
      return_later(s, p->memory);
  if (code == CL_SUCCESS && waits && !write && !finishes) { // ended, with all that came before it
    see_done(s, given);
    ordered(s);
  } else {
    done(s);
  }
  if (code == CL_SUCCESS && finishes)
    code = finish(s);
  if (!blocking)
    clFlush(s->queue);
  if (e != CLRT_SUCCESS)
    return e;
  return blocking ? from_wait(s->device, code) : from_cl(code);
}

// Between devices, or a buffer and shared memory: through the host, as OpenCL's contexts share
// nothing. Done when it returns; `after` is the stream that it is in.
static clrt_error between_devices(Device *to, Device *from, Stream *after, const Copy &c) {
  size_t slice, bytes;
  if (cl_int code = finish(after)) // the default streams need not wait for it
    return from_wait(after->device, code);
  if (!extent(c.width, c.width, c.height, slice) || !extent(slice, slice, c.depth, bytes))
    return CLRT_ERROR_INVALID_VALUE;
  void *staging = malloc(bytes);
  if (!staging)
    return CLRT_ERROR_MEMORY_ALLOCATION;
  Copy out(c), in(c);
  out.dst = in.src = Place(staging);
  out.dpitch = in.spitch = c.width;
  out.dslice = in.sslice = slice;
  out.async = in.async = false;
  clrt_error e = run_on(&from->main, out);
  if (e == CLRT_SUCCESS)
    e = run_on(&to->main, in);
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
static clrt_error check_side(const Place &p, const Copy &c, size_t pitch, size_t slice) {
  if (p.memory.kind == Memory::Nowhere) // freed
    return CLRT_ERROR_INVALID_VALUE;
  return p.on_device() ? check_range(p, pitch, c.width, c.height, slice, c.depth) : CLRT_SUCCESS;
}

// Both are in the same device, and nothing moves. OpenCL calls this an overlap.
static bool is_in_place(const Copy &c) {
  return c.dst.address == c.src.address && c.dpitch == c.spitch &&
         (c.depth == 1 || c.dslice == c.sslice);
}

// A stream that is captured takes the copy down; what waits is none for it.
static clrt_error record_copy(clrt_stream handle, Device *d, const Copy &c, bool &recorded) {
  if (recordings_under_way.load(std::memory_order_relaxed) == 0)
    return CLRT_SUCCESS;
  Stream *s;
  clrt_error e = find_stream(handle, d, s);
  if (e != CLRT_SUCCESS)
    return e;
  Recording *r = recording_of(s);
  if (!c.async || !r)
    return r ? refuse_recorded(s) : c.async ? CLRT_SUCCESS : refuse_blocking(s);
  recorded = true;
  return r->copy(s, CopyCommand{{c.dst.address, c.dpitch, c.dslice},
                                {c.src.address, c.spitch, c.sslice},
                                c.width,
                                c.height,
                                c.depth,
                                c.kind});
}

clrt_error clrt_impl::check_pitch(size_t pitch, size_t width, bool has_several_rows) {
  if (pitch >= width || (pitch == 0 && !has_several_rows))
    return CLRT_SUCCESS;
  return has_several_rows ? CLRT_ERROR_INVALID_PITCH_VALUE : CLRT_ERROR_INVALID_VALUE;
}

static clrt_error transfer(Copy c, clrt_stream handle) {
  Device *d;
  clrt_error e = current(d);
  if (e != CLRT_SUCCESS || c.width == 0 || c.height == 0 || c.depth == 0)
    return e;
  e = check_pitch(c.dpitch, c.width, c.height > 1);
  if (e == CLRT_SUCCESS)
    e = check_pitch(c.spitch, c.width, c.height > 1);
  if (e == CLRT_ERROR_INVALID_PITCH_VALUE)
    return e;
  if (static_cast<unsigned>(c.kind) > CLRT_MEMCPY_DEFAULT)
    return CLRT_ERROR_INVALID_MEMCPY_DIRECTION;
  if (e != CLRT_SUCCESS || !c.dst.address || !c.src.address)
    return CLRT_ERROR_INVALID_VALUE;
  find(c.dst);
  find(c.src);
  e = kind_fits(c) ? check_side(c.dst, c, c.dpitch, c.dslice) : CLRT_ERROR_INVALID_VALUE;
  if (e == CLRT_SUCCESS)
    e = check_side(c.src, c, c.spitch, c.sslice);
  if (e != CLRT_SUCCESS)
    return e;
  Device *to = owner(c.dst, d), *from = owner(c.src, d);
  Stream *s;
  bool recorded = false;
  e = record_copy(handle, d, c, recorded);
  if (e != CLRT_SUCCESS || recorded)
    return e;
  if (to && from && (to != from || c.dst.is_shared() != c.src.is_shared())) {
    e = find_stream(handle, d, s);
    return e == CLRT_SUCCESS ? between_devices(to, from, s, c) : e;
  }
  if (to && from && is_in_place(c))
    return CLRT_SUCCESS;
  e = find_stream(handle, to ? to : from ? from : d, s);
  return e == CLRT_SUCCESS ? run_on(s, c) : e;
}

clrt_error clrt_memcpy(void *dst, const void *src, size_t bytes, clrt_memcpy_kind kind) {
  return record(
      transfer(Copy(Place(dst), bytes, Place(src), bytes, bytes, 1, false, kind), nullptr));
}
clrt_error clrt_memcpy_async(void *dst, const void *src, size_t bytes, clrt_memcpy_kind kind,
                             clrt_stream s) {
  return record(transfer(Copy(Place(dst), bytes, Place(src), bytes, bytes, 1, true, kind), s));
}
clrt_error clrt_memcpy_2d(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                          size_t height, clrt_memcpy_kind kind) {
  return record(
      transfer(Copy(Place(dst), dpitch, Place(src), spitch, width, height, false, kind), nullptr));
}
clrt_error clrt_memcpy_2d_async(void *dst, size_t dpitch, const void *src, size_t spitch,
                                size_t width, size_t height, clrt_memcpy_kind kind, clrt_stream s) {
  return record(
      transfer(Copy(Place(dst), dpitch, Place(src), spitch, width, height, true, kind), s));
}

clrt_error clrt_impl::copy_box(const Box &dst, const Box &src, size_t width, size_t height,
                               size_t depth, clrt_memcpy_kind kind, bool async, clrt_stream s) {
  Copy c(Place(dst.address), dst.pitch, Place(src.address), src.pitch, width, height, async, kind);
  c.depth = depth;
  c.dslice = dst.slice;
  c.sslice = src.slice;
  return transfer(c, s);
}

// ---- fills ----

namespace {
struct Fill {
  Place at;
  size_t pitch, slice;
  unsigned value;
  size_t element; // bytes of the value: 1, 2 or 4
  size_t width, height, depth;
};
} // namespace

static cl_int fill(cl_command_queue q, const Fill &f, size_t ahead) {
  unsigned char pattern[16];
  for (size_t i = 0; i < sizeof pattern; ++i)
    pattern[i] = static_cast<unsigned char>(f.value >> i % f.element * 8);
  size_t offset = f.at.offset + ahead;
  size_t unit = (offset | f.width) % 16 == 0  ? 16
                : (offset | f.width) % 4 == 0 ? 4
                                              : f.element; // wide patterns run faster
  if (f.at.is_shared())
    return clEnqueueSVMMemFill(q, f.at.address + ahead, pattern, unit, f.width, 0, nullptr,
                               nullptr);
  return clEnqueueFillBuffer(q, f.at.mem, pattern, unit, offset, f.width, 0, nullptr, nullptr);
}

// Fills what lies in a stream's device. Where the host may look at once, CUDA waits.
static clrt_error fill_on(Stream *s, Fill f, bool async) {
  const Memory &m = f.at.memory;
  const bool pinned = m.is_pinned(),
             visible = pinned || (f.at.is_shared() && m.kind != Memory::SharedPlain);
  clrt_error e = begin(s);
  if (e == CLRT_SUCCESS && pinned)
    e = lend(s, m, &f.at.mem);
  if (e != CLRT_SUCCESS)
    return e;
  cl_int code = CL_SUCCESS;
  {
    Enqueuing scope(s->device);
    e = scope.give();
    for (size_t z = 0; e == CLRT_SUCCESS && z < f.depth; ++z)
      for (size_t row = 0; row < f.height && code == CL_SUCCESS; ++row)
        code = fill(s->queue, f, z * f.slice + row * f.pitch);
  }
  if (pinned)
    return_later(s, m);
  done(s);
  if (e != CLRT_SUCCESS)
    return e;
  if (!async && visible && code == CL_SUCCESS)
    return from_wait(s->device, finish(s));
  clFlush(s->queue);
  return from_cl(code);
}

clrt_error clrt_impl::fill_box(const Box &box, unsigned value, size_t element, size_t width,
                               size_t height, size_t depth, bool async, clrt_stream handle) {
  Device *d;
  clrt_error e = current(d);
  if (e != CLRT_SUCCESS || width == 0 || height == 0 || depth == 0)
    return e;
  if (height > 1 && box.pitch < width)
    return CLRT_ERROR_INVALID_VALUE;
  Fill f = {Place(box.address), box.pitch, box.slice, value, element, width, height, depth};
  find(f.at);
  e = f.at.is_accessible() ? check_range(f.at, box.pitch, width, height, box.slice, depth)
                           : CLRT_ERROR_INVALID_VALUE;
  Device *own = f.at.on_device() ? owner(f.at, d) : f.at.memory.device ? f.at.memory.device : d;
  Stream *s = nullptr;
  if (e == CLRT_SUCCESS)
    e = find_stream(handle, own, s);
  if (e != CLRT_SUCCESS)
    return e;
  if (Recording *r = recording_of(s))
    return async ? r->fill(s, FillCommand{box, value, element, width, height, depth})
                 : refuse_recorded(s);
  e = async ? CLRT_SUCCESS : refuse_blocking(s);
  if (e != CLRT_SUCCESS)
    return e;
  if (f.pitch == f.width) {
    f.width *= f.height;
    f.height = 1;
  }
  return fill_on(s, f, async);
}

static clrt_error set(void *address, size_t pitch, int value, size_t width, size_t height,
                      clrt_stream s, bool async) {
  Box box = {address, pitch, 0};
  return fill_box(box, static_cast<unsigned char>(value), 1, width, height, 1, async, s);
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
