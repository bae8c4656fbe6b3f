// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Texture objects, and texture references, which are variables, each with an object of clrt.

#include "texture.h"

#include <algorithm>
#include <atomic>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <unordered_map>

using namespace clrt_impl;

namespace {
struct Object {
  clrt_resource_desc resource;
  clrt_texture_desc desc;
  Texture texture;
};

// Never destroyed: static destructors of the program may still use textures.
struct Objects {
  std::mutex mutex;
  std::unordered_map<clrt_texture_object, Object> all;
  clrt_texture_object last = 0; // numbers are not used again
};
} // namespace

static Objects &objects() {
  static Objects *made = new Objects;
  return *made;
}

bool clrt_impl::find_texture(clrt_texture_object object, Texture &texture) {
  if (object == 0)
    return true;
  std::lock_guard<std::mutex> lock(objects().mutex);
  auto at = objects().all.find(object);
  if (at == objects().all.end())
    return false;
  texture = at->second.texture;
  return true;
}

static cl_uint format_of(const clrt_channel_format_desc &desc) {
  const cl_uint channels =
      static_cast<cl_uint>(element_size(desc)) * 8 / static_cast<cl_uint>(desc.x);
  return (desc.x == 8    ? 0u
          : desc.x == 16 ? 1u
                         : 2u) |
         static_cast<cl_uint>(desc.f) << 2 | channels << 4;
}

// CUDA takes such a texture, too; what a fetch beyond the memory finds there is left open.
static void say_that_memory_ends(size_t bytes, size_t left) {
  static std::atomic<bool> said{false};
  if (!said.exchange(true))
    fprintf(stderr,
            "clrt: a texture of %zu bytes lies in memory that ends after %zu: fetches beyond the "
            "end give 0\n",
            bytes, left);
}

// Texels that lie in the memory after `p`, at most `bytes` of it.
static size_t elements_behind(const void *p, size_t bytes, size_t element) {
  const Memory m = memory_near(p);
  if (m.kind == Memory::Host || m.kind == Memory::Nowhere)
    return 0;
  const uintptr_t at = reinterpret_cast<uintptr_t>(p), end = m.base + m.size;
  return at < end ? std::min<size_t>(bytes, end - at) / element : 0;
}

// The memory of linear or pitched textures: addresses are multiples of the element.
static clrt_error place_linear(const clrt_resource_desc &res, Texture &t) {
  const bool is_2d = res.resType == CLRT_RESOURCE_TYPE_PITCH2D;
  const void *p = is_2d ? res.res.pitch2D.devPtr : res.res.linear.devPtr;
  const clrt_channel_format_desc &desc = is_2d ? res.res.pitch2D.desc : res.res.linear.desc;
  const size_t element = element_size(desc);
  if (element == 0)
    return CLRT_ERROR_INVALID_CHANNEL_DESCRIPTOR;
  // The field takes any pointer: a buffer by its handle, too. OpenCL must not be asked about a
  // device address.
  const cl_mem mem = static_cast<cl_mem>(const_cast<void *>(p));
  if (mem && memory_at(p).kind == Memory::Host && is_alive(mem))
    p = clrt_address(mem);
  if (!p || reinterpret_cast<uintptr_t>(p) % element != 0)
    return CLRT_ERROR_INVALID_VALUE;
  t.address = p;
  t.info.format = format_of(desc);
  t.info.height = t.info.depth = 1;
  if (!is_2d) {
    const size_t bytes = res.res.linear.sizeInBytes, count = elements_behind(p, bytes, element);
    t.info.width = static_cast<cl_uint>(std::min<size_t>(count, INT_MAX));
    if (count == 0 && bytes >= element) // not in the device's memory at all
      return CLRT_ERROR_INVALID_VALUE;
    if (count < bytes / element && bytes < UINT_MAX) // which stands for "all of it"
      say_that_memory_ends(bytes, count * element);
    return CLRT_SUCCESS;
  }
  const size_t width = res.res.pitch2D.width, height = res.res.pitch2D.height,
               pitch = res.res.pitch2D.pitchInBytes;
  if (width == 0 || height == 0 || width > INT_MAX || height > INT_MAX || pitch > UINT_MAX ||
      pitch < width * element || pitch % element != 0 ||
      elements_behind(p, SIZE_MAX, 1) < pitch * (height - 1) + width * element)
    return CLRT_ERROR_INVALID_VALUE;
  t.info.width = static_cast<cl_uint>(width);
  t.info.height = static_cast<cl_uint>(height);
  t.info.pitch = static_cast<cl_uint>(pitch);
  return CLRT_SUCCESS;
}

