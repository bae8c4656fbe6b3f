// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Pitched memory with slices, copies between devices: a part of clrt.hpp, which includes this.

#ifndef CLRT_COPIES_3D_HPP
#define CLRT_COPIES_3D_HPP
#include "names_begin.h"

#include "arguments.hpp"
#include "place.hpp"

namespace clrt {

typedef clrt_pitched_ptr pitched_ptr;
typedef clrt_extent extent;
typedef clrt_pos pos;
typedef clrt_memcpy_3d_parms memcpy_3d_parms;
typedef clrt_memcpy_3d_peer_parms memcpy_3d_peer_parms;

inline pitched_ptr make_pitched_ptr(const detail::place &p, std::size_t pitch, std::size_t width,
                                    std::size_t height) {
  return clrt_make_pitched_ptr(p.address(), pitch, width, height);
}
inline clrt_extent make_extent(std::size_t width, std::size_t height, std::size_t depth) {
  return clrt_make_extent(width, height, depth);
}
inline clrt_pos make_pos(std::size_t x, std::size_t y, std::size_t z) {
  return clrt_make_pos(x, y, z);
}
inline clrt_error malloc_3d(pitched_ptr *p, clrt_extent size) { return clrt_malloc_3d(p, size); }
inline clrt_error svm_malloc_3d(pitched_ptr *p, clrt_extent size) {
  return clrt_svm_malloc_3d(p, size);
}
inline clrt_error memcpy_3d(const memcpy_3d_parms *p) { return clrt_memcpy_3d(p); }
inline clrt_error memcpy_3d_async(const memcpy_3d_parms *p, clrt_stream s = nullptr) {
  return clrt_memcpy_3d_async(p, s);
}
inline clrt_error memset_3d(pitched_ptr p, int value, clrt_extent size) {
  return clrt_memset_3d(p, value, size);
}
inline clrt_error memset_3d_async(pitched_ptr p, int value, clrt_extent size,
                                  clrt_stream s = nullptr) {
  return clrt_memset_3d_async(p, value, size, s);
}
inline clrt_error memcpy_peer(const detail::place &dst, int dst_device, const detail::place &src,
                              int src_device, std::size_t bytes) {
  return clrt_memcpy_peer(dst.address(), dst_device, src.address(), src_device, bytes);
}
inline clrt_error memcpy_peer_async(const detail::place &dst, int dst_device,
                                    const detail::place &src, int src_device, std::size_t bytes,
                                    clrt_stream s = nullptr) {
  return clrt_memcpy_peer_async(dst.address(), dst_device, src.address(), src_device, bytes, s);
}
inline clrt_error memcpy_3d_peer(const memcpy_3d_peer_parms *p) { return clrt_memcpy_3d_peer(p); }
inline clrt_error memcpy_3d_peer_async(const memcpy_3d_peer_parms *p, clrt_stream s = nullptr) {
  return clrt_memcpy_3d_peer_async(p, s);
}

} // namespace clrt

// A kernel's argument goes member by member.
inline clrt::arguments arguments_of(const clrt_pitched_ptr &p) {
  return {p.ptr, p.pitch, p.xsize, p.ysize};
}

#include "names_end.h"

#endif
