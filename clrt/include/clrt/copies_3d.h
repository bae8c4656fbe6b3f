/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Pitched memory with slices, and copies from one device to another: a part of clrt.h, which
 * includes this. The types have CUDA's fields. */

#ifndef CLRT_COPIES_3D_H
#define CLRT_COPIES_3D_H
#include "names_begin.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct clrt_array_st clrt_array_st;
typedef clrt_array_st *clrt_array; /* textures.h */
typedef const clrt_array_st *clrt_array_const;

typedef struct clrt_pitched_ptr {
  void *ptr;
  size_t pitch, xsize, ysize; /* bytes from row to row, bytes of a row, rows of a slice */
} clrt_pitched_ptr;
typedef struct clrt_extent {
  size_t width, height, depth; /* bytes, rows, slices */
} clrt_extent;
typedef struct clrt_pos {
  size_t x, y, z; /* bytes, rows, slices */
} clrt_pos;
typedef struct clrt_memcpy_3d_parms {
  clrt_array srcArray; /* if not NULL, in the pointer's stead; then widths are in its elements */
  clrt_pos srcPos;
  clrt_pitched_ptr srcPtr;
  clrt_array dstArray;
  clrt_pos dstPos;
  clrt_pitched_ptr dstPtr;
  clrt_extent extent;
  clrt_memcpy_kind kind;
} clrt_memcpy_3d_parms;
typedef struct clrt_memcpy_3d_peer_parms {
  clrt_array srcArray;
  clrt_pos srcPos;
  clrt_pitched_ptr srcPtr;
  int srcDevice;
  clrt_array dstArray;
  clrt_pos dstPos;
  clrt_pitched_ptr dstPtr;
  int dstDevice;
  clrt_extent extent;
} clrt_memcpy_3d_peer_parms;

static inline clrt_pitched_ptr clrt_make_pitched_ptr(void *p, size_t pitch, size_t width,
                                                     size_t height) {
  clrt_pitched_ptr made;
  made.ptr = p;
  made.pitch = pitch;
  made.xsize = width;
  made.ysize = height;
  return made;
}
static inline clrt_extent clrt_make_extent(size_t width, size_t height, size_t depth) {
  clrt_extent made;
  made.width = width;
  made.height = height;
  made.depth = depth;
  return made;
}
static inline clrt_pos clrt_make_pos(size_t x, size_t y, size_t z) {
  clrt_pos made;
  made.x = x;
  made.y = y;
  made.z = z;
  return made;
}

clrt_error clrt_malloc_3d(clrt_pitched_ptr *p, clrt_extent extent);
clrt_error clrt_svm_malloc_3d(clrt_pitched_ptr *p, clrt_extent extent);
/* As clrt_memcpy_2d() for each slice. The height of both sides tells where their slices begin; an
 * extent that does not fit into it is an invalid value, into the pitch an invalid pitch. */
clrt_error clrt_memcpy_3d(const clrt_memcpy_3d_parms *p);
clrt_error clrt_memcpy_3d_async(const clrt_memcpy_3d_parms *p, clrt_stream s);
clrt_error clrt_memset_3d(clrt_pitched_ptr p, int value, clrt_extent extent);
clrt_error clrt_memset_3d_async(clrt_pitched_ptr p, int value, clrt_extent extent, clrt_stream s);

/* Between devices, through the host. Addresses tell the devices; the numbers only have to be ones
 * of devices. */
clrt_error clrt_memcpy_peer(void *dst, int dst_device, const void *src, int src_device,
                            size_t bytes);
clrt_error clrt_memcpy_peer_async(void *dst, int dst_device, const void *src, int src_device,
                                  size_t bytes, clrt_stream s);
clrt_error clrt_memcpy_3d_peer(const clrt_memcpy_3d_peer_parms *p);
clrt_error clrt_memcpy_3d_peer_async(const clrt_memcpy_3d_peer_parms *p, clrt_stream s);

#ifdef __cplusplus
}
#endif

#include "names_end.h"

#endif