static clrt_error place(const clrt_resource_desc &res, Texture &t) {
  if (res.resType == CLRT_RESOURCE_TYPE_LINEAR || res.resType == CLRT_RESOURCE_TYPE_PITCH2D)
    return place_linear(res, t);
  if (res.resType != CLRT_RESOURCE_TYPE_ARRAY)
    return CLRT_ERROR_NOT_SUPPORTED;
  clrt_array_const a = res.res.array.array;
  if (!a)
    return CLRT_ERROR_INVALID_VALUE;
  if (a->extent.width > INT_MAX || a->rows() > INT_MAX || a->slices() > INT_MAX ||
      a->pitch() > UINT_MAX)
    return CLRT_ERROR_NOT_SUPPORTED;
  t.address = a->data;
  t.info.format = format_of(a->desc);
  t.info.width = static_cast<cl_uint>(a->extent.width);
  t.info.height = static_cast<cl_uint>(a->rows());
  t.info.depth = static_cast<cl_uint>(a->slices());
  t.info.pitch = static_cast<cl_uint>(a->pitch());
  t.info.slice = a->pitch() * a->rows();
  return CLRT_SUCCESS;
}

// `x` with the 11 bits of a half, the rest cut off; no half is larger than 65504.
static float cut_to_half(float x) {
  if (!(std::fabs(x) < 65504))
    return std::isnan(x) ? x : std::copysign(65504.0f, x);
  int exponent;
  std::frexp(x, &exponent);
  const float step = std::ldexp(1.0f, std::max(exponent, -13) - 11);
  return std::trunc(x / step) * step;
}

// One channel of a border's color as a texel of this format has it: a 32-bit word, as an H200 gives
// it. Of integers that are not normalized the color's bits count.
static cl_uint border_word(float color, cl_uint format, bool normalizes) {
  const cl_uint bits = 8u << (format & 3), kind = format >> 2 & 3;
  const bool is_signed = kind == CLRT_CHANNEL_FORMAT_KIND_SIGNED;
  if (normalizes) {
    const auto largest = static_cast<float>((1u << (is_signed ? bits - 1 : bits)) - 1);
    const float least = is_signed ? -1.0f : 0.0f;
    color = std::isnan(color) ? 0 : std::min(std::max(color, least), 1.0f);
    color = std::ceil(color * largest - 0.5f) / largest;
  } else if (kind == CLRT_CHANNEL_FORMAT_KIND_FLOAT && bits == 16) {
    color = cut_to_half(color);
  }
  cl_uint word;
  std::memcpy(&word, &color, sizeof word);
  if (normalizes || kind == CLRT_CHANNEL_FORMAT_KIND_FLOAT || bits == 32)
    return word;
  const cl_uint low = word & ((1u << bits) - 1);
  return is_signed && low >> (bits - 1) ? low - (1u << bits) : low;
}

// The bits that clrt/device/sampling.clh names CLRT_TEXTURE_....
static clrt_error set_modes(const clrt_texture_desc &d, TextureInfo &info) {
  const bool is_float = (info.format >> 2 & 3) == CLRT_CHANNEL_FORMAT_KIND_FLOAT;
  const bool normalizes = d.readMode == CLRT_READ_MODE_NORMALIZED_FLOAT && !is_float;
  if (normalizes && (info.format & 3) == 2)
    return CLRT_ERROR_INVALID_NORM_SETTING;
  if (d.filterMode == CLRT_FILTER_MODE_LINEAR && !is_float && !normalizes)
    return CLRT_ERROR_INVALID_FILTER_SETTING;
  if (d.sRGB || d.seamlessCubemap)
    return CLRT_ERROR_NOT_SUPPORTED;
  for (int axis = 0; axis < 3; ++axis) {
    if (d.addressMode[axis] < CLRT_ADDRESS_MODE_WRAP ||
        d.addressMode[axis] > CLRT_ADDRESS_MODE_BORDER)
      return CLRT_ERROR_INVALID_VALUE;
    info.modes |= static_cast<cl_uint>(d.addressMode[axis]) << 2 * axis;
  }
  info.modes |= (d.filterMode == CLRT_FILTER_MODE_LINEAR ? 64u : 0u) |
                (d.normalizedCoords ? 128u : 0u) | (normalizes ? 256u : 0u);
  for (int channel = 0; channel < 4; ++channel) {
    const cl_uint word = border_word(d.borderColor[channel], info.format, normalizes);
    std::memcpy(&info.border[channel], &word, sizeof word);
  }
  return CLRT_SUCCESS;
}

