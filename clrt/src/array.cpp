// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Arrays, and copies to and from them.

#include "texture.h"

using namespace clrt_impl;

size_t clrt_impl::element_size(const clrt_channel_format_desc &desc) {
  const int bits[4] = {desc.x, desc.y, desc.z, desc.w};
  size_t channels = 0;
  while (channels < 4 && bits[channels] != 0)
    ++channels;
  for (size_t n = 0; n < 4; ++n)
    if (bits[n] != (n < channels ? desc.x : 0))
      return 0;
  const bool fits = desc.f == CLRT_CHANNEL_FORMAT_KIND_FLOAT
                        ? desc.x == 16 || desc.x == 32
                        : (desc.f == CLRT_CHANNEL_FORMAT_KIND_SIGNED ||
                           desc.f == CLRT_CHANNEL_FORMAT_KIND_UNSIGNED) &&
                              (desc.x == 8 || desc.x == 16 || desc.x == 32);
  return fits && channels != 3 ? channels * static_cast<size_t>(desc.x) / 8 : 0;
}

static clrt_error make(clrt_array *array, const clrt_channel_format_desc *desc, clrt_extent extent,
                       unsigned flags) {
  const unsigned known = CLRT_ARRAY_LAYERED | CLRT_ARRAY_SURFACE_LOAD_STORE | CLRT_ARRAY_CUBEMAP |
                         CLRT_ARRAY_TEXTURE_GATHER;
  if (!array || !desc || extent.width == 0 || (flags & ~known))
    return CLRT_ERROR_INVALID_VALUE;
  const bool layered = flags & CLRT_ARRAY_LAYERED;
  if (layered ? extent.depth == 0 : extent.depth != 0 && extent.height == 0)
    return CLRT_ERROR_INVALID_VALUE;
  const bool has_cubes = extent.width == extent.height && extent.depth % 6 == 0 &&
                         (layered ? extent.depth != 0 : extent.depth == 6);
  if (flags & CLRT_ARRAY_CUBEMAP && !has_cubes)
    return CLRT_ERROR_INVALID_VALUE;
  if (flags & CLRT_ARRAY_TEXTURE_GATHER && (extent.height == 0 || extent.depth != 0))
    return CLRT_ERROR_INVALID_VALUE;
  const size_t element = element_size(*desc);
  if (element == 0)
    return CLRT_ERROR_INVALID_CHANNEL_DESCRIPTOR;
  clrt_array_st made = {nullptr, *desc, extent, flags, element};
  if (extent.width > SIZE_MAX / element || made.rows() > SIZE_MAX / made.pitch() ||
      made.slices() > SIZE_MAX / (made.pitch() * made.rows()))
    return CLRT_ERROR_MEMORY_ALLOCATION;
  void *data = nullptr;
  clrt_error e = clrt_malloc(&data, made.pitch() * made.rows() * made.slices());
  if (e != CLRT_SUCCESS)
    return e;
  made.data = static_cast<char *>(data);
  *array = new clrt_array_st(made);
  return CLRT_SUCCESS;
}

clrt_error clrt_malloc_array(clrt_array *array, const clrt_channel_format_desc *desc, size_t width,
                             size_t height, unsigned flags) {
  return record(make(array, desc, clrt_make_extent(width, height, 0), flags));
}

clrt_error clrt_malloc_3d_array(clrt_array *array, const clrt_channel_format_desc *desc,
                                clrt_extent extent, unsigned flags) {
  return record(make(array, desc, extent, flags));
}

clrt_error clrt_free_array(clrt_array array) {
  if (!array)
    return CLRT_SUCCESS;
  clrt_error e = clrt_free(array->data);
  delete array;
  return e;
}

clrt_error clrt_array_get_info(clrt_channel_format_desc *desc, clrt_extent *extent, unsigned *flags,
                               clrt_array array) {
  if (!array)
    return record(CLRT_ERROR_INVALID_RESOURCE_HANDLE);
  if (desc)
    *desc = array->desc;
  if (extent)
    *extent = array->extent;
  if (flags)
    *flags = array->flags;
  return CLRT_SUCCESS;
}

clrt_error clrt_get_channel_desc(clrt_channel_format_desc *desc, clrt_array_const array) {
  if (!desc || !array)
    return record(CLRT_ERROR_INVALID_VALUE);
  *desc = array->desc;
  return CLRT_SUCCESS;
}

// ---- copies ----

// Byte `x` of row `y`, from where `bytes` bytes are to be copied row by row; null if the array has
// not as many.
static char *run_of(clrt_array_const a, size_t x, size_t y, size_t bytes) {
  if (!a || x > a->pitch() || y > a->rows())
    return nullptr;
  const size_t at = y * a->pitch() + x, size = a->pitch() * a->rows();
  return at <= size && bytes <= size - at ? a->data + at : nullptr;
}

