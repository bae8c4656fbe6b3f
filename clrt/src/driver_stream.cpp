// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The driver API's streams.

#include "driver_state.h"

#include <memory>

using namespace clrt_impl;

CUresult cuStreamCreate(CUstream *s, unsigned flags) {
  return in_context([&] { return clrt_stream_create_with_flags(s, flags); });
}
CUresult cuStreamCreateWithPriority(CUstream *s, unsigned flags, int priority) {
  return in_context([&] { return clrt_stream_create_with_priority(s, flags, priority); });
}
CUresult cuStreamDestroy(CUstream s) {
  return in_context([&] { return clrt_stream_destroy(s); });
}
CUresult cuStreamSynchronize(CUstream s) {
  return in_context([&] { return clrt_stream_synchronize(s); });
}
CUresult cuStreamQuery(CUstream s) {
  return in_context([&] { return clrt_stream_query(s); });
}
CUresult cuStreamWaitEvent(CUstream s, CUevent e, unsigned flags) {
  return in_context([&] { return clrt_stream_wait_event(s, e, flags); });
}
CUresult cuStreamGetFlags(CUstream s, unsigned *flags) {
  return in_context([&] { return clrt_stream_get_flags(s, flags); });
}
CUresult cuStreamGetPriority(CUstream s, int *priority) {
  return in_context([&] { return clrt_stream_get_priority(s, priority); });
}
CUresult cuLaunchHostFunc(CUstream s, CUhostFn function, void *data) {
  return in_context([&] { return clrt_launch_host_func(s, function, data); });
}

namespace {
struct Callback {
  CUstreamCallback function;
  void *data;
};
} // namespace

static void call_back(clrt_stream s, clrt_error e, void *data) {
  const std::unique_ptr<Callback> c(static_cast<Callback *>(data));
  c->function(s, driver_result(e), c->data);
}

CUresult cuStreamAddCallback(CUstream s, CUstreamCallback function, void *data, unsigned flags) {
  return in_context([&] {
    if (!function)
      return CLRT_ERROR_INVALID_VALUE;
    std::unique_ptr<Callback> c(new Callback{function, data});
    const clrt_error e = clrt_stream_add_callback(s, call_back, c.get(), flags);
    if (e == CLRT_SUCCESS)
      c.release(); // call_back() has it
    return e;
  });
}
