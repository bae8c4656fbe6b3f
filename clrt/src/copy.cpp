// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Copies and fills.

#include "internal.h"

#include <algorithm>
#include <cstdlib>

using namespace clrt_impl;

namespace {
struct Copy {
  clrt_place dst;
  size_t dpitch;
  clrt_place src;
  size_t spitch, width, height;
  bool async;
  clrt_memcpy_kind kind;
  bool linear() const { return height == 1 || (dpitch == width && spitch == width); }
  size_t bytes() const { return width * height; } // of a linear copy
};
} // namespace

static bool is_null(const clrt_place &p) {
  return p.on_device ? !p.device.mem && !p.device.offset : !p.host;
}
static bool is_shared(const clrt_place &p) { return p.on_device && is_shared(p.device); }
static char *address(const clrt_place &p) {
  return static_cast<char *>(p.on_device ? reinterpret_cast<void *>(p.device.offset) : p.host);
}

// The last byte of `height` rows of `width` bytes, `pitch` apart; false if that overflows.
static bool extent(size_t pitch, size_t width, size_t height, size_t &bytes) {
  if (pitch != 0 && height - 1 > (SIZE_MAX - width) / pitch)
    return false;
  bytes = (height - 1) * pitch + width;
  return true;
}

// Do the rows lie inside the buffer?
static clrt_error check_range(clrt_ptr p, size_t pitch, size_t width, size_t height) {
  size_t size = 0, bytes;
  if (is_shared(p))
    return extent(pitch, width, height, bytes) && shared_owner(p.offset, bytes)
               ? CLRT_SUCCESS
               : CLRT_ERROR_INVALID_VALUE;
  if (!is_alive(p.mem)) // freed
    return CLRT_ERROR_INVALID_VALUE;
  cl_int code = clGetMemObjectInfo(p.mem, CL_MEM_SIZE, sizeof size, &size, nullptr);
  if (code != CL_SUCCESS)
    return from_cl(code);
  bool inside = extent(pitch, width, height, bytes) && p.offset <= size && bytes <= size - p.offset;
  return inside ? CLRT_SUCCESS : CLRT_ERROR_INVALID_VALUE;
}

// The device whose memory it is. With one device there is no question.
static Device *owner(clrt_ptr p, Device *otherwise) {
  if (device_total() == 1)
    return otherwise;
  if (is_shared(p))
    return shared_owner(p.offset, 1);
  cl_context context;
  if (clGetMemObjectInfo(p.mem, CL_MEM_CONTEXT, sizeof context, &context, nullptr) != CL_SUCCESS)
    return otherwise;
  Device *d = device_of(context);
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
    code = clEnqueueSVMMemcpy(q, blocking, address(c.dst) + row * c.dpitch,
                              address(c.src) + row * c.spitch, width, 0, nullptr, nullptr);
  return code;
}

static cl_int enqueue(cl_command_queue q, const Copy &c, cl_bool blocking) {
  if (is_shared(c.dst) || is_shared(c.src))
    return enqueue_shared(q, c, blocking);
  const size_t region[3] = {c.width, c.height, 1}, host[3] = {0, 0, 0};
  size_t d[3], s[3];
  const clrt_ptr &dst = c.dst.device, &src = c.src.device;
  if (c.dst.on_device && c.src.on_device) {
    if (c.linear())
      return clEnqueueCopyBuffer(q, src.mem, dst.mem, src.offset, dst.offset, c.bytes(), 0, nullptr,
                                 nullptr);
    origin(s, src.offset, c.spitch);
    origin(d, dst.offset, c.dpitch);
    return clEnqueueCopyBufferRect(q, src.mem, dst.mem, s, d, region, c.spitch, 0, c.dpitch, 0, 0,
                                   nullptr, nullptr);
  }
  if (c.dst.on_device) {
    if (c.linear())
      return clEnqueueWriteBuffer(q, dst.mem, blocking, dst.offset, c.bytes(), c.src.host, 0,
                                  nullptr, nullptr);
    origin(d, dst.offset, c.dpitch);
    return clEnqueueWriteBufferRect(q, dst.mem, blocking, d, host, region, c.dpitch, 0, c.spitch, 0,
                                    c.src.host, 0, nullptr, nullptr);
  }
  if (c.linear())
    return clEnqueueReadBuffer(q, src.mem, blocking, src.offset, c.bytes(), c.dst.host, 0, nullptr,
                               nullptr);
  origin(s, src.offset, c.spitch);
  return clEnqueueReadBufferRect(q, src.mem, blocking, s, host, region, c.spitch, 0, c.dpitch, 0,
                                 c.dst.host, 0, nullptr, nullptr);
}

