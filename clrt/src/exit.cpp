// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The end of a process whose commands have not ended.
//
// With CUDA they end with the process. PoCL, which compiles and runs kernels in threads of the
// process, would lose at exit what they use, and crash: so exit waits for them, but not for ever,
// and before anything goes that the driver has made by the time of the last build.

#include "internal.h"

#include <chrono>
#include <cstdlib>
#include <thread>
#include <unistd.h>

using namespace clrt_impl;

static const std::chrono::seconds patience(10);

// Markers after all commands of the device. Nothing where another thread holds it or it is at
// fault: then there is nothing to wait for that will surely end.
static void mark_all(Device *d, std::vector<cl_event> &markers) {
  std::unique_lock<std::mutex> lock(d->mutex, std::try_to_lock);
  if (!lock.owns_lock() || !d->is_pocl || !d->ready.load() || d->sticky.load() != CLRT_SUCCESS)
    return;
  std::vector<cl_command_queue> queues{d->main.queue};
  for (Stream *s : d->streams)
    queues.push_back(s->queue);
  for (cl_command_queue q : queues) {
    cl_event e;
    if (clEnqueueMarkerWithWaitList(q, 0, nullptr, &e) == CL_SUCCESS)
      markers.push_back(e);
  }
  for (cl_command_queue q : queues)
    clFlush(q); // they may wait for one another
}

static bool is_running(cl_event e) {
  cl_int status = CL_COMPLETE;
  cl_int code =
      clGetEventInfo(e, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
  return code == CL_SUCCESS && status > CL_COMPLETE;
}

// The process that waits; a child after fork() has the handler, too.
static pid_t owner() {
  static const pid_t first = getpid();
  return first;
}

static void wait_for_commands() {
  if (getpid() != owner())
    return;
  std::vector<cl_event> markers;
  for (int i = 0; i < device_total(); ++i)
    mark_all(device_at(i), markers);
  const auto end = std::chrono::steady_clock::now() + patience;
  for (cl_event e : markers) {
    while (is_running(e) && std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    clReleaseEvent(e);
  }
}

void clrt_impl::wait_at_exit() {
  owner();
  std::atexit(wait_for_commands);
}
