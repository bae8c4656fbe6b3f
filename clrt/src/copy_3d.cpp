// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Pitched memory with slices, and copies from one device to another.

#include "texture.h"

using namespace clrt_impl;

static clrt_error allocate(clrt_pitched_ptr *p, const clrt_extent &extent, bool is_shared) {
  if (!p)
    return record(CLRT_ERROR_INVALID_VALUE);
  if (extent.depth != 0 && extent.height > SIZE_MAX / extent.depth)
    return record(CLRT_ERROR_MEMORY_ALLOCATION);
  clrt_pitched_ptr made = {nullptr, 0, extent.width, extent.height};
  const std::size_t rows = extent.height * extent.depth;
  const clrt_error e = is_shared ? clrt_svm_malloc_pitch(&made.ptr, &made.pitch, extent.width, rows)
                                 : clrt_malloc_pitch(&made.ptr, &made.pitch, extent.width, rows);
  if (e == CLRT_SUCCESS)
    *p = made;
  return e;
}

clrt_error clrt_malloc_3d(clrt_pitched_ptr *p, clrt_extent extent) {
  return allocate(p, extent, /*is_shared=*/false);
}

clrt_error clrt_svm_malloc_3d(clrt_pitched_ptr *p, clrt_extent extent) {
  return allocate(p, extent, /*is_shared=*/true);
}

// One side of a copy. The logical height tells where slices begin.
static clrt_error side(const clrt_pitched_ptr &p, const clrt_pos &at, const clrt_extent &extent,
                       Box &box) {
  if (at.x > SIZE_MAX - extent.width || at.y > SIZE_MAX - extent.height ||
      (p.ysize != 0 && p.pitch > SIZE_MAX / p.ysize))
    return CLRT_ERROR_INVALID_VALUE;
  const bool has_several_slices = extent.depth > 1;
  const clrt_error e = check_pitch(p.pitch, extent.width, extent.height > 1 || has_several_slices);
  if (e != CLRT_SUCCESS)
    return e;
  if (has_several_slices && p.ysize < extent.height)
    return CLRT_ERROR_INVALID_PITCH_VALUE;
  if (p.pitch != 0 && p.pitch < at.x + extent.width)
    return CLRT_ERROR_INVALID_VALUE;
  if ((has_several_slices || at.z != 0) && p.ysize < at.y + extent.height)
    return CLRT_ERROR_INVALID_VALUE;
  box.pitch = p.pitch;
  box.slice = p.pitch * p.ysize;
  if ((box.pitch != 0 && at.y > SIZE_MAX / box.pitch) ||
      (box.slice != 0 && at.z > SIZE_MAX / box.slice))
    return CLRT_ERROR_INVALID_VALUE;
  box.address =
      p.ptr ? static_cast<char *>(p.ptr) + at.z * box.slice + at.y * box.pitch + at.x : nullptr;
  return CLRT_SUCCESS;
}

// An array as pitched memory; a position in it is in elements.
static clrt_error side(clrt_array_const a, clrt_pos at, const clrt_extent &extent, Box &box) {
  if (at.x > a->extent.width || at.z > a->slices() || extent.depth > a->slices() - at.z)
    return CLRT_ERROR_INVALID_VALUE;
  at.x *= a->element;
  const clrt_pitched_ptr whole = {a->data, a->pitch(), a->pitch(), a->rows()};
  // What does not fit into a row or slice is an invalid value here.
  if (extent.width > whole.pitch - at.x || at.y > whole.ysize || extent.height > whole.ysize - at.y)
    return CLRT_ERROR_INVALID_VALUE;
  return side(whole, at, extent, box);
}

