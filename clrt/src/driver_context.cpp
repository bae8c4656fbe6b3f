// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The driver API's contexts. All contexts of a device share what it has; a context decides which
// device is current. The runtime's is the primary one, as in CUDA.

#include "driver_state.h"

#include <algorithm>

using namespace clrt_impl;

// All that there have been. They are never removed.
static std::mutex contexts_mutex;
static std::vector<CUcontext> &contexts() {
  static std::vector<CUcontext> *list = new std::vector<CUcontext>;
  return *list;
}

static CUcontext add_context(int device, unsigned flags, bool primary) {
  CUcontext c = new CUctx_st;
  c->device = device;
  c->flags = flags;
  c->primary = primary;
  contexts().push_back(c);
  return c;
}

CUcontext clrt_impl::primary_context(int device) {
  std::lock_guard<std::mutex> lock(contexts_mutex);
  for (CUcontext c : contexts())
    if (c->primary && c->device == device)
      return c;
  return add_context(device, 0, true);
}

static CUresult check_context(CUcontext c) {
  std::lock_guard<std::mutex> lock(contexts_mutex);
  if (std::find(contexts().begin(), contexts().end(), c) == contexts().end())
    return CUDA_ERROR_INVALID_CONTEXT;
  return c->alive.load() ? CUDA_SUCCESS : CUDA_ERROR_CONTEXT_IS_DESTROYED;
}

// Makes the device of the stack's top the runtime's, too.
static void follow_stack(Thread &t) {
  t.index = t.contexts.empty() ? 0 : t.contexts.back()->device;
  t.device = t.contexts.empty() ? nullptr : device_at(t.index);
}

CUcontext clrt_impl::current_context() {
  Thread &t = thread();
  if (t.device && (t.contexts.empty() || t.contexts.back()->device != t.index)) {
    // The runtime was called, or told to use another device.
    if (!t.contexts.empty())
      t.contexts.pop_back();
    t.contexts.push_back(primary_context(t.index));
  }
  return t.contexts.empty() ? nullptr : t.contexts.back();
}

CUresult clrt_impl::need_context() {
  const CUresult r = need_driver();
  if (r != CUDA_SUCCESS)
    return r;
  const CUcontext c = current_context();
  if (!c)
    return CUDA_ERROR_INVALID_CONTEXT;
  if (!c->alive.load())
    return CUDA_ERROR_CONTEXT_IS_DESTROYED;
  Thread &t = thread();
  if (!t.device)
    follow_stack(t);
  return CUDA_SUCCESS;
}

CUresult cuCtxCreate_v4(CUcontext *context, CUctxCreateParams *params, unsigned flags,
                        CUdevice device) {
  Device *d;
  const CUresult r = find_device(device, d);
  if (r != CUDA_SUCCESS || !context)
    return r != CUDA_SUCCESS ? r : CUDA_ERROR_INVALID_VALUE;
  if (params)
    return CUDA_ERROR_NOT_SUPPORTED;
  if (flags & ~static_cast<unsigned>(CU_CTX_FLAGS_MASK))
    return CUDA_ERROR_INVALID_VALUE;
  const clrt_error e = make_ready(d);
  if (e != CLRT_SUCCESS)
    return driver_result(e);
  current_context(); // what the runtime made current lies below
  Thread &t = thread();
  {
    std::lock_guard<std::mutex> lock(contexts_mutex);
    t.contexts.push_back(add_context(device, flags, false));
  }
  follow_stack(t);
  *context = t.contexts.back();
  return CUDA_SUCCESS;
}

CUresult(cuCtxCreate)(CUcontext *context, unsigned flags, CUdevice device) {
  return cuCtxCreate_v4(context, nullptr, flags, device);
}

