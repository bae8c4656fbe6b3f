// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Events: markers in a stream.

#include "internal.h"

using namespace clrt_impl;

// That a program links this file tells stream.cpp to make queues with time stamps.
extern "C" {
extern const char clrt_events_linked;
const char clrt_events_linked = 1;
}

struct clrt_event_st {
  unsigned flags = CLRT_EVENT_DEFAULT;
  std::mutex mutex;
  Device *device = nullptr;
  cl_event event = nullptr; // of the last record; nullptr before the first
};

// The OpenCL event of the last record, retained; nullptr before the first.
static cl_event take(clrt_event e) {
  std::lock_guard<std::mutex> lock(e->mutex);
  if (e->event)
    clRetainEvent(e->event);
  return e->event;
}

clrt_error clrt_event_create(clrt_event *e) {
  return clrt_event_create_with_flags(e, CLRT_EVENT_DEFAULT);
}

clrt_error clrt_event_create_with_flags(clrt_event *e, unsigned flags) {
  if (!e || flags > 7)
    return record(CLRT_ERROR_INVALID_VALUE);
  Device *d;
  clrt_error error = current(d);
  if (error != CLRT_SUCCESS)
    return record(error);
  *e = new clrt_event_st;
  (*e)->flags = flags;
  (*e)->device = d;
  return CLRT_SUCCESS;
}

clrt_error clrt_event_destroy(clrt_event e) {
  if (!e)
    return record(CLRT_ERROR_INVALID_RESOURCE_HANDLE);
  if (e->event)
    clReleaseEvent(e->event);
  delete e;
  return CLRT_SUCCESS;
}

clrt_error clrt_event_record(clrt_event e, clrt_stream handle) {
  Stream *s;
  clrt_error error = e ? begin(handle, s) : CLRT_ERROR_INVALID_RESOURCE_HANDLE;
  if (error != CLRT_SUCCESS)
    return record(error);
  cl_event fresh;
  cl_int code = mark(s, &fresh);
  if (code != CL_SUCCESS)
    return record(from_cl(code));
  clFlush(s->queue); // others may poll or wait for it
  std::lock_guard<std::mutex> lock(e->mutex);
  if (e->event)
    clReleaseEvent(e->event);
  e->event = fresh;
  e->device = s->device;
  return CLRT_SUCCESS;
}

clrt_error clrt_event_synchronize(clrt_event e) {
  if (!e)
    return record(CLRT_ERROR_INVALID_RESOURCE_HANDLE);
  cl_event event = take(e);
  if (!event)
    return CLRT_SUCCESS;
  cl_int code = clWaitForEvents(1, &event);
  clReleaseEvent(event);
  return record(from_wait(e->device, code));
}

// Has the recorded point been reached? `time`, if wanted, is when, in nanoseconds.
static clrt_error reached(clrt_event e, cl_ulong *time) {
  if (!e || (time && (e->flags & CLRT_EVENT_DISABLE_TIMING)))
    return CLRT_ERROR_INVALID_RESOURCE_HANDLE;
  cl_event event = take(e);
  if (!event)
    return time ? CLRT_ERROR_INVALID_RESOURCE_HANDLE : CLRT_SUCCESS;
  cl_int status = CL_QUEUED;
  cl_int code =
      clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
  if (time && code == CL_SUCCESS && status == CL_COMPLETE)
    code = clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof *time, time, nullptr);
  clReleaseEvent(event);
  if (code != CL_SUCCESS || status < 0)
    return from_wait(e->device, status < 0 ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : code);
  return status == CL_COMPLETE ? from_wait(e->device, CL_SUCCESS) : CLRT_ERROR_NOT_READY;
}

clrt_error clrt_event_query(clrt_event e) { return record(reached(e, nullptr)); }

clrt_error clrt_event_elapsed_time(float *ms, clrt_event start, clrt_event end) {
  cl_ulong from = 0, to = 0;
  clrt_error e = ms ? reached(start, &from) : CLRT_ERROR_INVALID_VALUE;
  if (e == CLRT_SUCCESS)
    e = reached(end, &to);
  if (e == CLRT_SUCCESS)
    *ms = static_cast<float>(static_cast<double>(static_cast<cl_long>(to - from)) * 1e-6);
  return record(e);
}

clrt_error clrt_stream_wait_event(clrt_stream handle, clrt_event e, unsigned flags) {
  Stream *s;
  clrt_error error = !e      ? CLRT_ERROR_INVALID_RESOURCE_HANDLE
                     : flags ? CLRT_ERROR_INVALID_VALUE
                             : begin(handle, s);
  cl_event event = error == CLRT_SUCCESS ? take(e) : nullptr;
  if (!event)
    return record(error);
  if (s->device == e->device) {
    error = from_cl(clEnqueueBarrierWithWaitList(s->queue, 1, &event, nullptr));
    done(s);
  } else { // OpenCL's contexts cannot wait for one another
    error = from_wait(e->device, clWaitForEvents(1, &event));
  }
  clReleaseEvent(event);
  return record(error);
}
