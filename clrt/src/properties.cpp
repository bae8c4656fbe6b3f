// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Device properties under CUDA's names, and what CUDA lets a program set on a device.

#include "internal.h"

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>

using namespace clrt_impl;

// Queries of cl_nv_device_attribute_query, cl_khr_device_uuid and cl_khr_pci_bus_info; other
// devices answer with an error.
static const cl_device_info nv_capability_major = 0x4000, nv_capability_minor = 0x4001,
                            nv_registers = 0x4002, nv_kernel_timeout = 0x4005,
                            nv_async_engines = 0x4007, nv_pci_bus = 0x4008, nv_pci_slot = 0x4009,
                            nv_pci_domain = 0x400A, khr_uuid = 0x106A, khr_pci_bus = 0x410F;

static int number(cl_device_id id, cl_device_info what, int otherwise) {
  return static_cast<int>(
      std::min<cl_uint>(info<cl_uint>(id, what, static_cast<cl_uint>(otherwise)), INT_MAX));
}
static int size_number(cl_device_id id, cl_device_info what) {
  return static_cast<int>(std::min<size_t>(info<size_t>(id, what, 0), INT_MAX));
}
static size_t bytes(cl_device_id id, cl_device_info what) {
  return static_cast<size_t>(info<cl_ulong>(id, what, 0));
}

int clrt_impl::nvidia_capability(const Device *d) {
  return is_nvidia(d->id)
             ? 10 * number(d->id, nv_capability_major, 0) + number(d->id, nv_capability_minor, 0)
             : 0;
}

static void describe_images(clrt_device_properties &p, cl_device_id id) {
  if (!info<cl_bool>(id, CL_DEVICE_IMAGE_SUPPORT, CL_FALSE))
    return;
  auto of = [id](cl_device_info what) { return size_number(id, what); };
  int width = of(CL_DEVICE_IMAGE2D_MAX_WIDTH), height = of(CL_DEVICE_IMAGE2D_MAX_HEIGHT);
  p.maxTexture1D = p.maxTexture2D[0] = p.maxTexture1DLayered[0] = p.maxTexture2DLayered[0] = width;
  p.maxTexture2D[1] = p.maxTexture2DLayered[1] = height;
  p.maxTexture1DLinear = of(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE);
  p.maxTexture3D[0] = of(CL_DEVICE_IMAGE3D_MAX_WIDTH);
  p.maxTexture3D[1] = of(CL_DEVICE_IMAGE3D_MAX_HEIGHT);
  p.maxTexture3D[2] = of(CL_DEVICE_IMAGE3D_MAX_DEPTH);
  p.maxTexture1DLayered[1] = p.maxTexture2DLayered[2] = of(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE);
}

// Where OpenCL does not tell, a place that no other device has: its number.
static void describe_place(clrt_device_properties &p, const Device *d) {
  cl_uint places[4]; // domain, bus, device, function
  if (clGetDeviceInfo(d->id, khr_pci_bus, sizeof places, places, nullptr) == CL_SUCCESS) {
    p.pciDomainID = static_cast<int>(places[0]);
    p.pciBusID = static_cast<int>(places[1]);
    p.pciDeviceID = static_cast<int>(places[2]);
    return;
  }
  p.pciBusID = number(d->id, nv_pci_bus, 0);
  p.pciDeviceID = number(d->id, nv_pci_slot, d->index << 3) >> 3;
  p.pciDomainID = number(d->id, nv_pci_domain, 0);
}

