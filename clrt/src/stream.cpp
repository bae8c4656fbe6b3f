// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Over 400 lines: all of this is under one lock and keeps one order.

// Streams, and CUDA's legacy order between the default stream and the others.
//
// The default stream waits for all work that is in blocking streams, and they wait for all work
// that is in it. `epoch` counts the default stream's commands (once a blocking stream exists);
// a blocking stream with `seen` after it puts a barrier first. A blocking stream is `dirty` while
// it has commands that no barrier of the default stream covers. With the default stream alone, both
// cost one load.

#include "recording.h"

#include <algorithm>
#include <chrono>
#include <thread>

using namespace clrt_impl;

// Time stamps cost on some drivers, so queues have them only if the program links event.cpp.
#if defined(__GNUC__)
extern "C" __attribute__((weak)) const char clrt_events_linked;
static bool wants_time_stamps() { return &clrt_events_linked != nullptr; }
#else
static bool wants_time_stamps() { return true; }
#endif

uint64_t clrt_impl::fresh_stream_id() {
  static std::atomic<uint64_t> last{0};
  return last.fetch_add(1) + 1;
}

clrt_error clrt_impl::new_queue(Device *d, cl_command_queue *queue) {
  cl_int code;
  cl_command_queue_properties properties = wants_time_stamps() ? CL_QUEUE_PROFILING_ENABLE : 0;
  *queue = clCreateCommandQueue(d->context, d->id, properties, &code);
  return from_cl(code);
}

clrt_error clrt_impl::side_queue(Device *d, cl_command_queue *queue) {
  std::lock_guard<std::mutex> lock(d->mutex);
  clrt_error e = d->checker.queue ? CLRT_SUCCESS : new_queue(d, &d->checker.queue);
  *queue = d->checker.queue;
  return e;
}

// Puts a barrier into `waiter` after all that is in `others`.
static clrt_error join(Stream *waiter, const std::vector<cl_command_queue> &others) {
  std::vector<cl_event> events;
  cl_int code = CL_SUCCESS;
  for (cl_command_queue q : others) {
    cl_event e;
    if ((code = clEnqueueMarkerWithWaitList(q, 0, nullptr, &e)) != CL_SUCCESS)
      break;
    events.push_back(e);
    clFlush(q); // another queue is going to wait for it
  }
  if (code == CL_SUCCESS)
    code = clEnqueueBarrierWithWaitList(waiter->queue, static_cast<cl_uint>(events.size()),
                                        events.data(), nullptr);
  for (cl_event e : events)
    clReleaseEvent(e);
  waiter->given.fetch_add(1);
  return from_cl(code);
}

clrt_error clrt_impl::begin_slow(Stream *s) {
  Device *d = s->device;
  clrt_error e = give_managed(d);
  if (e != CLRT_SUCCESS)
    return e;
  if (s != &d->main) {
    if (!s->blocking || s->seen.load() == d->epoch.load())
      return CLRT_SUCCESS;
    s->seen.store(d->epoch.load());
    return join(s, {d->main.queue});
  }
  e = refuse_implicit(d);
  if (e != CLRT_SUCCESS)
    return e;
  std::vector<cl_command_queue> others;
  std::lock_guard<std::mutex> lock(d->mutex);
  for (Stream *other : d->streams)
    if (other->blocking && other->dirty.exchange(false))
      others.push_back(other->queue);
  return others.empty() ? CLRT_SUCCESS : join(s, others);
}

// A driver may set up a queue as late as with its first command, and take long for that: queues of
// streams that were destroyed are used again.
static const size_t most_spare_queues = 32;

static clrt_error take_queue(Device *d, cl_command_queue *queue) {
  {
    std::lock_guard<std::mutex> lock(d->mutex);
    if (!d->spare_queues.empty()) {
      *queue = d->spare_queues.back();
      d->spare_queues.pop_back();
      return CLRT_SUCCESS;
    }
  }
  return new_queue(d, queue);
}

// The queue is idle. One whose handle the user may have is not kept.
static void keep_queue(Device *d, Stream *s) {
  std::lock_guard<std::mutex> lock(d->mutex);
  if (has_raw_handles() || d->spare_queues.size() >= most_spare_queues)
    return;
  d->spare_queues.push_back(s->queue);
  s->queue = nullptr;
}

static void dispose(Stream *s) {
  for (cl_event *e : {&s->marker, &s->end}) {
    if (*e)
      clReleaseEvent(*e);
    *e = nullptr;
  }
  if (s->queue)
    clReleaseCommandQueue(s->queue);
  s->queue = nullptr;
}

