// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// NVML's questions that OpenCL has an answer for. A handle is the device's index, plus one.

#include "internal.h"
#include <clrt/nvml.h>

#include <algorithm>
#include <cstring>

using namespace clrt_impl;

namespace {

std::atomic<int> users{0}; // nvmlInit without nvmlShutdown

nvmlReturn_t find(nvmlDevice_t handle, Device *&d) {
  if (users.load() == 0)
    return NVML_ERROR_UNINITIALIZED;
  uintptr_t number = reinterpret_cast<uintptr_t>(handle);
  if (number == 0 || number > static_cast<uintptr_t>(device_total()))
    return NVML_ERROR_INVALID_ARGUMENT;
  d = device_at(static_cast<int>(number - 1));
  return d ? NVML_SUCCESS : NVML_ERROR_UNKNOWN;
}

nvmlReturn_t give(const std::string &text, char *out, unsigned length) {
  if (!out)
    return NVML_ERROR_INVALID_ARGUMENT;
  if (text.size() >= length)
    return NVML_ERROR_INSUFFICIENT_SIZE;
  std::memcpy(out, text.c_str(), text.size() + 1);
  return NVML_SUCCESS;
}

} // namespace

nvmlReturn_t nvmlInitWithFlags(unsigned flags) {
  if (device_total() == 0 && !(flags & NVML_INIT_FLAG_NO_GPUS))
    return NVML_ERROR_DRIVER_NOT_LOADED;
  ++users;
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlInit_v2() { return nvmlInitWithFlags(0); }
nvmlReturn_t nvmlInit() { return nvmlInitWithFlags(0); }

nvmlReturn_t nvmlShutdown() {
  for (int n = users.load(); n > 0;)
    if (users.compare_exchange_weak(n, n - 1))
      return NVML_SUCCESS;
  return NVML_ERROR_UNINITIALIZED;
}

nvmlReturn_t nvmlDeviceGetCount_v2(unsigned *count) {
  if (users.load() == 0)
    return NVML_ERROR_UNINITIALIZED;
  if (!count)
    return NVML_ERROR_INVALID_ARGUMENT;
  *count = static_cast<unsigned>(device_total());
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetCount(unsigned *count) { return nvmlDeviceGetCount_v2(count); }

nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned index, nvmlDevice_t *device) {
  nvmlDevice_t handle = reinterpret_cast<nvmlDevice_t>(static_cast<uintptr_t>(index) + 1);
  Device *d = nullptr;
  nvmlReturn_t e = find(handle, d);
  if (e != NVML_SUCCESS || !device)
    return e != NVML_SUCCESS ? e : NVML_ERROR_INVALID_ARGUMENT;
  *device = handle;
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetHandleByIndex(unsigned index, nvmlDevice_t *device) {
  return nvmlDeviceGetHandleByIndex_v2(index, device);
}

nvmlReturn_t nvmlDeviceGetIndex(nvmlDevice_t device, unsigned *index) {
  Device *d = nullptr;
  nvmlReturn_t e = find(device, d);
  if (e != NVML_SUCCESS || !index)
    return e != NVML_SUCCESS ? e : NVML_ERROR_INVALID_ARGUMENT;
  *index = static_cast<unsigned>(d->index);
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t device, char *name, unsigned length) {
  Device *d = nullptr;
  nvmlReturn_t e = find(device, d);
  return e == NVML_SUCCESS ? give(info_text(d->id, CL_DEVICE_NAME), name, length) : e;
}

nvmlReturn_t nvmlSystemGetDriverVersion(char *version, unsigned length) {
  Device *d = nullptr;
  nvmlReturn_t e = find(reinterpret_cast<nvmlDevice_t>(uintptr_t(1)), d);
  return e == NVML_SUCCESS ? give(info_text(d->id, CL_DRIVER_VERSION), version, length) : e;
}

nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t *memory) {
  Device *d = nullptr;
  nvmlReturn_t e = find(device, d);
  if (e != NVML_SUCCESS || !memory)
    return e != NVML_SUCCESS ? e : NVML_ERROR_INVALID_ARGUMENT;
  memory->total = info<cl_ulong>(d->id, CL_DEVICE_GLOBAL_MEM_SIZE);
  std::lock_guard<std::mutex> lock(d->mutex);
  memory->used = std::min<unsigned long long>(memory->total, d->allocated);
  memory->free = memory->total - memory->used;
  return NVML_SUCCESS;
}

const char *nvmlErrorString(nvmlReturn_t result) {
  switch (result) {
  case NVML_SUCCESS:
    return "The operation was successful";
  case NVML_ERROR_UNINITIALIZED:
    return "Uninitialized";
  case NVML_ERROR_INVALID_ARGUMENT:
    return "Invalid Argument";
  case NVML_ERROR_NOT_SUPPORTED:
    return "Not Supported";
  case NVML_ERROR_INSUFFICIENT_SIZE:
    return "Insufficient Size";
  case NVML_ERROR_DRIVER_NOT_LOADED:
    return "Driver Not Loaded";
  default: // what clrt never returns
    return "Unknown Error";
  }
}