static clrt_texture_object keep(const Object &made) {
  std::lock_guard<std::mutex> lock(objects().mutex);
  const clrt_texture_object object = ++objects().last;
  objects().all[object] = made;
  return object;
}

static clrt_error create(clrt_texture_object *object, const clrt_resource_desc &res,
                         const clrt_texture_desc &desc) {
  Object made = {res, desc, Texture()};
  clrt_error e = place(res, made.texture);
  if (e == CLRT_SUCCESS)
    e = set_modes(desc, made.texture.info);
  if (e == CLRT_SUCCESS)
    *object = keep(made);
  return e;
}

clrt_error clrt_create_texture_object(clrt_texture_object *object, const clrt_resource_desc *res,
                                      const clrt_texture_desc *desc, const void *view) {
  if (!object || !res || !desc)
    return record(CLRT_ERROR_INVALID_VALUE);
  return record(view ? CLRT_ERROR_NOT_SUPPORTED : create(object, *res, *desc));
}

static void destroy(clrt_texture_object object) {
  std::lock_guard<std::mutex> lock(objects().mutex);
  objects().all.erase(object);
}

clrt_error clrt_destroy_texture_object(clrt_texture_object object) {
  destroy(object);
  return CLRT_SUCCESS; // of any number, as CUDA 13 (H100)
}

clrt_error clrt_get_texture_object_resource_desc(clrt_resource_desc *res,
                                                 clrt_texture_object object) {
  std::lock_guard<std::mutex> lock(objects().mutex);
  auto at = objects().all.find(object);
  if (!res || at == objects().all.end())
    return record(CLRT_ERROR_INVALID_VALUE);
  *res = at->second.resource;
  return CLRT_SUCCESS;
}

clrt_error clrt_get_texture_object_texture_desc(clrt_texture_desc *desc,
                                                clrt_texture_object object) {
  std::lock_guard<std::mutex> lock(objects().mutex);
  auto at = objects().all.find(object);
  if (!desc || at == objects().all.end())
    return record(CLRT_ERROR_INVALID_VALUE);
  *desc = at->second.desc;
  return CLRT_SUCCESS;
}

// ---- surfaces: objects of arrays that kernels write, too ----

static clrt_error create_surface(clrt_surface_object *object, const clrt_resource_desc &res) {
  if (res.resType != CLRT_RESOURCE_TYPE_ARRAY || !res.res.array.array ||
      !(res.res.array.array->flags & CLRT_ARRAY_SURFACE_LOAD_STORE))
    return CLRT_ERROR_INVALID_VALUE;
  Object made = {res, clrt_texture_desc(), Texture()};
  clrt_error e = place(res, made.texture);
  if (e == CLRT_SUCCESS)
    *object = keep(made);
  return e;
}

clrt_error clrt_create_surface_object(clrt_surface_object *object, const clrt_resource_desc *res) {
  return record(object && res ? create_surface(object, *res) : CLRT_ERROR_INVALID_VALUE);
}

clrt_error clrt_destroy_surface_object(clrt_surface_object object) {
  return clrt_destroy_texture_object(object);
}

clrt_error clrt_get_surface_object_resource_desc(clrt_resource_desc *res,
                                                 clrt_surface_object object) {
  return clrt_get_texture_object_resource_desc(res, object);
}

clrt_error clrt_bind_surface_to_array(const clrt_surface_reference *surface, clrt_array_const array,
                                      const clrt_channel_format_desc *desc) {
  if (!surface || !array)
    return record(CLRT_ERROR_INVALID_VALUE);
  if (desc && (element_size(*desc) != array->element || desc->f != array->desc.f))
    return record(CLRT_ERROR_INVALID_CHANNEL_DESCRIPTOR);
  clrt_resource_desc res = clrt_resource_desc();
  res.resType = CLRT_RESOURCE_TYPE_ARRAY;
  res.res.array.array = const_cast<clrt_array>(array);
  clrt_surface_object object = 0;
  clrt_error e = create_surface(&object, res);
  if (e != CLRT_SUCCESS)
    return record(e);
  destroy(surface->object);
  const_cast<clrt_surface_reference *>(surface)->object = object;
  return CLRT_SUCCESS;
}

