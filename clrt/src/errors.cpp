// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Errors and the state of a thread.

#include "internal.h"

#include <thread>

using namespace clrt_impl;

static const std::thread::id main_thread = std::this_thread::get_id(); // statics are made there

// A plain pointer, so that calls in static destructors find either the state or nothing, never a
// destroyed object.
static thread_local Thread *tls = nullptr;

namespace {
struct Cleaner {
  bool armed = false;
  ~Cleaner() {
    // The main thread ends with the process. The driver's own thread-locals may be gone by then
    // (Oclgrind keeps some), so nothing may be called, and static destructors that follow still
    // find this thread's state.
    if (!tls || std::this_thread::get_id() == main_thread)
      return;
    drop_own_streams(*tls);
    release_instances(*tls);
    delete tls;
    tls = nullptr;
  }
};
} // namespace

// Thread-locals are destroyed in the reverse order of their making. So that the drivers' outlive
// the cleaner, which calls them, each driver is called here first (Oclgrind's would be gone).
static void wake_drivers() {
  cl_platform_id platforms[16];
  cl_uint n = 0;
  if (clGetPlatformIDs(16, platforms, &n) != CL_SUCCESS)
    return;
  for (cl_uint i = 0; i < n && i < 16; ++i)
    clGetPlatformInfo(platforms[i], CL_PLATFORM_PROFILE, 0, nullptr, nullptr);
}

static Thread &make_thread() {
  if (std::this_thread::get_id() != main_thread)
    wake_drivers();
  static thread_local Cleaner cleaner;
  cleaner.armed = true;
  tls = new Thread;
  return *tls;
}

Thread &clrt_impl::thread() { return tls ? *tls : make_thread(); }

// "Not ready" is an answer: CUDA 13 does not make it the last error (seen on an H200:
// cudaEventQuery, cudaStreamQuery, cudaEventElapsedTime).
clrt_error clrt_impl::record(clrt_error e) {
  if (e != CLRT_SUCCESS && e != CLRT_ERROR_NOT_READY)
    thread().last = e;
  return e;
}

clrt_error clrt_impl::from_cl(cl_int code) {
  const int CLRT_ITSELF = code;
  switch (code) {
  case CL_SUCCESS:
    return CLRT_SUCCESS;
#define CLRT_OPENCL_CODE(CODE, STATE)                                                              \
  case CODE:                                                                                       \
    return static_cast<clrt_error>(CLRT_##STATE);
#include <clrt/errors.def>
  default:
    return static_cast<clrt_error>(CLRT_ITSELF);
  }
}

clrt_error clrt_impl::from_wait(Device *d, cl_int code) {
  if (code == CL_SUCCESS) {
    bool checked = d->checked.load() == d->may_fault.load();
    clrt_error e = checked ? CLRT_SUCCESS : read_fault(d);
    if (e == CLRT_SUCCESS)
      e = take_back(d);
    return e == CLRT_SUCCESS ? take_managed(d) : e;
  }
  if (code != CL_OUT_OF_RESOURCES && code != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST &&
      code != CL_INVALID_COMMAND_QUEUE)
    return from_cl(code);
  d->sticky = CLRT_ERROR_LAUNCH_FAILURE;
  return CLRT_ERROR_LAUNCH_FAILURE;
}

static clrt_error last(bool clear) {
  Thread &t = thread();
  int sticky = t.device ? t.device->sticky.load() : CLRT_SUCCESS;
  clrt_error e = sticky != CLRT_SUCCESS ? static_cast<clrt_error>(sticky) : t.last;
  if (clear)
    t.last = CLRT_SUCCESS;
  return e;
}

clrt_error clrt_last_error(void) { return last(true); }
clrt_error clrt_peek_last_error(void) { return last(false); }
clrt_error clrt_from_opencl(cl_int code) { return from_cl(code); }

const char *clrt_error_name(clrt_error e) {
  switch (static_cast<int>(e)) {
#define CLRT_CUDA_STATE(NAME, VALUE, CUDA_NAME, TEXT)                                              \
  case VALUE:                                                                                      \
    return #CUDA_NAME;
#define CLRT_OPENCL_CODE(CODE, STATE)                                                              \
  case CODE:                                                                                       \
    return #CODE;
#include <clrt/errors.def>
  default:
    return "unrecognized error code";
  }
}

const char *clrt_impl::own_error_name(clrt_error e) {
  switch (static_cast<int>(e)) {
#define CLRT_CUDA_STATE(NAME, VALUE, CUDA_NAME, TEXT)                                              \
  case VALUE:                                                                                      \
    return "CLRT_" #NAME;
#include <clrt/errors.def>
  default:
    return clrt_error_name(e);
  }
}

const char *clrt_error_string(clrt_error e) {
  switch (static_cast<int>(e)) {
#define CLRT_CUDA_STATE(NAME, VALUE, CUDA_NAME, TEXT)                                              \
  case VALUE:                                                                                      \
    return TEXT;
#include <clrt/errors.def>
  default:
    return clrt_error_name(e);
  }
}
