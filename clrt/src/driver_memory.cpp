// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The driver API's memory. A CUdeviceptr is the number of an address.

#include "driver_state.h"

using namespace clrt_impl;

// What `allocate` leaves in its argument, as a number.
template <typename Allocate> static CUresult allocate(CUdeviceptr *p, size_t bytes, Allocate call) {
  return in_context([&] {
    void *address = nullptr;
    const clrt_error e = p && bytes > 0 ? call(&address) : CLRT_ERROR_INVALID_VALUE;
    if (e == CLRT_SUCCESS)
      *p = number(address);
    return e;
  });
}

CUresult cuMemGetInfo(size_t *free_bytes, size_t *total) {
  return in_context([&] { return clrt_mem_info(free_bytes, total); });
}
CUresult cuMemAlloc(CUdeviceptr *p, size_t bytes) {
  return allocate(p, bytes, [&](void **address) { return clrt_malloc(address, bytes); });
}
CUresult cuMemAllocPitch(CUdeviceptr *p, size_t *pitch, size_t width, size_t height,
                         unsigned element) {
  if (element != 4 && element != 8 && element != 16)
    return CUDA_ERROR_INVALID_VALUE;
  return allocate(p, width * height,
                  [&](void **address) { return clrt_malloc_pitch(address, pitch, width, height); });
}
CUresult cuMemAllocManaged(CUdeviceptr *p, size_t bytes, unsigned flags) {
  if (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST)
    return CUDA_ERROR_INVALID_VALUE;
  return allocate(p, bytes,
                  [&](void **address) { return clrt_malloc_managed(address, bytes, flags); });
}
CUresult cuMemAllocAsync(CUdeviceptr *p, size_t bytes, CUstream stream) {
  return allocate(p, bytes,
                  [&](void **address) { return clrt_malloc_async(address, bytes, stream); });
}
CUresult cuMemFree(CUdeviceptr p) {
  return in_context([&] { return clrt_free(pointer(p)); });
}
CUresult cuMemFreeAsync(CUdeviceptr p, CUstream stream) {
  return in_context([&] { return clrt_free_async(pointer(p), stream); });
}
CUresult cuMemAllocHost(void **p, size_t bytes) {
  return in_context(
      [&] { return bytes > 0 ? clrt_malloc_host(p, bytes) : CLRT_ERROR_INVALID_VALUE; });
}
CUresult cuMemHostAlloc(void **p, size_t bytes, unsigned flags) {
  return in_context(
      [&] { return bytes > 0 ? clrt_host_alloc(p, bytes, flags) : CLRT_ERROR_INVALID_VALUE; });
}
CUresult cuMemFreeHost(void *p) {
  return in_context([&] { return p ? clrt_free_host(p) : CLRT_ERROR_INVALID_VALUE; });
}
CUresult cuMemHostGetDevicePointer(CUdeviceptr *p, void *host, unsigned flags) {
  return allocate(
      p, 1, [&](void **address) { return clrt_host_get_device_pointer(address, host, flags); });
}
CUresult cuMemHostGetFlags(unsigned *flags, void *p) {
  return in_context([&] { return clrt_host_get_flags(flags, p); });
}
CUresult cuMemHostRegister(void *p, size_t bytes, unsigned flags) {
  return in_context([&] { return clrt_host_register(p, bytes, flags); });
}
CUresult cuMemHostUnregister(void *p) {
  return in_context([&] { return clrt_host_unregister(p); });
}

// ---- questions about addresses ----

CUresult cuMemGetAddressRange(CUdeviceptr *base, size_t *size, CUdeviceptr p) {
  const CUresult r = need_context();
  const Memory m = r == CUDA_SUCCESS ? memory_at(pointer(p)) : Memory();
  if (r != CUDA_SUCCESS)
    return r;
  if (m.kind == Memory::Host || m.kind == Memory::Nowhere)
    return CUDA_ERROR_NOT_FOUND;
  if (base)
    *base = m.base;
  if (size)
    *size = m.size;
  return CUDA_SUCCESS;
}

template <typename T> static CUresult give(void *data, T value) {
  *static_cast<T *>(data) = value;
  return CUDA_SUCCESS;
}

CUresult cuPointerGetAttribute(void *data, CUpointer_attribute attribute, CUdeviceptr p) {
  const CUresult r = need_context();
  if (r != CUDA_SUCCESS || !data)
    return r != CUDA_SUCCESS ? r : CUDA_ERROR_INVALID_VALUE;
  const Memory m = memory_at(pointer(p));
  if (m.kind == Memory::Host || m.kind == Memory::Nowhere)
    return CUDA_ERROR_INVALID_VALUE;
  const bool of_host = m.is_pinned() || m.kind == Memory::Mapped;
  switch (attribute) {
  case CU_POINTER_ATTRIBUTE_CONTEXT:
    return give<CUcontext>(data, m.device ? primary_context(m.device->index) : nullptr);
  case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    return give<unsigned>(data, of_host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE);
  case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
    return give<CUdeviceptr>(data, p);
  case CU_POINTER_ATTRIBUTE_HOST_POINTER:
    if (!of_host && m.kind != Memory::Managed)
      return CUDA_ERROR_INVALID_VALUE;
    return give<void *>(data, pointer(p));
  case CU_POINTER_ATTRIBUTE_IS_MANAGED:
    return give<bool>(data, m.kind == Memory::Managed);
  case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
    return give<int>(data, m.device ? m.device->index : 0);
  case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    return give<CUdeviceptr>(data, m.base);
  case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
    return give<size_t>(data, m.size);
  default:
    return CUDA_ERROR_NOT_SUPPORTED;
  }
}