static cl_int status_now(cl_event e) {
  cl_int status = CL_QUEUED;
  cl_int code =
      clGetEventInfo(e, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
  return code == CL_SUCCESS ? status : code;
}

// Lets the streams go that have left and have no work. Returns how many stay.
static size_t let_go(Device *d) {
  std::vector<Stream *> gone;
  size_t left = 0;
  bool at_fault = false;
  {
    std::lock_guard<std::mutex> lock(d->mutex);
    for (size_t i = 0; i < d->streams.size();) {
      Stream *s = d->streams[i];
      const cl_int status = s->state == Stream::Left && s->end ? status_now(s->end) : CL_COMPLETE;
      if (s->state != Stream::Left || status > CL_COMPLETE) {
        left += s->state == Stream::Left;
        ++i;
        continue;
      }
      d->streams.erase(d->streams.begin() + static_cast<std::ptrdiff_t>(i));
      if (s->blocking)
        d->blocking_streams.fetch_sub(1);
      at_fault |= status < 0;
      gone.push_back(s);
    }
  }
  for (Stream *s : gone) {
    if (!at_fault)
      keep_queue(d, s);
    dispose(s);
    delete s;
  }
  if (at_fault)
    from_wait(d, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  return left;
}

static clrt_error create(Device *d, unsigned flags, Stream **out) {
  let_go(d);
  Stream *s = new Stream;
  clrt_error e = take_queue(d, &s->queue);
  if (e != CLRT_SUCCESS) {
    delete s;
    return e;
  }
  s->device = d;
  s->flags = flags;
  s->blocking = !(flags & CLRT_STREAM_NON_BLOCKING);
  std::lock_guard<std::mutex> lock(d->mutex);
  d->streams.push_back(s);
  if (s->blocking)
    d->blocking_streams.fetch_add(1);
  *out = s;
  return CLRT_SUCCESS;
}

static std::atomic<bool> default_is_per_thread{false};

void clrt_per_thread_default_stream(void) { default_is_per_thread.store(true); }

clrt_error clrt_impl::find_stream(clrt_stream handle, Device *d, Stream *&s) {
  if (!handle && default_is_per_thread.load(std::memory_order_relaxed))
    handle = CLRT_STREAM_PER_THREAD;
  if (handle != CLRT_STREAM_PER_THREAD) {
    s = !handle || handle == CLRT_STREAM_LEGACY ? &d->main : handle;
    return CLRT_SUCCESS;
  }
  std::pair<unsigned, Stream *> &own = thread().own_streams[d];
  clrt_error e = CLRT_SUCCESS;
  if (!own.second || own.first != d->generation) {
    own.second = nullptr;
    own.first = d->generation;
    e = create(d, CLRT_STREAM_DEFAULT, &own.second);
  }
  s = own.second;
  return e;
}

// At the end of a thread.
void clrt_impl::drop_own_streams(Thread &t) {
  for (auto &own : t.own_streams)
    if (own.second.second && own.second.first == own.first->generation) {
      finish(own.second.second); // another thread may go on with what it did
      clrt_stream_destroy(own.second.second);
    }
}

// A query after this needs no marker: what came before is known to be done.
cl_int clrt_impl::finish(Stream *s) {
  const uint64_t given = s->given.load();
  cl_int code = clFinish(s->queue);
  if (code == CL_SUCCESS)
    see_done(s, given);
  return code;
}

// Waits for everything that was given to the device.
clrt_error clrt_impl::finish_all(Device *d) {
  uint64_t may_fault = d->may_fault.load();
  clrt_error e = from_wait(d, finish_queues(d));
  if (e == CLRT_SUCCESS)
    d->checked.store(may_fault);
  return e;
}

cl_int clrt_impl::finish_queues(Device *d) {
  std::vector<cl_command_queue> queues{d->main.queue};
  std::map<uint64_t, uint64_t> given{{d->main.id, d->main.given.load()}}; // by the stream's number
  {
    std::lock_guard<std::mutex> lock(d->mutex);
    for (Stream *s : d->streams) {
      given[s->id] = s->given.load();
      queues.push_back(s->queue);
    }
    for (cl_command_queue q : queues)
      clRetainCommandQueue(q);
  }
  for (cl_command_queue q : queues)
    clFlush(q); // they may wait for one another
  cl_int code = CL_SUCCESS;
  for (cl_command_queue q : queues) {
    cl_int c = clFinish(q);
    code = code == CL_SUCCESS ? c : code;
    clReleaseCommandQueue(q);
  }
  if (code == CL_SUCCESS) {
    std::lock_guard<std::mutex> lock(d->mutex);
    see_done(&d->main, given[d->main.id]);
    for (Stream *s : d->streams) // some may have come or gone meanwhile
      see_done(s, given[s->id]);
  }
  return code;
}

void clrt_impl::drop_streams(Device *d) {
  std::lock_guard<std::mutex> lock(d->mutex);
  for (Stream *s : d->streams) {
    dispose(s);
    delete s;
  }
  for (cl_command_queue q : d->spare_queues)
    clReleaseCommandQueue(q);
  d->spare_queues.clear();
  d->streams.clear();
  d->blocking_streams.store(0);
  dispose(&d->main);
  dispose(&d->checker);
  see_done(&d->main, d->main.given.load());
}

// ---- the API ----

clrt_error clrt_stream_create(clrt_stream *s) {
  return clrt_stream_create_with_priority(s, CLRT_STREAM_DEFAULT, 0);
}

clrt_error clrt_stream_create_with_flags(clrt_stream *s, unsigned flags) {
  return clrt_stream_create_with_priority(s, flags, 0);
}

clrt_error clrt_stream_create_with_priority(clrt_stream *s, unsigned flags, int) {
  if (!s || flags > CLRT_STREAM_NON_BLOCKING)
    return record(CLRT_ERROR_INVALID_VALUE);
  Device *d;
  clrt_error e = current(d);
  return record(e == CLRT_SUCCESS ? create(d, flags, s)
                                  : e); // one priority: OpenCL 1.2 has no others
}

// The stream goes at once if it has no work, else when that is done, as in CUDA.
static clrt_error leave(Device *d, Stream *s) {
  const bool may_work = has_raw_handles() || s->given.load() > s->seen_done.load();
  const bool waits = may_work && let_go(d) >= most_spare_queues; // do not make queues without end
  cl_event end = nullptr;
  cl_int code = CL_SUCCESS;
  if (may_work && !waits)
    code = clEnqueueMarkerWithWaitList(s->queue, 0, nullptr, &end);
  if (end)
    code = clFlush(s->queue);
  clrt_error e = CLRT_SUCCESS;
  if (waits || code != CL_SUCCESS)
    e = from_wait(d, clFinish(s->queue));
  {
    std::lock_guard<std::mutex> lock(d->mutex);
    s->end = end;
    s->state = Stream::Left;
  }
  let_go(d);
  return e;
}

clrt_error clrt_stream_destroy(clrt_stream s) {
  Device *d;
  clrt_error e = current(d);
  if (e != CLRT_SUCCESS)
    return record(e);
  for (int i = 0; i < device_total(); ++i) {
    d = device_at(i);
    {
      std::lock_guard<std::mutex> lock(d->mutex);
      auto at = std::find(d->streams.begin(), d->streams.end(), s);
      if (at == d->streams.end() || s->state != Stream::Used)
        continue;
      s->state = Stream::Leaving;
    }
    leave_recording(s);
    return record(leave(d, s));
  }
  return record(CLRT_ERROR_INVALID_RESOURCE_HANDLE);
}

clrt_error clrt_stream_synchronize(clrt_stream handle) {
  Stream *s;
  clrt_error e = begin(handle, s);
  if (e == CLRT_SUCCESS)
    e = s == &s->device->main ? refuse_unsafe() : refuse_recorded(s); // (H100)
  return record(e == CLRT_SUCCESS ? from_wait(s->device, finish(s)) : e);
}

// What the command of an event has come to. A marker in an idle queue is given a moment to get
// through.
static cl_int status_of(cl_event e, bool fresh) {
  cl_int status = CL_QUEUED;
  auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(fresh ? 200 : 0);
  do
    clGetEventInfo(e, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
  while (status > CL_COMPLETE && fresh && std::chrono::steady_clock::now() < end);
  return status;
}

// A marker after all work of the stream, which a query asks, too: who has waited for an event
// finds the stream done.
cl_int clrt_impl::mark(Stream *s, cl_event *event) {
  {
    std::lock_guard<std::mutex> lock(s->query_mutex);
    const uint64_t given = s->given.load();
    cl_int code = clEnqueueMarkerWithWaitList(s->queue, 0, nullptr, event);
    if (code != CL_SUCCESS)
      return code;
    if (s->marker)
      clReleaseEvent(s->marker);
    clRetainEvent(*event);
    s->marker = *event;
    s->marked = given;
  }
  ordered(s);
  return CL_SUCCESS;
}

clrt_error clrt_stream_query(clrt_stream handle) {
  Device *d;
  Stream *s;
  clrt_error e = current(d);
  if (e == CLRT_SUCCESS)
    e = find_stream(handle, d, s);
  if (e == CLRT_SUCCESS)
    e = s == &d->main ? refuse_implicit(d) : refuse_recorded(s);
  if (e != CLRT_SUCCESS)
    return record(e);
  std::lock_guard<std::mutex> lock(s->query_mutex);
  // At most one new marker a call: a program that polls must see its marker complete.
  for (bool fresh = false;; fresh = true) {
    if (s->marker) {
      cl_int status = status_of(s->marker, fresh);
      if (status > CL_COMPLETE)
        return record(CLRT_ERROR_NOT_READY);
      clReleaseEvent(s->marker);
      s->marker = nullptr;
      if (status < 0)
        return record(from_wait(s->device, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST));
      see_done(s, s->marked);
    }
    if (fresh || s->given.load() <= s->seen_done.load())
      return record(from_wait(s->device, CL_SUCCESS));
    s->marked = s->given.load();
    cl_int code = clEnqueueMarkerWithWaitList(s->queue, 0, nullptr, &s->marker);
    if (code != CL_SUCCESS || (code = clFlush(s->queue)) != CL_SUCCESS)
      return record(from_wait(s->device, code));
  }
}

namespace {
struct HostCall {
  clrt_stream_callback callback;
  clrt_host_fn function;
  void *data;
  clrt_stream handle;
  cl_event gate; // what follows the call in the stream waits for it
};
} // namespace

static void run_host_call(HostCall *call, cl_int status) {
  begin_host_call();
  if (call->callback)
    call->callback(call->handle, status < 0 ? CLRT_ERROR_LAUNCH_FAILURE : CLRT_SUCCESS, call->data);
  else if (status >= 0)
    call->function(call->data);
  end_host_call();
  clSetUserEventStatus(call->gate, CL_COMPLETE);
  clReleaseEvent(call->gate);
  delete call;
}

// On a thread of its own: a driver may call back on the thread that enqueues, or on one that runs
// kernels.
static void CL_CALLBACK start_host_call(cl_event, cl_int status, void *data) {
  std::thread(run_host_call, static_cast<HostCall *>(data), status).detach();
}

static clrt_error host_call(clrt_stream handle, HostCall call) {
  Stream *s;
  clrt_error e = begin(handle, s);
  if (e != CLRT_SUCCESS)
    return e;
  if (Recording *r = recording_of(s))
    return call.function ? r->call(s, call.function, call.data) : refuse_recorded(s);
  cl_int code;
  call.gate = clCreateUserEvent(s->device->context, &code);
  if (code != CL_SUCCESS)
    return from_cl(code);
  cl_event reached = nullptr;
  code = clEnqueueMarkerWithWaitList(s->queue, 0, nullptr, &reached);
  if (code == CL_SUCCESS)
    code = clEnqueueBarrierWithWaitList(s->queue, 1, &call.gate, nullptr);
  if (code == CL_SUCCESS)
    code = clSetEventCallback(reached, CL_COMPLETE, start_host_call, new HostCall(call));
  if (code != CL_SUCCESS) {
    clSetUserEventStatus(call.gate, CL_COMPLETE);
    clReleaseEvent(call.gate);
  }
  if (reached)
    clReleaseEvent(reached);
  done(s);
  clFlush(s->queue);
  return from_cl(code);
}

clrt_error clrt_stream_add_callback(clrt_stream s, clrt_stream_callback callback, void *data,
                                    unsigned flags) {
  if (!callback || flags)
    return record(CLRT_ERROR_INVALID_VALUE);
  return record(host_call(s, HostCall{callback, nullptr, data, s, nullptr}));
}

clrt_error clrt_launch_host_func(clrt_stream s, clrt_host_fn function, void *data) {
  return record(function ? host_call(s, HostCall{nullptr, function, data, s, nullptr})
                         : CLRT_ERROR_INVALID_VALUE);
}

clrt_error clrt_stream_get_flags(clrt_stream handle, unsigned *flags) {
  Stream *s;
  clrt_error e = begin(handle, s);
  if (e == CLRT_SUCCESS && flags)
    *flags = s->flags;
  return record(flags ? e : CLRT_ERROR_INVALID_VALUE);
}

clrt_error clrt_stream_get_priority(clrt_stream handle, int *priority) {
  unsigned flags;
  if (priority)
    *priority = 0;
  return priority ? clrt_stream_get_flags(handle, &flags) : record(CLRT_ERROR_INVALID_VALUE);
}
