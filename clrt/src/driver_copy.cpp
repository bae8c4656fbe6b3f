// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The driver API's copies and fills.

#include "driver_state.h"

using namespace clrt_impl;

CUresult cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t bytes) {
  return in_context(
      [&] { return clrt_memcpy(pointer(dst), pointer(src), bytes, CLRT_MEMCPY_DEFAULT); });
}
CUresult cuMemcpyHtoD(CUdeviceptr dst, const void *src, size_t bytes) {
  return in_context([&] { return clrt_write(pointer(dst), src, bytes); });
}
CUresult cuMemcpyDtoH(void *dst, CUdeviceptr src, size_t bytes) {
  return in_context([&] { return clrt_read(dst, pointer(src), bytes); });
}
CUresult cuMemcpyDtoD(CUdeviceptr dst, CUdeviceptr src, size_t bytes) {
  return in_context([&] { return clrt_copy(pointer(dst), pointer(src), bytes); });
}
CUresult cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t bytes, CUstream stream) {
  return in_context([&] {
    return clrt_memcpy_async(pointer(dst), pointer(src), bytes, CLRT_MEMCPY_DEFAULT, stream);
  });
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr dst, const void *src, size_t bytes, CUstream stream) {
  return in_context([&] { return clrt_write_async(pointer(dst), src, bytes, stream); });
}
CUresult cuMemcpyDtoHAsync(void *dst, CUdeviceptr src, size_t bytes, CUstream stream) {
  return in_context([&] { return clrt_read_async(dst, pointer(src), bytes, stream); });
}
CUresult cuMemcpyDtoDAsync(CUdeviceptr dst, CUdeviceptr src, size_t bytes, CUstream stream) {
  return in_context([&] { return clrt_copy_async(pointer(dst), pointer(src), bytes, stream); });
}

namespace {
// One side of a copy: the address of its first byte.
struct Side {
  CUmemorytype type;
  const void *host;
  CUdeviceptr device;
  size_t x, y, pitch; // bytes, rows, bytes
  void *first() const {
    const char *base = type == CU_MEMORYTYPE_HOST ? static_cast<const char *>(host)
                                                  : static_cast<const char *>(pointer(device));
    return const_cast<char *>(base + y * pitch + x);
  }
};
} // namespace

static CUresult copy_2d(const CUDA_MEMCPY2D *c, bool async, CUstream stream) {
  CUresult r = need_context();
  if (r != CUDA_SUCCESS || !c)
    return r != CUDA_SUCCESS ? r : CUDA_ERROR_INVALID_VALUE;
  Side src = {c->srcMemoryType, c->srcHost, c->srcDevice, c->srcXInBytes, c->srcY, c->srcPitch};
  Side dst = {c->dstMemoryType, c->dstHost, c->dstDevice, c->dstXInBytes, c->dstY, c->dstPitch};
  for (Side *side : {&src, &dst}) {
    if (side->type == CU_MEMORYTYPE_ARRAY)
      return CUDA_ERROR_NOT_SUPPORTED;
    if (side->type < CU_MEMORYTYPE_HOST || side->type > CU_MEMORYTYPE_UNIFIED)
      return CUDA_ERROR_INVALID_VALUE;
    if (side->pitch == 0)
      side->pitch = side->x + c->WidthInBytes;
    if (side->pitch < side->x + c->WidthInBytes)
      return CUDA_ERROR_INVALID_VALUE;
  }
  const bool from_host = src.type == CU_MEMORYTYPE_HOST, to_host = dst.type == CU_MEMORYTYPE_HOST;
  const bool unified = src.type == CU_MEMORYTYPE_UNIFIED || dst.type == CU_MEMORYTYPE_UNIFIED;
  const clrt_memcpy_kind kind =
      unified     ? CLRT_MEMCPY_DEFAULT
      : from_host ? to_host ? CLRT_MEMCPY_HOST_TO_HOST : CLRT_MEMCPY_HOST_TO_DEVICE
      : to_host   ? CLRT_MEMCPY_DEVICE_TO_HOST
                  : CLRT_MEMCPY_DEVICE_TO_DEVICE;
  return in_context([&] {
    return async ? clrt_memcpy_2d_async(dst.first(), dst.pitch, src.first(), src.pitch,
                                        c->WidthInBytes, c->Height, kind, stream)
                 : clrt_memcpy_2d(dst.first(), dst.pitch, src.first(), src.pitch, c->WidthInBytes,
                                  c->Height, kind);
  });
}

CUresult cuMemcpy2D(const CUDA_MEMCPY2D *c) { return copy_2d(c, false, nullptr); }
CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D *c) { return copy_2d(c, false, nullptr); }
CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D *c, CUstream stream) {
  return copy_2d(c, true, stream);
}

// \p width in elements of \p element bytes.
static CUresult fill(CUdeviceptr p, size_t pitch, unsigned value, size_t element, size_t width,
                     size_t height, bool async, CUstream stream) {
  return in_context([&] {
    if (p % element != 0 || (height > 1 && pitch % element != 0))
      return CLRT_ERROR_INVALID_VALUE;
    const Box box = {pointer(p), height > 1 ? pitch : width * element, 0};
    return fill_box(box, value, element, width * element, height, 1, async, stream);
  });
}

#define FILLS(BITS, TYPE)                                                                          \
  CUresult cuMemsetD##BITS(CUdeviceptr p, TYPE value, size_t n) {                                  \
    return fill(p, 0, value, BITS / 8, n, 1, false, nullptr);                                      \
  }                                                                                                \
  CUresult cuMemsetD##BITS##Async(CUdeviceptr p, TYPE value, size_t n, CUstream stream) {          \
    return fill(p, 0, value, BITS / 8, n, 1, true, stream);                                        \
  }                                                                                                \
  CUresult cuMemsetD2D##BITS(CUdeviceptr p, size_t pitch, TYPE value, size_t width,                \
                             size_t height) {                                                      \
    return fill(p, pitch, value, BITS / 8, width, height, false, nullptr);                         \
  }                                                                                                \
  CUresult cuMemsetD2D##BITS##Async(CUdeviceptr p, size_t pitch, TYPE value, size_t width,         \
                                    size_t height, CUstream stream) {                              \
    return fill(p, pitch, value, BITS / 8, width, height, true, stream);                           \
  }
FILLS(8, unsigned char)
FILLS(16, unsigned short)
FILLS(32, unsigned)
