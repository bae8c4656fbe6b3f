// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Arrays, textures and surfaces: a part of clrt.hpp, which includes this.

#ifndef CLRT_TEXTURES_HPP
#define CLRT_TEXTURES_HPP
#include "names_begin.h"

#include "place.hpp"

#include <climits>

namespace clrt {

typedef clrt_array array;
typedef clrt_array_const array_const;
typedef clrt_channel_format_desc channel_format_desc;
typedef clrt_channel_format_kind channel_format_kind;
typedef clrt_resource_type resource_type;
typedef clrt_resource_desc resource_desc;
typedef clrt_texture_desc texture_desc;
typedef clrt_texture_address_mode texture_address_mode;
typedef clrt_texture_filter_mode texture_filter_mode;
typedef clrt_texture_read_mode texture_read_mode;
typedef clrt_surface_boundary_mode surface_boundary_mode;
typedef clrt_texture_object texture_object;
typedef clrt_surface_object surface_object;
typedef clrt_texture_reference texture_reference;
typedef clrt_surface_reference surface_reference;

namespace detail {
// The channels of a texel type: a number, or a vector of up to four, whose first is `x`.
template <typename Type, bool IsNumber = std::is_arithmetic<Type>::value> struct channels_of {
  typedef Type type;
  static constexpr int count = 1;
};
template <typename Type, typename = void> struct vector_channels {
  typedef void type;
  static constexpr int count = 0;
};
template <typename Type>
struct vector_channels<
    Type, typename std::enable_if<std::is_arithmetic<decltype(Type().x)>::value>::type> {
  typedef decltype(Type().x) type;
  static constexpr int count = static_cast<int>(sizeof(Type) / sizeof(type));
};
template <typename Type> struct channels_of<Type, false> : vector_channels<Type> {};

template <typename Type> struct channel_bits {
  static constexpr int value = static_cast<int>(sizeof(Type) * CHAR_BIT);
};
template <> struct channel_bits<void> {
  static constexpr int value = 0;
};
} // namespace detail

inline channel_format_desc create_channel_desc(int x, int y, int z, int w, channel_format_kind f) {
  return clrt_create_channel_desc(x, y, z, w, f);
}
inline channel_format_desc create_channel_desc_half() { return clrt_create_channel_desc_half(); }
inline channel_format_desc create_channel_desc_half2() { return clrt_create_channel_desc_half2(); }
inline channel_format_desc create_channel_desc_half4() { return clrt_create_channel_desc_half4(); }
// That of memory with elements of this type; of types that are no texels it has no channels.
template <typename Type> channel_format_desc create_channel_desc() {
  typedef detail::channels_of<typename std::remove_cv<Type>::type> channels;
  typedef typename channels::type channel;
  const int bits = detail::channel_bits<channel>::value;
  return create_channel_desc(bits, channels::count > 1 ? bits : 0, channels::count > 2 ? bits : 0,
                             channels::count > 3 ? bits : 0,
                             bits == 0 ? CLRT_CHANNEL_FORMAT_KIND_NONE
                             : std::is_floating_point<channel>::value
                                 ? CLRT_CHANNEL_FORMAT_KIND_FLOAT
                             : std::is_signed<channel>::value ? CLRT_CHANNEL_FORMAT_KIND_SIGNED
                                                              : CLRT_CHANNEL_FORMAT_KIND_UNSIGNED);
}

// ---- arrays ----

inline clrt_error malloc_array(array *a, const channel_format_desc *desc, std::size_t width,
                               std::size_t height = 0, unsigned flags = 0) {
  return clrt_malloc_array(a, desc, width, height, flags);
}
inline clrt_error malloc_3d_array(array *a, const channel_format_desc *desc, clrt_extent size,
                                  unsigned flags = 0) {
  return clrt_malloc_3d_array(a, desc, size, flags);
}
inline clrt_error free_array(array a) { return clrt_free_array(a); }
inline clrt_error array_get_info(channel_format_desc *desc, clrt_extent *size, unsigned *flags,
                                 array a) {
  return clrt_array_get_info(desc, size, flags, a);
}
inline clrt_error get_channel_desc(channel_format_desc *desc, array_const a) {
  return clrt_get_channel_desc(desc, a);
}
inline clrt_error memcpy_to_array(array dst, std::size_t x, std::size_t y, const detail::place &src,
                                  std::size_t bytes, clrt_memcpy_kind kind) {
  return clrt_memcpy_to_array(dst, x, y, src.address(), bytes, kind);
}
inline clrt_error memcpy_to_array_async(array dst, std::size_t x, std::size_t y,
                                        const detail::place &src, std::size_t bytes,
                                        clrt_memcpy_kind kind, clrt_stream s = nullptr) {
  return clrt_memcpy_to_array_async(dst, x, y, src.address(), bytes, kind, s);
}
inline clrt_error memcpy_from_array(const detail::place &dst, array_const src, std::size_t x,
                                    std::size_t y, std::size_t bytes, clrt_memcpy_kind kind) {
  return clrt_memcpy_from_array(dst.address(), src, x, y, bytes, kind);
}
inline clrt_error memcpy_from_array_async(const detail::place &dst, array_const src, std::size_t x,
                                          std::size_t y, std::size_t bytes, clrt_memcpy_kind kind,
                                          clrt_stream s = nullptr) {
  return clrt_memcpy_from_array_async(dst.address(), src, x, y, bytes, kind, s);
}
inline clrt_error memcpy_array_to_array(array dst, std::size_t dst_x, std::size_t dst_y,
                                        array_const src, std::size_t src_x, std::size_t src_y,
                                        std::size_t bytes,
                                        clrt_memcpy_kind kind = CLRT_MEMCPY_DEVICE_TO_DEVICE) {
  return clrt_memcpy_array_to_array(dst, dst_x, dst_y, src, src_x, src_y, bytes, kind);
}
inline clrt_error memcpy_2d_to_array(array dst, std::size_t x, std::size_t y,
                                     const detail::place &src, std::size_t spitch,
                                     std::size_t width, std::size_t height, clrt_memcpy_kind kind) {
  return clrt_memcpy_2d_to_array(dst, x, y, src.address(), spitch, width, height, kind);
}
inline clrt_error memcpy_2d_to_array_async(array dst, std::size_t x, std::size_t y,
                                           const detail::place &src, std::size_t spitch,
                                           std::size_t width, std::size_t height,
                                           clrt_memcpy_kind kind, clrt_stream s = nullptr) {
  return clrt_memcpy_2d_to_array_async(dst, x, y, src.address(), spitch, width, height, kind, s);
}
inline clrt_error memcpy_2d_from_array(const detail::place &dst, std::size_t dpitch,
                                       array_const src, std::size_t x, std::size_t y,
                                       std::size_t width, std::size_t height,
                                       clrt_memcpy_kind kind) {
  return clrt_memcpy_2d_from_array(dst.address(), dpitch, src, x, y, width, height, kind);
}
inline clrt_error memcpy_2d_from_array_async(const detail::place &dst, std::size_t dpitch,
                                             array_const src, std::size_t x, std::size_t y,
                                             std::size_t width, std::size_t height,
                                             clrt_memcpy_kind kind, clrt_stream s = nullptr) {
  return clrt_memcpy_2d_from_array_async(dst.address(), dpitch, src, x, y, width, height, kind, s);
}
inline clrt_error memcpy_2d_array_to_array(array dst, std::size_t dst_x, std::size_t dst_y,
                                           array_const src, std::size_t src_x, std::size_t src_y,
                                           std::size_t width, std::size_t height,
                                           clrt_memcpy_kind kind = CLRT_MEMCPY_DEVICE_TO_DEVICE) {
  return clrt_memcpy_2d_array_to_array(dst, dst_x, dst_y, src, src_x, src_y, width, height, kind);
}

// ---- objects ----

inline clrt_error create_texture_object(texture_object *object, const resource_desc *res,
                                        const texture_desc *desc, const void *view) {
  return clrt_create_texture_object(object, res, desc, view);
}
inline clrt_error destroy_texture_object(texture_object object) {
  return clrt_destroy_texture_object(object);
}
inline clrt_error get_texture_object_resource_desc(resource_desc *res, texture_object object) {
  return clrt_get_texture_object_resource_desc(res, object);
}
inline clrt_error get_texture_object_texture_desc(texture_desc *desc, texture_object object) {
  return clrt_get_texture_object_texture_desc(desc, object);
}

inline clrt_error create_surface_object(surface_object *object, const resource_desc *res) {
  return clrt_create_surface_object(object, res);
}
inline clrt_error destroy_surface_object(surface_object object) {
  return clrt_destroy_surface_object(object);
}
inline clrt_error get_surface_object_resource_desc(resource_desc *res, surface_object object) {
  return clrt_get_surface_object_resource_desc(res, object);
}

// ---- references ----

template <typename Type, int Dimensions = CLRT_TEXTURE_TYPE1D,
          clrt_texture_read_mode Mode = CLRT_READ_MODE_ELEMENT_TYPE>
struct texture : clrt_texture_reference {
  texture(int normalized_ = 0, clrt_texture_filter_mode filter = CLRT_FILTER_MODE_POINT,
          clrt_texture_address_mode address = CLRT_ADDRESS_MODE_CLAMP)
      : texture(normalized_, filter, address, create_channel_desc<Type>()) {}
  texture(int normalized_, clrt_texture_filter_mode filter, clrt_texture_address_mode address,
          channel_format_desc desc)
      : clrt_texture_reference() {
    normalized = normalized_;
    filterMode = filter;
    addressMode[0] = addressMode[1] = addressMode[2] = address;
    channelDesc = desc;
    read_mode = Mode;
    element = create_channel_desc<Type>();
  }
};

template <typename Type, int Dimensions = CLRT_SURFACE_TYPE1D> struct surface : surface_reference {
  surface() : surface_reference() {}
};

inline clrt_error bind_surface_to_array(const surface_reference *s, array_const a,
                                        const channel_format_desc *desc) {
  return clrt_bind_surface_to_array(s, a, desc);
}
inline clrt_error bind_surface_to_array(const surface_reference &s, array_const a) {
  return clrt_bind_surface_to_array(&s, a, nullptr);
}
inline clrt_error bind_surface_to_array(const surface_reference &s, array_const a,
                                        const channel_format_desc &desc) {
  return clrt_bind_surface_to_array(&s, a, &desc);
}
inline clrt_error bind_texture(std::size_t *offset, const texture_reference *t,
                               const detail::place &p, const channel_format_desc *desc,
                               std::size_t size = UINT_MAX) {
  return clrt_bind_texture(offset, t, p.address(), desc, size);
}
template <typename Type, int Dimensions, clrt_texture_read_mode Mode>
clrt_error bind_texture(std::size_t *offset, const texture<Type, Dimensions, Mode> &t,
                        const detail::place &p, const channel_format_desc &desc,
                        std::size_t size = UINT_MAX) {
  return clrt_bind_texture(offset, &t, p.address(), &desc, size);
}
template <typename Type, int Dimensions, clrt_texture_read_mode Mode>
clrt_error bind_texture(std::size_t *offset, const texture<Type, Dimensions, Mode> &t,
                        const detail::place &p, std::size_t size = UINT_MAX) {
  return clrt_bind_texture(offset, &t, p.address(), &t.channelDesc, size);
}
inline clrt_error bind_texture_2d(std::size_t *offset, const texture_reference *t,
                                  const detail::place &p, const channel_format_desc *desc,
                                  std::size_t width, std::size_t height, std::size_t pitch) {
  return clrt_bind_texture_2d(offset, t, p.address(), desc, width, height, pitch);
}
template <typename Type, int Dimensions, clrt_texture_read_mode Mode>
clrt_error bind_texture_2d(std::size_t *offset, const texture<Type, Dimensions, Mode> &t,
                           const detail::place &p, const channel_format_desc &desc,
                           std::size_t width, std::size_t height, std::size_t pitch) {
  return clrt_bind_texture_2d(offset, &t, p.address(), &desc, width, height, pitch);
}
template <typename Type, int Dimensions, clrt_texture_read_mode Mode>
clrt_error bind_texture_2d(std::size_t *offset, const texture<Type, Dimensions, Mode> &t,
                           const detail::place &p, std::size_t width, std::size_t height,
                           std::size_t pitch) {
  return clrt_bind_texture_2d(offset, &t, p.address(), &t.channelDesc, width, height, pitch);
}
inline clrt_error bind_texture_to_array(const texture_reference *t, array_const a,
                                        const channel_format_desc *desc) {
  return clrt_bind_texture_to_array(t, a, desc);
}
template <typename Type, int Dimensions, clrt_texture_read_mode Mode>
clrt_error bind_texture_to_array(const texture<Type, Dimensions, Mode> &t, array_const a,
                                 const channel_format_desc &desc) {
  return clrt_bind_texture_to_array(&t, a, &desc);
}
template <typename Type, int Dimensions, clrt_texture_read_mode Mode>
clrt_error bind_texture_to_array(const texture<Type, Dimensions, Mode> &t, array_const a) {
  return clrt_bind_texture_to_array(&t, a, nullptr);
}
inline clrt_error unbind_texture(const texture_reference *t) { return clrt_unbind_texture(t); }
inline clrt_error unbind_texture(const texture_reference &t) { return clrt_unbind_texture(&t); }
inline clrt_error get_texture_alignment_offset(std::size_t *offset, const texture_reference *t) {
  return clrt_get_texture_alignment_offset(offset, t);
}
inline clrt_error get_texture_alignment_offset(std::size_t *offset, const texture_reference &t) {
  return clrt_get_texture_alignment_offset(offset, &t);
}

} // namespace clrt

#include "names_end.h"

#endif
