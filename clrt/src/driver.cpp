// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The driver API: errors and devices.

#include "driver_state.h"

#include <algorithm>
#include <cstring>

using namespace clrt_impl;

static std::atomic<bool> initialized{false};

CUresult clrt_impl::driver_result(clrt_error e) {
  switch (e) {
  case CLRT_ERROR_INVALID_CONFIGURATION: // states of the runtime alone
  case CLRT_ERROR_INVALID_PITCH_VALUE:
  case CLRT_ERROR_INVALID_SYMBOL:
  case CLRT_ERROR_INVALID_HOST_POINTER:
  case CLRT_ERROR_INVALID_DEVICE_POINTER:
  case CLRT_ERROR_INVALID_MEMCPY_DIRECTION:
    return CUDA_ERROR_INVALID_VALUE;
  case CLRT_ERROR_INVALID_DEVICE_FUNCTION:
    return CUDA_ERROR_INVALID_HANDLE;
  default:
    break;
  }
  switch (static_cast<int>(e)) {
#define DRIVER_RESULT(NAME, VALUE)                                                                 \
  case VALUE:                                                                                      \
    return NAME;
#include <clrt/driver_results.def>
  default:
    return CUDA_ERROR_UNKNOWN; // OpenCL's codes
  }
}

CUresult clrt_impl::need_driver() {
  // The runtime initializes the driver, too.
  return initialized.load() || thread().device ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED;
}

// ---- errors ----

CUresult cuGetErrorName(CUresult error, const char **text) {
  if (!text)
    return CUDA_ERROR_INVALID_VALUE;
  switch (static_cast<int>(error)) {
#define DRIVER_RESULT(NAME, VALUE)                                                                 \
  case VALUE:                                                                                      \
    *text = #NAME;                                                                                 \
    return CUDA_SUCCESS;
#include <clrt/driver_results.def>
  default:
    *text = nullptr;
    return CUDA_ERROR_INVALID_VALUE;
  }
}

CUresult cuGetErrorString(CUresult error, const char **text) {
  const char *name;
  if (!text)
    return CUDA_ERROR_INVALID_VALUE;
  *text = nullptr;
  const CUresult r = cuGetErrorName(error, &name);
  if (r == CUDA_SUCCESS)
    *text = error == CUDA_ERROR_CONTEXT_ALREADY_CURRENT ? "context already current"
            : error == CUDA_ERROR_KEY_ROTATION          ? "keys need to be rotated"
                                               : clrt_error_string(static_cast<clrt_error>(error));
  return r;
}

// ---- devices ----

CUresult cuInit(unsigned flags) {
  if (flags != 0)
    return CUDA_ERROR_INVALID_VALUE;
  if (device_total() == 0)
    return CUDA_ERROR_NO_DEVICE;
  initialized.store(true);
  return CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int *version) {
  const KeptLastError kept;
  return driver_result(clrt_driver_version(version));
}

CUresult cuDeviceGetCount(int *count) {
  const CUresult r = need_driver();
  if (r != CUDA_SUCCESS || !count)
    return r != CUDA_SUCCESS ? r : CUDA_ERROR_INVALID_VALUE;
  *count = device_total();
  return CUDA_SUCCESS;
}

CUresult clrt_impl::find_device(CUdevice number, Device *&d) {
  const CUresult r = need_driver();
  if (r != CUDA_SUCCESS)
    return r;
  d = number >= 0 && number < device_total() ? device_at(number) : nullptr;
  return d ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  Device *d;
  const CUresult r = find_device(ordinal, d);
  if (r != CUDA_SUCCESS || !device)
    return r != CUDA_SUCCESS ? r : CUDA_ERROR_INVALID_VALUE;
  *device = ordinal;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char *name, int length, CUdevice device) {
  Device *d;
  const CUresult r = find_device(device, d);
  if (r != CUDA_SUCCESS || !name || length <= 0)
    return r != CUDA_SUCCESS ? r : CUDA_ERROR_INVALID_VALUE;
  const std::string text = info_text(d->id, CL_DEVICE_NAME);
  const size_t n = std::min(text.size(), static_cast<size_t>(length) - 1);
  std::memcpy(name, text.data(), n);
  name[n] = 0;
  return CUDA_SUCCESS;
}

// The runtime's answer for the device; \p ok: the arguments are fine.
static CUresult properties_of(CUdevice device, bool ok, clrt_device_properties *p) {
  Device *d;
  const CUresult r = find_device(device, d);
  if (r != CUDA_SUCCESS || !ok)
    return r != CUDA_SUCCESS ? r : CUDA_ERROR_INVALID_VALUE;
  const KeptLastError kept;
  return driver_result(clrt_get_device_properties(p, device));
}

CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device) {
  clrt_device_properties p;
  const CUresult r = properties_of(device, bytes != nullptr, &p);
  if (r == CUDA_SUCCESS)
    *bytes = p.totalGlobalMem;
  return r;
}

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device) {
  clrt_device_properties p;
  const CUresult r = properties_of(device, major && minor, &p);
  if (r == CUDA_SUCCESS) {
    *major = p.major;
    *minor = p.minor;
  }
  return r;
}

CUresult cuDeviceGetProperties(CUdevprop *prop, CUdevice device) {
  clrt_device_properties p;
  const CUresult r = properties_of(device, prop != nullptr, &p);
  if (r != CUDA_SUCCESS)
    return r;
  prop->maxThreadsPerBlock = p.maxThreadsPerBlock;
  std::copy(p.maxThreadsDim, p.maxThreadsDim + 3, prop->maxThreadsDim);
  std::copy(p.maxGridSize, p.maxGridSize + 3, prop->maxGridSize);
  prop->sharedMemPerBlock = static_cast<int>(p.sharedMemPerBlock);
  prop->totalConstantMemory = static_cast<int>(std::min<size_t>(p.totalConstMem, INT_MAX));
  prop->SIMDWidth = p.warpSize;
  prop->memPitch = static_cast<int>(std::min<size_t>(p.memPitch, INT_MAX));
  prop->regsPerBlock = p.regsPerBlock;
  prop->clockRate = p.clockRate;
  prop->textureAlign = static_cast<int>(p.textureAlignment);
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device) {
  Device *d;
  const CUresult r = find_device(device, d);
  const KeptLastError kept;
  return r != CUDA_SUCCESS ? r
                           : driver_result(clrt_device_attribute(
                                 value, static_cast<clrt_device_attr>(attribute), device));
}

CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer) {
  Device *d;
  CUresult r = find_device(device, d);
  if (r == CUDA_SUCCESS)
    r = find_device(peer, d);
  const KeptLastError kept;
  return r != CUDA_SUCCESS ? r : driver_result(clrt_device_can_access_peer(can, device, peer));
}
