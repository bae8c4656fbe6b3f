/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Arrays, textures and surfaces: a part of clrt.h, which includes this. The types have CUDA's
 * fields. Kernels get the memory as a buffer and compute what a texture gives there
 * (clrt/device/sampling.clh), so that a texture means the same on each device. */

#ifndef CLRT_TEXTURES_H
#define CLRT_TEXTURES_H
#include "names_begin.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CLRT_CONSTANTS(NAME, VALUE, CUDA_NAME) CLRT_##NAME = VALUE,
typedef enum clrt_channel_format_kind CLRT_INT_ENUM {
#define CLRT_KIND_OF_CHANNEL CLRT_CONSTANTS
#include "constants.def"
} clrt_channel_format_kind;
typedef enum clrt_resource_type CLRT_INT_ENUM {
#define CLRT_KIND_OF_RESOURCE CLRT_CONSTANTS
#include "constants.def"
} clrt_resource_type;
typedef enum clrt_texture_address_mode CLRT_INT_ENUM {
#define CLRT_KIND_OF_ADDRESS_MODE CLRT_CONSTANTS
#include "constants.def"
} clrt_texture_address_mode;
typedef enum clrt_texture_filter_mode CLRT_INT_ENUM {
#define CLRT_KIND_OF_FILTER_MODE CLRT_CONSTANTS
#include "constants.def"
} clrt_texture_filter_mode;
typedef enum clrt_texture_read_mode CLRT_INT_ENUM {
#define CLRT_KIND_OF_READ_MODE CLRT_CONSTANTS
#include "constants.def"
} clrt_texture_read_mode;
typedef enum clrt_surface_boundary_mode CLRT_INT_ENUM {
#define CLRT_KIND_OF_BOUNDARY_MODE CLRT_CONSTANTS
#include "constants.def"
} clrt_surface_boundary_mode;
#undef CLRT_CONSTANTS

typedef struct clrt_channel_format_desc {
  int x, y, z, w; /* bits of each channel */
  clrt_channel_format_kind f;
} clrt_channel_format_desc;

static inline clrt_channel_format_desc clrt_create_channel_desc(int x, int y, int z, int w,
                                                                clrt_channel_format_kind f) {
  clrt_channel_format_desc made;
  made.x = x;
  made.y = y;
  made.z = z;
  made.w = w;
  made.f = f;
  return made;
}
// For elements of half, which have no type of their own in plain C.
static inline clrt_channel_format_desc clrt_create_channel_desc_half(void) {
  return clrt_create_channel_desc(16, 0, 0, 0, CLRT_CHANNEL_FORMAT_KIND_FLOAT);
}
static inline clrt_channel_format_desc clrt_create_channel_desc_half2(void) {
  return clrt_create_channel_desc(16, 16, 0, 0, CLRT_CHANNEL_FORMAT_KIND_FLOAT);
}
static inline clrt_channel_format_desc clrt_create_channel_desc_half4(void) {
  return clrt_create_channel_desc(16, 16, 16, 16, CLRT_CHANNEL_FORMAT_KIND_FLOAT);
}

/* ---- arrays: rows without gaps, slice after slice ---- */

clrt_error clrt_malloc_array(clrt_array *array, const clrt_channel_format_desc *desc, size_t width,
                             size_t height, unsigned flags);
clrt_error clrt_malloc_3d_array(clrt_array *array, const clrt_channel_format_desc *desc,
                                clrt_extent extent, unsigned flags);
clrt_error clrt_free_array(clrt_array array);
clrt_error clrt_array_get_info(clrt_channel_format_desc *desc, clrt_extent *extent, unsigned *flags,
                               clrt_array array);
clrt_error clrt_get_channel_desc(clrt_channel_format_desc *desc, clrt_array_const array);

/* `width` and `x` are in bytes. The first forms go on in the next row where one ends. */
clrt_error clrt_memcpy_to_array(clrt_array dst, size_t x, size_t y, const void *src, size_t bytes,
                                clrt_memcpy_kind kind);
clrt_error clrt_memcpy_to_array_async(clrt_array dst, size_t x, size_t y, const void *src,
                                      size_t bytes, clrt_memcpy_kind kind, clrt_stream s);
clrt_error clrt_memcpy_from_array(void *dst, clrt_array_const src, size_t x, size_t y, size_t bytes,
                                  clrt_memcpy_kind kind);
clrt_error clrt_memcpy_from_array_async(void *dst, clrt_array_const src, size_t x, size_t y,
                                        size_t bytes, clrt_memcpy_kind kind, clrt_stream s);
clrt_error clrt_memcpy_array_to_array(clrt_array dst, size_t dst_x, size_t dst_y,
                                      clrt_array_const src, size_t src_x, size_t src_y,
                                      size_t bytes, clrt_memcpy_kind kind);
clrt_error clrt_memcpy_2d_to_array(clrt_array dst, size_t x, size_t y, const void *src,
                                   size_t spitch, size_t width, size_t height,
                                   clrt_memcpy_kind kind);
