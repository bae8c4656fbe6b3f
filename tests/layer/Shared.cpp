// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Coarse-grained shared memory as on a device with a memory of its own: what the host writes to
// memory that it has not mapped does not reach the device, and is overwritten by the next map.
// Commands that touch such memory are waited for. The device's side of it does not care whether
// pages are closed to the host.

#include "Settings.h"

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <sys/mman.h>

namespace layer {

namespace {
struct Allocation {
  bool Mapped = false;
  std::vector<char> Contents;       ///< the device's, while it is not mapped
  std::map<size_t, size_t> Parts{}; ///< mapped alone: by offset, bytes
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

namespace {
/// Opens the pages of all allocations for as long as it lives.
class Opened {
public:
  Opened() {
    FILE *Maps = fopen("/proc/self/maps", "r");
    char Line[512], R, W;
    uintptr_t First, Last;
    while (Maps && fgets(Line, sizeof Line, Maps))
      if (sscanf(Line, "%" SCNxPTR "-%" SCNxPTR " %c%c", &First, &Last, &R, &W) == 4 && W != 'w' &&
          isOfAllocation(First, Last))
        Closed.push_back({First, Last, R == 'r' ? PROT_READ : PROT_NONE});
    if (Maps)
      fclose(Maps);
    for (const Range &C : Closed)
      protect(C, PROT_READ | PROT_WRITE);
  }
  ~Opened() {
    for (const Range &C : Closed)
      protect(C, C.Protection);
  }

private:
  struct Range {
    uintptr_t First, Last;
    int Protection;
  };
  static bool isOfAllocation(uintptr_t First, uintptr_t Last) {
    for (auto &[Address, A] : Allocations) {
      const auto Begin = reinterpret_cast<uintptr_t>(Address);
      if (First < Begin + A.Contents.size() && Begin < Last)
        return true;
    }
    return false;
  }
  static void protect(const Range &C, int Protection) {
    mprotect(reinterpret_cast<void *>(C.First), C.Last - C.First, Protection);
  }
  std::vector<Range> Closed;
};
} // namespace

/// Calls Copy with the begin and the end of each part of the allocation that the device has.
template <typename Function> static void forDevice(const Allocation &A, Function Copy) {
  size_t At = 0;
  for (auto [Offset, Size] : A.Parts) {
    Copy(At, Offset);
    At = Offset + Size;
  }
  if (!A.Mapped)
    Copy(At, A.Contents.size());
}

static void putBack() {
  for (auto &[Address, A] : Allocations)
    forDevice(A, [&, To = static_cast<char *>(Address), From = A.Contents.data()](
                     size_t Begin, size_t End) { memcpy(To + Begin, From + Begin, End - Begin); });
}

static void keep() {
  for (auto &[Address, A] : Allocations)
    forDevice(A, [&, From = static_cast<char *>(Address), To = A.Contents.data()](
                     size_t Begin, size_t End) { memcpy(To + Begin, From + Begin, End - Begin); });
}

/// The allocation that holds the address; the end: none does.
static std::map<void *, Allocation>::iterator allocationAt(void *Address) {
  auto Found = Allocations.upper_bound(Address);
  if (Found == Allocations.begin())
    return Allocations.end();
  --Found;
  const bool IsInside = size_t(static_cast<char *>(Address) - static_cast<char *>(Found->first)) <
                        Found->second.Contents.size();
  return IsInside ? Found : Allocations.end();
}

static size_t offsetIn(const std::map<void *, Allocation>::iterator &At, void *Address) {
  return static_cast<char *>(Address) - static_cast<char *>(At->first);
}

/// Runs a command of the device's.
template <typename Command> static cl_int onDevice(cl_command_queue Queue, Command Run) {
  Next.clFinish(Queue); // what came before may wait for a function that maps memory
  std::lock_guard<std::mutex> Guard(Lock);
  Opened Pages;
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
  Opened Pages;
  putBack();
  if (auto Found = allocationAt(Address); Found != Allocations.end() && Error == CL_SUCCESS) {
    if (Found->first == Address && Size == Found->second.Contents.size())
      Found->second.Mapped = true;
    else
      Found->second.Parts[offsetIn(Found, Address)] = Size;
  }
  return Error;
}

static cl_int CL_API_CALL enqueueSvmUnmap(cl_command_queue Queue, void *Address, cl_uint Count,
                                          const cl_event *Waits, cl_event *Event) {
  cl_int Error = Below.clEnqueueSVMUnmap(Queue, Address, Count, Waits, Event);
  if (Error == CL_SUCCESS)
    Error = Next.clFinish(Queue);
  std::lock_guard<std::mutex> Guard(Lock);
  Opened Pages;
  auto Found = allocationAt(Address);
  if (Found == Allocations.end())
    return Error;
  Allocation &A = Found->second;
  const size_t Offset = offsetIn(Found, Address);
  auto Part = A.Parts.find(Offset);
  const size_t Size = Part == A.Parts.end() ? A.Contents.size() - Offset : Part->second;
  memcpy(A.Contents.data() + Offset, Address, Size);
  if (Part == A.Parts.end())
    A.Mapped = false;
  else
    A.Parts.erase(Part);
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