static clrt_error run_on(Stream *s, const Copy &c) {
  clrt_error e = begin(s);
  if (e != CLRT_SUCCESS)
    return e;
  if (!c.dst.on_device && !c.src.on_device) { // blocks, in CUDA too
    cl_int code = finish(s);
    for (size_t row = 0; row < c.height; ++row)
      memmove(static_cast<char *>(c.dst.host) + row * c.dpitch,
              static_cast<char *>(c.src.host) + row * c.spitch, c.width);
    return from_wait(s->device, code);
  }
  // Pageable memory may change as soon as the call returns.
  bool blocking = false;
  if (!c.dst.on_device || !c.src.on_device) {
    const void *host = c.dst.on_device ? c.src.host : c.dst.host;
    size_t bytes = SIZE_MAX;
    extent(c.dst.on_device ? c.spitch : c.dpitch, c.width, c.height, bytes);
    blocking = !c.async || !is_pinned(host, bytes);
  } else if (is_shared(c.dst) || is_shared(c.src)) { // a side may be the host's by its kind
    blocking = !c.async && c.kind != CLRT_MEMCPY_DEVICE_TO_DEVICE;
  }
  cl_int code = enqueue(s->queue, c, blocking);
  done(s);
  // A blocking write returns when the host's memory is free again, not when the device has it:
  // streams that do not wait for this one could still read what was there before.
  if (code == CL_SUCCESS && !c.async && c.dst.on_device && !c.src.on_device)
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
  clrt_error e = run_on(&from->main, Copy{clrt_host(staging), c.width, c.src, c.spitch, c.width,
                                          c.height, false, c.kind});
  if (e == CLRT_SUCCESS)
    e = run_on(&to->main, Copy{c.dst, c.dpitch, clrt_host(staging), c.width, c.width, c.height,
                               false, c.kind});
  free(staging);
  return e;
}

// Host addresses in shared memory are the device's, too.
static void resolve(clrt_place &p) {
  if (!p.on_device && shared_owner(reinterpret_cast<uintptr_t>(p.host), 1))
    p = clrt_on_device(clrt_svm(p.host));
}

static clrt_error transfer(Copy c, clrt_stream handle) {
  const clrt_memcpy_kind kind = c.kind;
  if (static_cast<unsigned>(kind) > CLRT_MEMCPY_DEFAULT)
    return CLRT_ERROR_INVALID_MEMCPY_DIRECTION;
  Device *d;
  clrt_error e = current(d);
  if (e != CLRT_SUCCESS || c.width == 0 || c.height == 0)
    return e;
  if (is_null(c.dst) || is_null(c.src))
    return CLRT_ERROR_INVALID_VALUE;
  if (c.height > 1 && (c.dpitch < c.width || c.spitch < c.width))
    return CLRT_ERROR_INVALID_PITCH_VALUE;
  resolve(c.dst);
  resolve(c.src);
  bool to_device = kind == CLRT_MEMCPY_HOST_TO_DEVICE || kind == CLRT_MEMCPY_DEVICE_TO_DEVICE;
  bool from_device = kind == CLRT_MEMCPY_DEVICE_TO_HOST || kind == CLRT_MEMCPY_DEVICE_TO_DEVICE;
  if (kind != CLRT_MEMCPY_DEFAULT && ((to_device != !!c.dst.on_device && !is_shared(c.dst)) ||
                                      (from_device != !!c.src.on_device && !is_shared(c.src))))
    return CLRT_ERROR_INVALID_MEMCPY_DIRECTION;
  if (c.dst.on_device)
    e = check_range(c.dst.device, c.dpitch, c.width, c.height);
  if (e == CLRT_SUCCESS && c.src.on_device)
    e = check_range(c.src.device, c.spitch, c.width, c.height);
  if (e != CLRT_SUCCESS)
    return e;
  Device *to = c.dst.on_device ? owner(c.dst.device, d) : nullptr;
  Device *from = c.src.on_device ? owner(c.src.device, d) : nullptr;
  Stream *s;
  if (to && from && (to != from || is_shared(c.dst) != is_shared(c.src))) {
    e = find_stream(handle, d, s);
    return e == CLRT_SUCCESS ? between_devices(to, from, s, c) : e;
  }
  bool same = to && from && c.dst.device.mem == c.src.device.mem &&
              c.dst.device.offset == c.src.device.offset;
  if (same && c.dpitch == c.spitch)
    return CLRT_SUCCESS; // OpenCL calls this an overlap
  e = find_stream(handle, to ? to : from ? from : d, s);
  return e == CLRT_SUCCESS ? run_on(s, c) : e;
}