static clrt_error copy(const clrt_memcpy_3d_parms *p, bool async, clrt_stream s) {
  if (!p || (p->srcArray && p->srcPtr.ptr) || (p->dstArray && p->dstPtr.ptr))
    return CLRT_ERROR_INVALID_VALUE;
  if (p->extent.width == 0 || p->extent.height == 0 || p->extent.depth == 0)
    return CLRT_SUCCESS;
  clrt_extent extent = p->extent;
  const clrt_array_const one = p->dstArray ? p->dstArray : p->srcArray;
  if (one && extent.width > SIZE_MAX / one->element)
    return CLRT_ERROR_INVALID_VALUE;
  extent.width *= one ? one->element : 1;
  if (p->srcArray && p->srcArray->element != one->element)
    return CLRT_ERROR_INVALID_VALUE;
  Box dst, src;
  clrt_error e = p->dstArray ? side(p->dstArray, p->dstPos, extent, dst)
                             : side(p->dstPtr, p->dstPos, extent, dst);
  if (e == CLRT_SUCCESS)
    e = p->srcArray ? side(p->srcArray, p->srcPos, extent, src)
                    : side(p->srcPtr, p->srcPos, extent, src);
  return e == CLRT_SUCCESS
             ? copy_box(dst, src, extent.width, extent.height, extent.depth, p->kind, async, s)
             : e;
}

clrt_error clrt_memcpy_3d(const clrt_memcpy_3d_parms *p) { return record(copy(p, false, nullptr)); }

clrt_error clrt_memcpy_3d_async(const clrt_memcpy_3d_parms *p, clrt_stream s) {
  return record(copy(p, true, s));
}

static clrt_error fill(const clrt_pitched_ptr &p, int value, const clrt_extent &extent, bool async,
                       clrt_stream s) {
  const bool is_empty = extent.width == 0 || extent.height == 0 || extent.depth == 0;
  const bool has_several_rows = extent.height > 1 || extent.depth > 1;
  if (!is_empty && (p.ysize < extent.height || (has_several_rows && p.pitch < extent.width) ||
                    (p.ysize != 0 && p.pitch > SIZE_MAX / p.ysize)))
    return CLRT_ERROR_INVALID_VALUE;
  const Box box = {p.ptr, p.pitch, p.pitch * p.ysize};
  return fill_box(box, static_cast<unsigned char>(value), 1, extent.width, extent.height,
                  extent.depth, async, s);
}

clrt_error clrt_memset_3d(clrt_pitched_ptr p, int value, clrt_extent extent) {
  return record(fill(p, value, extent, false, nullptr));
}

clrt_error clrt_memset_3d_async(clrt_pitched_ptr p, int value, clrt_extent extent, clrt_stream s) {
  return record(fill(p, value, extent, true, s));
}

// ---- between devices ----

static bool are_devices(int one, int other) { return device_at(one) && device_at(other); }

clrt_error clrt_memcpy_peer(void *dst, int dst_device, const void *src, int src_device,
                            size_t bytes) {
  return are_devices(dst_device, src_device)
             ? clrt_memcpy(dst, src, bytes, CLRT_MEMCPY_DEVICE_TO_DEVICE)
             : record(CLRT_ERROR_INVALID_DEVICE);
}

clrt_error clrt_memcpy_peer_async(void *dst, int dst_device, const void *src, int src_device,
                                  size_t bytes, clrt_stream s) {
  return are_devices(dst_device, src_device)
             ? clrt_memcpy_async(dst, src, bytes, CLRT_MEMCPY_DEVICE_TO_DEVICE, s)
             : record(CLRT_ERROR_INVALID_DEVICE);
}

static clrt_error copy(const clrt_memcpy_3d_peer_parms *p, bool async, clrt_stream s) {
  if (!p)
    return CLRT_ERROR_INVALID_VALUE;
  if (!are_devices(p->dstDevice, p->srcDevice))
    return CLRT_ERROR_INVALID_DEVICE;
  const clrt_memcpy_3d_parms plain = {
      p->srcArray, p->srcPos, p->srcPtr, p->dstArray,
      p->dstPos,   p->dstPtr, p->extent, CLRT_MEMCPY_DEVICE_TO_DEVICE};
  return copy(&plain, async, s);
}

clrt_error clrt_memcpy_3d_peer(const clrt_memcpy_3d_peer_parms *p) {
  return record(copy(p, false, nullptr));
}

clrt_error clrt_memcpy_3d_peer_async(const clrt_memcpy_3d_peer_parms *p, clrt_stream s) {
  return record(copy(p, true, s));
}
