// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Events: markers in a stream.

#include "recording.h"

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
  CapturePoint point;       // of the last record
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

static CapturePoint point_of(clrt_event e) {
  std::lock_guard<std::mutex> lock(e->mutex);
  return e->point;
}

// An event that was last recorded in a capture stands for no moment.
static bool is_captured(clrt_event e) { return point_of(e).capture != 0; }

static clrt_error note(Recording *r, Stream *s, clrt_event e) {
  CapturePoint point;
  clrt_error error = r->note(s, point);
  if (error == CLRT_SUCCESS) {
    std::lock_guard<std::mutex> lock(e->mutex);
    e->point = point;
  }
  return error;
}

static clrt_error mark(Stream *s, clrt_event e) {
  cl_event fresh;
  cl_int code = mark(s, &fresh);
  if (code != CL_SUCCESS)
    return from_cl(code);
  clFlush(s->queue); // others may poll or wait for it
  std::lock_guard<std::mutex> lock(e->mutex);
  if (e->event)
    clReleaseEvent(e->event);
  e->event = fresh;
  e->device = s->device;
  e->point = CapturePoint();
  return CLRT_SUCCESS;
}

clrt_error clrt_event_record(clrt_event e, clrt_stream handle) {
  return clrt_event_record_with_flags(e, handle, CLRT_EVENT_RECORD_DEFAULT);
}

clrt_error clrt_event_record_with_flags(clrt_event e, clrt_stream handle, unsigned flags) {
  Stream *s;
  clrt_error error = !e                                   ? CLRT_ERROR_INVALID_RESOURCE_HANDLE
                     : flags > CLRT_EVENT_RECORD_EXTERNAL ? CLRT_ERROR_INVALID_VALUE
                                                          : begin(handle, s);
  if (error != CLRT_SUCCESS)
    return record(error);
  Recording *r = recording_of(s);
  if (r)
    return record(flags ? r->event_node(s, e, false) : note(r, s, e));
  return record(flags ? CLRT_ERROR_INVALID_VALUE : mark(s, e));
}

clrt_error clrt_event_synchronize(clrt_event e) {
  if (!e)
    return record(CLRT_ERROR_INVALID_RESOURCE_HANDLE);
  if (is_captured(e))
    return record(CLRT_ERROR_CAPTURED_EVENT);
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
  if (is_captured(e))
    return CLRT_ERROR_CAPTURED_EVENT;
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

// The event was recorded in a capture: the stream becomes a part of it.
static clrt_error join_capture(Stream *s, const CapturePoint &point) {
  Recording *r = find_recording(point.capture), *own = recording_of(s);
  if (!r)
    return CLRT_ERROR_CAPTURED_EVENT; // that has ended
  if (s == &s->device->main || (own && own != r)) {
    r->valid.store(false);
    if (own)
      own->valid.store(false);
    return own ? CLRT_ERROR_STREAM_CAPTURE_MERGE : CLRT_ERROR_STREAM_CAPTURE_IMPLICIT;
  }
  return r->wait(s, point);
}

// The stream is captured, and the event is none of its capture's.
static clrt_error wait_outside(Recording *r, Stream *s, clrt_event e, unsigned flags) {
  if (flags == CLRT_EVENT_WAIT_EXTERNAL)
    return r->event_node(s, e, true);
  r->valid.store(false);
  return CLRT_ERROR_STREAM_CAPTURE_ISOLATION;
}

static clrt_error wait_for(Stream *s, clrt_event e) {
  cl_event event = take(e);
  if (!event)
    return CLRT_SUCCESS;
  clrt_error error;
  if (s->device == e->device) {
    error = from_cl(clEnqueueBarrierWithWaitList(s->queue, 1, &event, nullptr));
    done(s);
  } else { // OpenCL's contexts cannot wait for one another
    error = from_wait(e->device, clWaitForEvents(1, &event));
  }
  clReleaseEvent(event);
  return error;
}

clrt_error clrt_stream_wait_event(clrt_stream handle, clrt_event e, unsigned flags) {
  Device *d;
  Stream *s;
  clrt_error error = !e                                 ? CLRT_ERROR_INVALID_RESOURCE_HANDLE
                     : flags > CLRT_EVENT_WAIT_EXTERNAL ? CLRT_ERROR_INVALID_VALUE
                                                        : current(d);
  if (error == CLRT_SUCCESS)
    error = find_stream(handle, d, s);
  if (error != CLRT_SUCCESS)
    return record(error);
  const CapturePoint point = point_of(e);
  if (point.capture != 0 && flags == CLRT_EVENT_WAIT_DEFAULT)
    return record(join_capture(s, point));
  if (Recording *r = recording_of(s))
    return record(wait_outside(r, s, e, flags));
  if (flags != CLRT_EVENT_WAIT_DEFAULT)
    return record(CLRT_ERROR_INVALID_VALUE);
  error = begin(s);
  return record(error == CLRT_SUCCESS ? wait_for(s, e) : error);
}