clrt_error clrt_memcpy(clrt_place dst, clrt_place src, size_t bytes, clrt_memcpy_kind kind) {
  return record(transfer(Copy{dst, bytes, src, bytes, bytes, 1, false, kind}, nullptr));
}
clrt_error clrt_memcpy_async(clrt_place dst, clrt_place src, size_t bytes, clrt_memcpy_kind kind,
                             clrt_stream s) {
  return record(transfer(Copy{dst, bytes, src, bytes, bytes, 1, true, kind}, s));
}
clrt_error clrt_memcpy_2d(clrt_place dst, size_t dpitch, clrt_place src, size_t spitch,
                          size_t width, size_t height, clrt_memcpy_kind kind) {
  return record(transfer(Copy{dst, dpitch, src, spitch, width, height, false, kind}, nullptr));
}
clrt_error clrt_memcpy_2d_async(clrt_place dst, size_t dpitch, clrt_place src, size_t spitch,
                                size_t width, size_t height, clrt_memcpy_kind kind, clrt_stream s) {
  return record(transfer(Copy{dst, dpitch, src, spitch, width, height, true, kind}, s));
}

// ---- fills ----

static cl_int fill(cl_command_queue q, clrt_ptr p, int value, size_t bytes) {
  unsigned char pattern[16];
  memset(pattern, value, sizeof pattern);
  size_t unit = (p.offset | bytes) % 16 == 0  ? 16
                : (p.offset | bytes) % 4 == 0 ? 4
                                              : 1; // wide patterns run faster
  if (is_shared(p))
    return clEnqueueSVMMemFill(q, reinterpret_cast<void *>(p.offset), pattern, unit, bytes, 0,
                               nullptr, nullptr);
  return clEnqueueFillBuffer(q, p.mem, pattern, unit, p.offset, bytes, 0, nullptr, nullptr);
}

static clrt_error set(clrt_ptr p, size_t pitch, int value, size_t width, size_t height,
                      clrt_stream handle, bool async) {
  Device *d;
  clrt_error e = current(d);
  if (e != CLRT_SUCCESS || width == 0 || height == 0)
    return e;
  if (!p.mem && !p.offset)
    return CLRT_ERROR_INVALID_VALUE;
  if (height > 1 && pitch < width)
    return CLRT_ERROR_INVALID_PITCH_VALUE;
  e = check_range(p, pitch, width, height);
  Stream *s = nullptr;
  if (e == CLRT_SUCCESS)
    e = find_stream(handle, owner(p, d), s);
  if (e == CLRT_SUCCESS)
    e = begin(s);
  if (e != CLRT_SUCCESS)
    return e;
  if (pitch == width) {
    width *= height;
    height = 1;
  }
  cl_int code = CL_SUCCESS;
  for (size_t row = 0; row < height && code == CL_SUCCESS; ++row)
    code = fill(s->queue, clrt_at(p.mem, p.offset + row * pitch), value, width);
  done(s);
  bool managed = false; // then CUDA waits, as the host may look at once
  if (!async && is_shared(p))
    shared_owner(p.offset, 1, &managed);
  if (managed && code == CL_SUCCESS)
    return from_wait(s->device, finish(s));
  clFlush(s->queue);
  return from_cl(code);
}

clrt_error clrt_memset(clrt_ptr p, int value, size_t bytes) {
  return record(set(p, bytes, value, bytes, 1, nullptr, false));
}
clrt_error clrt_memset_async(clrt_ptr p, int value, size_t bytes, clrt_stream s) {
  return record(set(p, bytes, value, bytes, 1, s, true));
}
clrt_error clrt_memset_2d(clrt_ptr p, size_t pitch, int value, size_t width, size_t height) {
  return record(set(p, pitch, value, width, height, nullptr, false));
}
clrt_error clrt_memset_2d_async(clrt_ptr p, size_t pitch, int value, size_t width, size_t height,
                                clrt_stream s) {
  return record(set(p, pitch, value, width, height, s, true));
}