// Whether the driver is there and the context of an argument is alive.
static CUresult need_context_of(CUcontext context) {
  const CUresult r = need_driver();
  if (r != CUDA_SUCCESS)
    return r;
  return context ? check_context(context) : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuCtxDestroy(CUcontext context) {
  const CUresult r = need_context_of(context);
  if (r != CUDA_SUCCESS || context->primary)
    return r != CUDA_SUCCESS ? r : CUDA_ERROR_INVALID_CONTEXT;
  const bool was_current = current_context() == context;
  finish_all(device_at(context->device));
  context->alive.store(false);
  if (was_current) {
    Thread &t = thread();
    t.contexts.pop_back();
    follow_stack(t);
  }
  return CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent(CUcontext context) {
  const CUresult r = need_context_of(context);
  if (r != CUDA_SUCCESS)
    return r;
  current_context();
  Thread &t = thread();
  t.contexts.push_back(context);
  follow_stack(t);
  return CUDA_SUCCESS;
}

CUresult cuCtxPopCurrent(CUcontext *context) {
  const CUresult r = need_driver();
  const CUcontext c = r == CUDA_SUCCESS ? current_context() : nullptr;
  if (r != CUDA_SUCCESS || !c)
    return r != CUDA_SUCCESS ? r : CUDA_ERROR_INVALID_CONTEXT;
  if (context)
    *context = c;
  Thread &t = thread();
  t.contexts.pop_back();
  follow_stack(t);
  return CUDA_SUCCESS;
}

// Null takes the top of the stack away.
CUresult cuCtxSetCurrent(CUcontext context) {
  CUresult r = need_driver();
  if (r == CUDA_SUCCESS && context)
    r = check_context(context);
  if (r != CUDA_SUCCESS)
    return r;
  current_context();
  Thread &t = thread();
  if (!t.contexts.empty())
    t.contexts.pop_back();
  if (context)
    t.contexts.push_back(context);
  follow_stack(t);
  return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext *context) {
  const CUresult r = need_driver();
  if (r != CUDA_SUCCESS || !context)
    return r != CUDA_SUCCESS ? r : CUDA_ERROR_INVALID_VALUE;
  *context = current_context();
  return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice *device) {
  return in_context([&] {
    if (!device)
      return CLRT_ERROR_INVALID_VALUE;
    *device = current_context()->device;
    return CLRT_SUCCESS;
  });
}

CUresult cuCtxGetFlags(unsigned *flags) {
  return in_context([&] {
    if (!flags)
      return CLRT_ERROR_INVALID_VALUE;
    *flags = current_context()->flags;
    return CLRT_SUCCESS;
  });
}

CUresult cuCtxGetApiVersion(CUcontext context, unsigned *version) {
  CUresult r = context ? need_driver() : need_context();
  if (r == CUDA_SUCCESS && context)
    r = check_context(context);
  if (r != CUDA_SUCCESS || !version)
    return r != CUDA_SUCCESS ? r : CUDA_ERROR_INVALID_VALUE;
  *version = 3020; // of contexts since CUDA 3.2
  return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize() {
  return in_context([] { return clrt_device_synchronize(); });
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  Device *d;
  const CUresult r = find_device(device, d);
  if (r != CUDA_SUCCESS || !context)
    return r != CUDA_SUCCESS ? r : CUDA_ERROR_INVALID_VALUE;
  const clrt_error e = make_ready(d);
  if (e != CLRT_SUCCESS)
    return driver_result(e);
  *context = primary_context(device);
  ++(*context)->users;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
  Device *d;
  const CUresult r = find_device(device, d);
  if (r != CUDA_SUCCESS)
    return r;
  std::atomic<int> &users = primary_context(device)->users;
  for (int n = users.load(); n > 0;)
    if (users.compare_exchange_weak(n, n - 1))
      return CUDA_SUCCESS;
  return CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuDevicePrimaryCtxReset(CUdevice device) {
  Device *d;
  const CUresult r = find_device(device, d);
  if (r != CUDA_SUCCESS)
    return r;
  Thread &t = thread();
  const int index = t.index;
  Device *const own = t.device;
  const KeptLastError kept;
  clrt_error e = clrt_set_device(device);
  if (e == CLRT_SUCCESS)
    e = clrt_device_reset();
  t.index = index;
  t.device = own;
  return driver_result(e);
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned flags) {
  Device *d;
  const CUresult r = find_device(device, d);
  if (r != CUDA_SUCCESS || (flags & ~static_cast<unsigned>(CU_CTX_FLAGS_MASK)))
    return r != CUDA_SUCCESS ? r : CUDA_ERROR_INVALID_VALUE;
  primary_context(device)->flags = flags;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active) {
  Device *d;
  const CUresult r = find_device(device, d);
  if (r != CUDA_SUCCESS || !flags || !active)
    return r != CUDA_SUCCESS ? r : CUDA_ERROR_INVALID_VALUE;
  const CUcontext c = primary_context(device);
  *flags = c->flags;
  *active = c->users.load() > 0 || current_context() == c;
  return CUDA_SUCCESS;
}

CUresult cuCtxSetLimit(CUlimit limit, size_t value) {
  return in_context([&] { return clrt_device_set_limit(static_cast<clrt_limit>(limit), value); });
}
CUresult cuCtxGetLimit(size_t *value, CUlimit limit) {
  return in_context([&] { return clrt_device_get_limit(value, static_cast<clrt_limit>(limit)); });
}
CUresult cuCtxSetCacheConfig(CUfunc_cache config) {
  return in_context(
      [&] { return clrt_device_set_cache_config(static_cast<clrt_func_cache>(config)); });
}
CUresult cuCtxGetCacheConfig(CUfunc_cache *config) {
  return in_context([&] {
    clrt_func_cache c;
    const clrt_error e = config ? clrt_device_get_cache_config(&c) : CLRT_ERROR_INVALID_VALUE;
    if (e == CLRT_SUCCESS)
      *config = static_cast<CUfunc_cache>(c);
    return e;
  });
}
CUresult cuCtxSetSharedMemConfig(CUsharedconfig config) {
  return in_context([&] {
    return clrt_device_set_shared_mem_config(static_cast<clrt_shared_mem_config>(config));
  });
}
CUresult cuCtxGetSharedMemConfig(CUsharedconfig *config) {
  return in_context([&] {
    clrt_shared_mem_config c;
    const clrt_error e = config ? clrt_device_get_shared_mem_config(&c) : CLRT_ERROR_INVALID_VALUE;
    if (e == CLRT_SUCCESS)
      *config = static_cast<CUsharedconfig>(c);
    return e;
  });
}
CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest) {
  return in_context([&] { return clrt_device_get_stream_priority_range(least, greatest); });
}
CUresult cuProfilerStart() {
  return in_context([] { return CLRT_SUCCESS; });
}
CUresult cuProfilerStop() {
  return in_context([] { return CLRT_SUCCESS; });
}