static char *box_of(clrt_array_const a, size_t x, size_t y, size_t width, size_t height) {
  const bool fits =
      a && x <= a->pitch() && width <= a->pitch() - x && y <= a->rows() && height <= a->rows() - y;
  return fits ? a->data + y * a->pitch() + x : nullptr;
}

clrt_error clrt_memcpy_to_array(clrt_array dst, size_t x, size_t y, const void *src, size_t bytes,
                                clrt_memcpy_kind kind) {
  char *to = run_of(dst, x, y, bytes);
  return to ? clrt_memcpy(to, src, bytes, kind) : record(CLRT_ERROR_INVALID_VALUE);
}

clrt_error clrt_memcpy_to_array_async(clrt_array dst, size_t x, size_t y, const void *src,
                                      size_t bytes, clrt_memcpy_kind kind, clrt_stream s) {
  char *to = run_of(dst, x, y, bytes);
  return to ? clrt_memcpy_async(to, src, bytes, kind, s) : record(CLRT_ERROR_INVALID_VALUE);
}

clrt_error clrt_memcpy_from_array(void *dst, clrt_array_const src, size_t x, size_t y, size_t bytes,
                                  clrt_memcpy_kind kind) {
  const char *from = run_of(src, x, y, bytes);
  return from ? clrt_memcpy(dst, from, bytes, kind) : record(CLRT_ERROR_INVALID_VALUE);
}

clrt_error clrt_memcpy_from_array_async(void *dst, clrt_array_const src, size_t x, size_t y,
                                        size_t bytes, clrt_memcpy_kind kind, clrt_stream s) {
  const char *from = run_of(src, x, y, bytes);
  return from ? clrt_memcpy_async(dst, from, bytes, kind, s) : record(CLRT_ERROR_INVALID_VALUE);
}

clrt_error clrt_memcpy_array_to_array(clrt_array dst, size_t dst_x, size_t dst_y,
                                      clrt_array_const src, size_t src_x, size_t src_y,
                                      size_t bytes, clrt_memcpy_kind kind) {
  char *to = run_of(dst, dst_x, dst_y, bytes);
  const char *from = run_of(src, src_x, src_y, bytes);
  return to && from ? clrt_memcpy(to, from, bytes, kind) : record(CLRT_ERROR_INVALID_VALUE);
}

clrt_error clrt_memcpy_2d_to_array(clrt_array dst, size_t x, size_t y, const void *src,
                                   size_t spitch, size_t width, size_t height,
                                   clrt_memcpy_kind kind) {
  char *to = box_of(dst, x, y, width, height);
  return to ? clrt_memcpy_2d(to, dst->pitch(), src, spitch, width, height, kind)
            : record(CLRT_ERROR_INVALID_VALUE);
}

clrt_error clrt_memcpy_2d_to_array_async(clrt_array dst, size_t x, size_t y, const void *src,
                                         size_t spitch, size_t width, size_t height,
                                         clrt_memcpy_kind kind, clrt_stream s) {
  char *to = box_of(dst, x, y, width, height);
  return to ? clrt_memcpy_2d_async(to, dst->pitch(), src, spitch, width, height, kind, s)
            : record(CLRT_ERROR_INVALID_VALUE);
}

clrt_error clrt_memcpy_2d_from_array(void *dst, size_t dpitch, clrt_array_const src, size_t x,
                                     size_t y, size_t width, size_t height, clrt_memcpy_kind kind) {
  const char *from = box_of(src, x, y, width, height);
  return from ? clrt_memcpy_2d(dst, dpitch, from, src->pitch(), width, height, kind)
              : record(CLRT_ERROR_INVALID_VALUE);
}

clrt_error clrt_memcpy_2d_from_array_async(void *dst, size_t dpitch, clrt_array_const src, size_t x,
                                           size_t y, size_t width, size_t height,
                                           clrt_memcpy_kind kind, clrt_stream s) {
  const char *from = box_of(src, x, y, width, height);
  return from ? clrt_memcpy_2d_async(dst, dpitch, from, src->pitch(), width, height, kind, s)
              : record(CLRT_ERROR_INVALID_VALUE);
}

clrt_error clrt_memcpy_2d_array_to_array(clrt_array dst, size_t dst_x, size_t dst_y,
                                         clrt_array_const src, size_t src_x, size_t src_y,
                                         size_t width, size_t height, clrt_memcpy_kind kind) {
  char *to = box_of(dst, dst_x, dst_y, width, height);
  const char *from = box_of(src, src_x, src_y, width, height);
  return to && from ? clrt_memcpy_2d(to, dst->pitch(), from, src->pitch(), width, height, kind)
                    : record(CLRT_ERROR_INVALID_VALUE);
}
