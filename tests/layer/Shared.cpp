// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Coarse-grained shared memory as on a device with a memory of its own: what the host writes to
// memory that it has not mapped does not reach the device, and is overwritten by the next map.
// Commands that touch such memory are waited for.

#include "Settings.h"

#include <cstring>
#include <mutex>

namespace layer {

namespace {
struct Allocation {
  bool Mapped = false;
  std::vector<char> Contents; ///< the device's, while it is not mapped
};
} // namespace

static std::mutex Lock;
static std::map<void *, Allocation> Allocations;
static cl_icd_dispatch Below; ///< what limitKernels has put in

static void *CL_API_CALL svmAlloc(cl_context Context, cl_svm_mem_flags Flags, size_t Size,
                                  cl_uint Alignment) {
  void *Address = Below.clSVMAlloc(Context, Flags, Size, Alignment);
  std::lock_guard<std::mutex> Guard(Lock);
  if (Address)
    Allocations[Address].Contents.assign(Size, 0x5a); // nobody relies on what is there at first
  return Address;
}

static void CL_API_CALL svmFree(cl_context Context, void *Address) {
  {
    std::lock_guard<std::mutex> Guard(Lock);
    Allocations.erase(Address);
  }
  Below.clSVMFree(Context, Address);
}

static void putBack() {
  for (auto &[Address, A] : Allocations)
    if (!A.Mapped)
      memcpy(Address, A.Contents.data(), A.Contents.size());
}

static void keep() {
  for (auto &[Address, A] : Allocations)
    if (!A.Mapped)
      memcpy(A.Contents.data(), Address, A.Contents.size());
}

/// Runs a command of the device's.
template <typename Command> static cl_int onDevice(cl_command_queue Queue, Command Run) {
  std::lock_guard<std::mutex> Guard(Lock);
  putBack();
  cl_int Error = Run();
  if (Error == CL_SUCCESS)
    Error = Next.clFinish(Queue);
  keep();
  return Error;
}

static cl_int CL_API_CALL enqueueNDRangeKernel(cl_command_queue Queue, cl_kernel Handle,
                                               cl_uint Dimensions, const size_t *Offset,
                                               const size_t *Global, const size_t *Local,
                                               cl_uint Count, const cl_event *Waits,
                                               cl_event *Event) {
  return onDevice(Queue, [&] {
    return Below.clEnqueueNDRangeKernel(Queue, Handle, Dimensions, Offset, Global, Local, Count,
                                        Waits, Event);
  });
}

static cl_int CL_API_CALL enqueueSvmMemcpy(cl_command_queue Queue, cl_bool Blocking, void *To,
                                           const void *From, size_t Size, cl_uint Count,
                                           const cl_event *Waits, cl_event *Event) {
  return onDevice(Queue, [&] {
    return Below.clEnqueueSVMMemcpy(Queue, Blocking, To, From, Size, Count, Waits, Event);
  });
}

static cl_int CL_API_CALL enqueueSvmMemFill(cl_command_queue Queue, void *To, const void *Pattern,
                                            size_t PatternSize, size_t Size, cl_uint Count,
                                            const cl_event *Waits, cl_event *Event) {
  return onDevice(Queue, [&] {
    return Below.clEnqueueSVMMemFill(Queue, To, Pattern, PatternSize, Size, Count, Waits, Event);
  });
}

static cl_int CL_API_CALL enqueueSvmMap(cl_command_queue Queue, cl_bool Blocking,
                                        cl_map_flags Flags, void *Address, size_t Size,
                                        cl_uint Count, const cl_event *Waits, cl_event *Event) {
  cl_int Error = Below.clEnqueueSVMMap(Queue, Blocking, Flags, Address, Size, Count, Waits, Event);
  if (Error == CL_SUCCESS)
    Error = Next.clFinish(Queue);
  std::lock_guard<std::mutex> Guard(Lock);
  putBack();
  if (auto Found = Allocations.find(Address); Found != Allocations.end() && Error == CL_SUCCESS)
    Found->second.Mapped = true;
  return Error;
}

static cl_int CL_API_CALL enqueueSvmUnmap(cl_command_queue Queue, void *Address, cl_uint Count,
                                          const cl_event *Waits, cl_event *Event) {
  cl_int Error = Below.clEnqueueSVMUnmap(Queue, Address, Count, Waits, Event);
  if (Error == CL_SUCCESS)
    Error = Next.clFinish(Queue);
  std::lock_guard<std::mutex> Guard(Lock);
  if (auto Found = Allocations.find(Address); Found != Allocations.end()) {
    Allocation &A = Found->second;
    memcpy(A.Contents.data(), Address, A.Contents.size());
    A.Mapped = false;
  }
  return Error;
}

void limitShared(cl_icd_dispatch &Table) {
  if (!settings().SVM || *settings().SVM != CL_DEVICE_SVM_COARSE_GRAIN_BUFFER)
    return;
  Below = Table;
  Table.clSVMAlloc = svmAlloc;
  Table.clSVMFree = svmFree;
  Table.clEnqueueNDRangeKernel = enqueueNDRangeKernel;
  Table.clEnqueueSVMMemcpy = enqueueSvmMemcpy;
  Table.clEnqueueSVMMemFill = enqueueSvmMemFill;
  Table.clEnqueueSVMMap = enqueueSvmMap;
  Table.clEnqueueSVMUnmap = enqueueSvmUnmap;
}

} // namespace layer
