// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Arrays and textures, for clrt's own sources.

#ifndef CLRT_SRC_TEXTURE_H
#define CLRT_SRC_TEXTURE_H

#include "internal.h"

// Rows lie without gaps, slices or layers without gaps after each other. A height or depth of 0
// counts as 1.
struct clrt_array_st {
  char *data;
  clrt_channel_format_desc desc;
  clrt_extent extent; // as asked for, in elements
  unsigned flags;
  size_t element; // bytes
  size_t pitch() const { return extent.width * element; }
  size_t rows() const { return extent.height ? extent.height : 1; }
  size_t slices() const { return extent.depth ? extent.depth : 1; }
};

namespace clrt_impl {
// Bytes of an element; 0: no element has such channels.
size_t element_size(const clrt_channel_format_desc &desc);

// What a kernel gets beside the buffer: clrt_texture_info of clrt/device/sampling.clh.
struct TextureInfo {
  cl_ulong offset, slice;
  cl_uint pitch, width, height, depth, modes, format;
  cl_uint padding[2];
  cl_float border[4]; // the bits of a texel
};
static_assert(sizeof(TextureInfo) == 64, "as OpenCL C lays it out");

struct Texture {
  const void *address = nullptr;
  TextureInfo info = TextureInfo();
};
// That of an object; of 0, which stands for no object, one of no texels. False: there is none.
bool find_texture(clrt_texture_object object, Texture &texture);
} // namespace clrt_impl

#endif
