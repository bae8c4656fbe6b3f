// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Preloaded into a program (LD_PRELOAD), counts the time of its OpenCL kernels by profiling events,
// and appends a line "name<TAB>launches<TAB>seconds" for each kernel to the file that
// KERNEL_TIME_FILE names. Only calls that go through libOpenCL's own names are seen, which is what
// clrt does. What had not ended at the program's last wait is left out: at exit the driver may be
// gone.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#define CL_TARGET_OPENCL_VERSION 200
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace {

template <typename Function> Function next(Function, const char *Name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, Name));
}
#define NEXT(NAME) static const auto Next = next(&NAME, #NAME)

struct Total {
  long Launches = 0;
  double Seconds = 0;
};

struct Times {
  std::mutex Mutex;
  std::vector<std::pair<cl_event, std::string>> Open;
  std::map<std::string, Total> Totals;

  // Takes the times of what has ended.
  void collect() {
    std::lock_guard<std::mutex> Lock(Mutex);
    std::vector<std::pair<cl_event, std::string>> Left;
    for (auto &Entry : Open) {
      cl_int Status = CL_QUEUED;
      clGetEventInfo(Entry.first, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(Status), &Status,
                     nullptr);
      if (Status > CL_COMPLETE) {
        Left.push_back(Entry);
        continue;
      }
      cl_ulong Begin = 0, End = 0;
      if (clGetEventProfilingInfo(Entry.first, CL_PROFILING_COMMAND_START, sizeof(Begin), &Begin,
                                  nullptr) == CL_SUCCESS &&
          clGetEventProfilingInfo(Entry.first, CL_PROFILING_COMMAND_END, sizeof(End), &End,
                                  nullptr) == CL_SUCCESS) {
        Total &Sum = Totals[Entry.second];
        ++Sum.Launches;
        Sum.Seconds += double(End - Begin) * 1e-9;
      }
      clReleaseEvent(Entry.first);
    }
    Open.swap(Left);
  }

  ~Times() {
    const char *Path = getenv("KERNEL_TIME_FILE");
    FILE *File = Path ? fopen(Path, "a") : nullptr;
    if (!File)
      return;
    for (const auto &Entry : Totals)
      fprintf(File, "%s\t%ld\t%.9f\n", Entry.first.c_str(), Entry.second.Launches,
              Entry.second.Seconds);
    fclose(File);
  }
};

Times &times() {
  static Times The;
  return The;
}

} // namespace

extern "C" {

cl_command_queue CL_API_CALL clCreateCommandQueue(cl_context Context, cl_device_id Device,
                                                  cl_command_queue_properties Properties,
                                                  cl_int *Error) {
  NEXT(clCreateCommandQueue);
  return Next(Context, Device, Properties | CL_QUEUE_PROFILING_ENABLE, Error);
}

cl_command_queue CL_API_CALL clCreateCommandQueueWithProperties(
    cl_context Context, cl_device_id Device, const cl_queue_properties *Properties, cl_int *Error) {
  NEXT(clCreateCommandQueueWithProperties);
  std::vector<cl_queue_properties> All;
  bool Found = false;
  for (; Properties && *Properties; Properties += 2) {
    const bool Flags = Properties[0] == CL_QUEUE_PROPERTIES;
    All.insert(All.end(),
               {Properties[0], Flags ? Properties[1] | CL_QUEUE_PROFILING_ENABLE : Properties[1]});
    Found |= Flags;
  }
  if (!Found)
    All.insert(All.end(), {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE});
  All.push_back(0);
  return Next(Context, Device, All.data(), Error);
}

cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue Queue, cl_kernel Kernel,
                                          cl_uint Dimensions, const size_t *Offset,
                                          const size_t *Global, const size_t *Local,
                                          cl_uint NumWaits, const cl_event *Waits,
                                          cl_event *Event) {
  NEXT(clEnqueueNDRangeKernel);
  cl_event Own = nullptr;
  const cl_int Error =
      Next(Queue, Kernel, Dimensions, Offset, Global, Local, NumWaits, Waits, &Own);
  if (Error != CL_SUCCESS)
    return Error;
  char Name[1024] = "?";
  clGetKernelInfo(Kernel, CL_KERNEL_FUNCTION_NAME, sizeof(Name), Name, nullptr);
  if (Event) {
    *Event = Own;
    clRetainEvent(Own);
  }
  bool IsFull;
  {
    std::lock_guard<std::mutex> Lock(times().Mutex);
    times().Open.emplace_back(Own, Name);
    IsFull = times().Open.size() % 4096 == 0;
  }
  if (IsFull)
    times().collect();
  return Error;
}

cl_int CL_API_CALL clFinish(cl_command_queue Queue) {
  NEXT(clFinish);
  const cl_int Error = Next(Queue);
  times().collect();
  return Error;
}

cl_int CL_API_CALL clWaitForEvents(cl_uint Count, const cl_event *Events) {
  NEXT(clWaitForEvents);
  const cl_int Error = Next(Count, Events);
  times().collect();
  return Error;
}

cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue Queue, cl_mem Buffer, cl_bool Blocking,
                                       size_t Offset, size_t Size, void *Pointer, cl_uint NumWaits,
                                       const cl_event *Waits, cl_event *Event) {
  NEXT(clEnqueueReadBuffer);
  const cl_int Error = Next(Queue, Buffer, Blocking, Offset, Size, Pointer, NumWaits, Waits, Event);
  if (Blocking)
    times().collect();
  return Error;
}

} // extern "C"