// ---- references ----

static clrt_error bind(const clrt_texture_reference *texture, const clrt_resource_desc &res) {
  if (!texture)
    return CLRT_ERROR_INVALID_TEXTURE;
  clrt_texture_desc desc = clrt_texture_desc();
  std::copy(texture->addressMode, texture->addressMode + 3, desc.addressMode);
  desc.filterMode = texture->filterMode;
  desc.readMode = texture->read_mode;
  desc.sRGB = texture->sRGB;
  desc.normalizedCoords = texture->normalized;
  clrt_texture_object object = 0;
  clrt_error e = create(&object, res, desc);
  if (e != CLRT_SUCCESS)
    return e;
  destroy(texture->object);
  const_cast<clrt_texture_reference *>(texture)->object = object; // CUDA's const is of the settings
  return CLRT_SUCCESS;
}

// Kernels read the elements of linear memory by the type that the reference was declared with.
static bool has_elements_of(const clrt_texture_reference &texture,
                            const clrt_channel_format_desc &desc) {
  const clrt_channel_format_desc &e = texture.element;
  return e.x == 0 || texture.read_mode != CLRT_READ_MODE_ELEMENT_TYPE ||
         (e.x == desc.x && e.y == desc.y && e.z == desc.z && e.w == desc.w);
}

clrt_error clrt_bind_texture(size_t *offset, const clrt_texture_reference *texture, const void *p,
                             const clrt_channel_format_desc *desc, size_t size) {
  if (!texture || !desc)
    return record(CLRT_ERROR_INVALID_VALUE);
  if (!has_elements_of(*texture, *desc))
    return record(CLRT_ERROR_INVALID_CHANNEL_DESCRIPTOR);
  clrt_resource_desc res = clrt_resource_desc();
  res.resType = CLRT_RESOURCE_TYPE_LINEAR;
  res.res.linear.devPtr = const_cast<void *>(p);
  res.res.linear.desc = *desc;
  res.res.linear.sizeInBytes = size;
  if (offset)
    *offset = 0;
  return record(bind(texture, res));
}

clrt_error clrt_bind_texture_2d(size_t *offset, const clrt_texture_reference *texture,
                                const void *p, const clrt_channel_format_desc *desc, size_t width,
                                size_t height, size_t pitch) {
  if (!texture || !desc)
    return record(CLRT_ERROR_INVALID_VALUE);
  clrt_resource_desc res = clrt_resource_desc();
  res.resType = CLRT_RESOURCE_TYPE_PITCH2D;
  res.res.pitch2D.devPtr = const_cast<void *>(p);
  res.res.pitch2D.desc = *desc;
  res.res.pitch2D.width = width;
  res.res.pitch2D.height = height;
  res.res.pitch2D.pitchInBytes = pitch;
  if (offset)
    *offset = 0;
  return record(bind(texture, res));
}

clrt_error clrt_bind_texture_to_array(const clrt_texture_reference *texture, clrt_array_const array,
                                      const clrt_channel_format_desc *desc) {
  if (!texture || !array)
    return record(CLRT_ERROR_INVALID_VALUE);
  if (desc && (element_size(*desc) != array->element || desc->f != array->desc.f))
    return record(CLRT_ERROR_INVALID_CHANNEL_DESCRIPTOR);
  clrt_resource_desc res = clrt_resource_desc();
  res.resType = CLRT_RESOURCE_TYPE_ARRAY;
  res.res.array.array = const_cast<clrt_array>(array);
  return record(bind(texture, res));
}

clrt_error clrt_unbind_texture(const clrt_texture_reference *texture) {
  if (!texture)
    return record(CLRT_ERROR_INVALID_TEXTURE);
  destroy(texture->object);
  const_cast<clrt_texture_reference *>(texture)->object = 0;
  return CLRT_SUCCESS;
}

clrt_error clrt_get_texture_alignment_offset(size_t *offset,
                                             const clrt_texture_reference *texture) {
  if (!offset || !texture)
    return record(CLRT_ERROR_INVALID_VALUE);
  *offset = 0;
  return record(texture->object ? CLRT_SUCCESS : CLRT_ERROR_INVALID_TEXTURE_BINDING);
}