static void describe(clrt_device_properties &p, const Device *d) {
  cl_device_id id = d->id;
  memset(&p, 0, sizeof p);
  snprintf(p.name, sizeof p.name, "%s", info_text(id, CL_DEVICE_NAME).c_str());
  clGetDeviceInfo(id, khr_uuid, sizeof p.uuid.bytes, p.uuid.bytes, nullptr);
  bool gpu = (info<cl_device_type>(id, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_GPU) != 0;
  p.totalGlobalMem = bytes(id, CL_DEVICE_GLOBAL_MEM_SIZE);
  p.totalConstMem = bytes(id, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE);
  p.sharedMemPerBlock = p.sharedMemPerBlockOptin = p.sharedMemPerMultiprocessor = d->local_bytes;
  p.regsPerBlock = p.regsPerMultiprocessor = number(id, nv_registers, 65536);
  p.warpSize = 32; // what the language says, whatever the device has
  p.memPitch = INT_MAX;
  p.maxThreadsPerBlock = static_cast<int>(d->max_threads);
  p.maxThreadsPerMultiProcessor = gpu ? 2048 : p.maxThreadsPerBlock;
  p.maxBlocksPerMultiProcessor = gpu ? 16 : 1;
  for (int i = 0; i < 3; ++i)
    p.maxThreadsDim[i] = static_cast<int>(d->max_block[i]);
  p.maxGridSize[0] = INT_MAX;
  p.maxGridSize[1] = p.maxGridSize[2] = 65535;
  p.clockRate = number(id, CL_DEVICE_MAX_CLOCK_FREQUENCY, 0) * 1000;
  p.major = number(id, nv_capability_major,
                   6); // 6.0 is what the translation provides: double atomics, 32-lane warps
  p.minor = number(id, nv_capability_minor, 0);
  p.textureAlignment = p.surfaceAlignment = info<cl_uint>(id, CL_DEVICE_MEM_BASE_ADDR_ALIGN, 0) / 8;
  p.texturePitchAlignment = 32;
  p.multiProcessorCount = number(id, CL_DEVICE_MAX_COMPUTE_UNITS, 1);
  p.integrated = info<cl_bool>(id, CL_DEVICE_HOST_UNIFIED_MEMORY, CL_FALSE) ? 1 : 0;
  p.kernelExecTimeoutEnabled = number(id, nv_kernel_timeout, 0);
  p.asyncEngineCount = number(id, nv_async_engines, 1);
  p.deviceOverlap = p.asyncEngineCount > 0;
  p.concurrentKernels = p.memoryPoolsSupported = 1;
  p.ECCEnabled = info<cl_bool>(id, CL_DEVICE_ERROR_CORRECTION_SUPPORT, CL_FALSE) ? 1 : 0;
  describe_place(p, d);
  p.l2CacheSize =
      static_cast<int>(std::min<size_t>(bytes(id, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE), INT_MAX));
  p.hostRegisterSupported = p.unifiedAddressing = 1;
  p.canMapHostMemory = p.managedMemory = has_svm(d);
  p.singleToDoublePrecisionPerfRatio =
      info<cl_device_fp_config>(id, CL_DEVICE_DOUBLE_FP_CONFIG, 0) ? 2 : 0;
  describe_images(p, id);
}

// Runs `f` on a device of a number that the user gave.
static clrt_error find(int device, Device *&d) {
  d = device_at(device);
  return d ? CLRT_SUCCESS : device_total() == 0 ? CLRT_ERROR_NO_DEVICE : CLRT_ERROR_INVALID_DEVICE;
}

clrt_error clrt_get_device_properties(clrt_device_properties *p, int device) {
  Device *d;
  clrt_error e = p ? find(device, d) : CLRT_ERROR_INVALID_VALUE;
  if (e == CLRT_SUCCESS)
    describe(*p, d);
  return record(e);
}

clrt_error clrt_device_attribute(int *value, clrt_device_attr attribute, int device) {
  Device *d;
  clrt_error e = value ? find(device, d) : CLRT_ERROR_INVALID_VALUE;
  if (e != CLRT_SUCCESS)
    return record(e);
  clrt_device_properties p;
  describe(p, d);
  switch (static_cast<int>(attribute)) {
#define CLRT_ATTRIBUTE(NAME, VALUE, CUDA_NAME, EXPRESSION)                                         \
  case VALUE:                                                                                      \
    *value = static_cast<int>(std::min<long long>(static_cast<long long>(EXPRESSION), INT_MAX));   \
    return CLRT_SUCCESS;
#include <clrt/attributes.def>
  default:
    return record(CLRT_ERROR_INVALID_VALUE);
  }
}

// The device that meets most of the fields that are set; the first of equals.
clrt_error clrt_choose_device(int *device, const clrt_device_properties *wanted) {
  if (!device || !wanted)
    return record(CLRT_ERROR_INVALID_VALUE);
  int best = -1, best_score = -1;
  for (int i = 0; i < device_total(); ++i) {
    clrt_device_properties p;
    describe(p, device_at(i));
    int score = (p.totalGlobalMem >= wanted->totalGlobalMem) +
                (p.sharedMemPerBlock >= wanted->sharedMemPerBlock) +
                (p.maxThreadsPerBlock >= wanted->maxThreadsPerBlock) +
                (p.multiProcessorCount >= wanted->multiProcessorCount) +
                (p.clockRate >= wanted->clockRate) +
                (p.major * 10 + p.minor >= wanted->major * 10 + wanted->minor) +
                (!wanted->name[0] || strstr(p.name, wanted->name));
    if (score > best_score) {
      best = i;
      best_score = score;
    }
  }
  if (best < 0)
    return record(CLRT_ERROR_NO_DEVICE);
  *device = best;
  return CLRT_SUCCESS;
}

// ---- settings: all but limits are hints that OpenCL has no use for ----

static std::atomic<unsigned> device_flags{CLRT_DEVICE_SCHEDULE_AUTO};

clrt_error clrt_set_device_flags(unsigned flags) {
  if (flags > 31)
    return record(CLRT_ERROR_INVALID_VALUE);
  device_flags.store(flags);
  return CLRT_SUCCESS;
}
clrt_error clrt_get_device_flags(unsigned *flags) {
  if (!flags)
    return record(CLRT_ERROR_INVALID_VALUE);
  *flags = device_flags.load();
  return CLRT_SUCCESS;
}

clrt_error clrt_device_set_limit(clrt_limit limit, size_t value) {
  Device *d;
  clrt_error e = current(d);
  if (e != CLRT_SUCCESS)
    return record(e);
  if (limit == CLRT_LIMIT_PRINTF_FIFO_SIZE) // fixed by the driver: more would lose output
    return record(value <= info<size_t>(d->id, CL_DEVICE_PRINTF_BUFFER_SIZE, 0)
                      ? CLRT_SUCCESS
                      : CLRT_ERROR_UNSUPPORTED_LIMIT);
  // No kernel of a port allocates, and their stack grows by itself: the value is kept.
  if (limit != CLRT_LIMIT_STACK_SIZE && limit != CLRT_LIMIT_MALLOC_HEAP_SIZE)
    return record(CLRT_ERROR_UNSUPPORTED_LIMIT);
  std::lock_guard<std::mutex> lock(d->mutex);
  (limit == CLRT_LIMIT_STACK_SIZE ? d->stack_limit : d->heap_limit) = value;
  return CLRT_SUCCESS;
}

clrt_error clrt_device_get_limit(size_t *value, clrt_limit limit) {
  Device *d;
  clrt_error e = value ? current(d) : CLRT_ERROR_INVALID_VALUE;
  if (e != CLRT_SUCCESS)
    return record(e);
  std::lock_guard<std::mutex> lock(d->mutex);
  if (limit == CLRT_LIMIT_STACK_SIZE)
    *value = d->stack_limit;
  else if (limit == CLRT_LIMIT_MALLOC_HEAP_SIZE)
    *value = d->heap_limit;
  else if (limit == CLRT_LIMIT_PRINTF_FIFO_SIZE)
    *value = info<size_t>(d->id, CL_DEVICE_PRINTF_BUFFER_SIZE, 0);
  else
    return record(CLRT_ERROR_UNSUPPORTED_LIMIT);
  return CLRT_SUCCESS;
}

clrt_error clrt_device_set_cache_config(clrt_func_cache) { return CLRT_SUCCESS; }
clrt_error clrt_device_get_cache_config(clrt_func_cache *config) {
  if (!config)
    return record(CLRT_ERROR_INVALID_VALUE);
  *config = CLRT_FUNC_CACHE_PREFER_NONE;
  return CLRT_SUCCESS;
}
clrt_error clrt_device_set_shared_mem_config(clrt_shared_mem_config) { return CLRT_SUCCESS; }
clrt_error clrt_device_get_shared_mem_config(clrt_shared_mem_config *config) {
  if (!config)
    return record(CLRT_ERROR_INVALID_VALUE);
  *config = CLRT_SHARED_MEM_BANK_SIZE_FOUR_BYTE;
  return CLRT_SUCCESS;
}
clrt_error clrt_device_get_stream_priority_range(int *least, int *greatest) {
  if (least)
    *least = 0;
  if (greatest)
    *greatest = 0;
  return CLRT_SUCCESS;
}
clrt_error clrt_device_can_access_peer(int *can, int device, int peer) {
  Device *d;
  clrt_error e = can ? find(device, d) : CLRT_ERROR_INVALID_VALUE;
  if (e == CLRT_SUCCESS)
    e = find(peer, d);
  if (e == CLRT_SUCCESS)
    *can = 0;
  return record(e);
}

clrt_error clrt_driver_version(int *version) {
  if (!version)
    return record(CLRT_ERROR_INVALID_VALUE);
  // 0 without a device, as CUDA says without a driver.
  *version = device_at(thread().index) ? CLRT_CUDART_VERSION : 0;
  return CLRT_SUCCESS;
}

clrt_error clrt_runtime_version(int *version) {
  if (!version)
    return record(CLRT_ERROR_INVALID_VALUE);
  *version = CLRT_CUDART_VERSION;
  return CLRT_SUCCESS;
}