clrt_error clrt_memcpy_2d_to_array_async(clrt_array dst, size_t x, size_t y, const void *src,
                                         size_t spitch, size_t width, size_t height,
                                         clrt_memcpy_kind kind, clrt_stream s);
clrt_error clrt_memcpy_2d_from_array(void *dst, size_t dpitch, clrt_array_const src, size_t x,
                                     size_t y, size_t width, size_t height, clrt_memcpy_kind kind);
clrt_error clrt_memcpy_2d_from_array_async(void *dst, size_t dpitch, clrt_array_const src, size_t x,
                                           size_t y, size_t width, size_t height,
                                           clrt_memcpy_kind kind, clrt_stream s);
clrt_error clrt_memcpy_2d_array_to_array(clrt_array dst, size_t dst_x, size_t dst_y,
                                         clrt_array_const src, size_t src_x, size_t src_y,
                                         size_t width, size_t height, clrt_memcpy_kind kind);

/* ---- texture and surface objects ---- */

typedef unsigned long long clrt_texture_object; /* 0: none */
typedef unsigned long long clrt_surface_object;

typedef struct clrt_texture_desc {
  clrt_texture_address_mode addressMode[3];
  clrt_texture_filter_mode filterMode;
  clrt_texture_read_mode readMode;
  int sRGB; /* not supported */
  float borderColor[4];
  int normalizedCoords;
  unsigned maxAnisotropy; /* of mipmaps, as all that follows */
  clrt_texture_filter_mode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  int disableTrilinearOptimization, seamlessCubemap;
} clrt_texture_desc;

typedef struct clrt_resource_desc {
  clrt_resource_type resType;
  union {
    struct {
      clrt_array array;
    } array;
    struct {
      void *devPtr;
      clrt_channel_format_desc desc;
      size_t sizeInBytes;
    } linear;
    struct {
      void *devPtr;
      clrt_channel_format_desc desc;
      size_t width, height, pitchInBytes;
    } pitch2D;
    int reserved[32];
  } res;
} clrt_resource_desc;

/* `view` must be NULL: clrt has no other views of a resource. */
clrt_error clrt_create_texture_object(clrt_texture_object *object, const clrt_resource_desc *res,
                                      const clrt_texture_desc *desc, const void *view);
clrt_error clrt_destroy_texture_object(clrt_texture_object object);
clrt_error clrt_get_texture_object_resource_desc(clrt_resource_desc *res,
                                                 clrt_texture_object object);
clrt_error clrt_get_texture_object_texture_desc(clrt_texture_desc *desc,
                                                clrt_texture_object object);

/* Of an array made with CLRT_ARRAY_SURFACE_LOAD_STORE. */
clrt_error clrt_create_surface_object(clrt_surface_object *object, const clrt_resource_desc *res);
clrt_error clrt_destroy_surface_object(clrt_surface_object object);
clrt_error clrt_get_surface_object_resource_desc(clrt_resource_desc *res,
                                                 clrt_surface_object object);

/* ---- texture references: variables of the program, each with an object of clrt ---- */

typedef struct clrt_texture_reference {
  int normalized;
  clrt_texture_filter_mode filterMode;
  clrt_texture_address_mode addressMode[3];
  clrt_channel_format_desc channelDesc;
  int sRGB;
  unsigned maxAnisotropy;
  clrt_texture_filter_mode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  /* clrt's own: what CUDA knows by the type, and what it is bound to. A launch whose kernel has a
   * reference that is bound to nothing gives it zeros. */
  clrt_texture_read_mode read_mode;
  clrt_channel_format_desc element;
  clrt_texture_object object;
} clrt_texture_reference;

/* As a variable, a surface is the same. */
typedef clrt_texture_reference clrt_surface_reference;
clrt_error clrt_bind_surface_to_array(const clrt_surface_reference *surface, clrt_array_const array,
                                      const clrt_channel_format_desc *desc);

/* What the reference says counts as it is now. `size` may be more than the memory has after `p`:
 * what lies after its end reads as 0. */
clrt_error clrt_bind_texture(size_t *offset, const clrt_texture_reference *texture, const void *p,
                             const clrt_channel_format_desc *desc, size_t size);
clrt_error clrt_bind_texture_2d(size_t *offset, const clrt_texture_reference *texture,
                                const void *p, const clrt_channel_format_desc *desc, size_t width,
                                size_t height, size_t pitch);
clrt_error clrt_bind_texture_to_array(const clrt_texture_reference *texture, clrt_array_const array,
                                      const clrt_channel_format_desc *desc);
clrt_error clrt_unbind_texture(const clrt_texture_reference *texture);
clrt_error clrt_get_texture_alignment_offset(size_t *offset, const clrt_texture_reference *texture);

#ifdef __cplusplus
}
#endif

#include "names_end.h"

#endif
