// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Limits of arguments and launches.

#include "Settings.h"

#include <algorithm>
#include <mutex>

namespace layer {

namespace {
struct Argument {
  bool IsLocal = false;
  bool IsConstant = false;
  size_t ParameterBytes = 0;
  size_t LocalBytes = 0;
};
struct Kernel {
  std::string Name;
  std::vector<Argument> Arguments;
};
} // namespace

static std::mutex Lock;
static std::map<cl_kernel, Kernel> Kernels; // an entry lives until its handle is given out again

static Kernel describe(cl_kernel Handle) {
  Kernel Result;
  char Name[256] = "?";
  cl_uint Count = 0;
  Next.clGetKernelInfo(Handle, CL_KERNEL_FUNCTION_NAME, sizeof Name, Name, nullptr);
  Next.clGetKernelInfo(Handle, CL_KERNEL_NUM_ARGS, sizeof Count, &Count, nullptr);
  Result.Name = Name;
  Result.Arguments.resize(Count);
  for (cl_uint I = 0; I < Count; ++I) {
    cl_kernel_arg_address_qualifier Space = CL_KERNEL_ARG_ADDRESS_PRIVATE;
    Next.clGetKernelArgInfo(Handle, I, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof Space, &Space,
                            nullptr);
    Result.Arguments[I].IsLocal = Space == CL_KERNEL_ARG_ADDRESS_LOCAL;
    Result.Arguments[I].IsConstant = Space == CL_KERNEL_ARG_ADDRESS_CONSTANT;
  }
  return Result;
}

/// Takes note of a new kernel. Returns false where it has more constant arguments than the device
/// takes.
static bool admit(cl_kernel Handle) {
  Kernel K = describe(Handle);
  const size_t Constants = size_t(std::count_if(K.Arguments.begin(), K.Arguments.end(),
                                                [](const Argument &A) { return A.IsConstant; }));
  const std::optional<size_t> &Most = settings().ConstantArgs;
  if (Most && Constants > *Most) {
    say("kernel %s has %zu __constant arguments, and this device takes %zu", K.Name.c_str(),
        Constants, *Most);
    return false;
  }
  std::lock_guard<std::mutex> Guard(Lock);
  Kernels[Handle] = std::move(K);
  return true;
}

static cl_kernel CL_API_CALL createKernel(cl_program Program, const char *Name, cl_int *Error) {
  cl_kernel Handle = Next.clCreateKernel(Program, Name, Error);
  if (!Handle || admit(Handle))
    return Handle;
  Next.clReleaseKernel(Handle);
  if (Error)
    *Error = CL_OUT_OF_RESOURCES;
  return nullptr;
}

static cl_int CL_API_CALL createKernelsInProgram(cl_program Program, cl_uint Count,
                                                 cl_kernel *Handles, cl_uint *CountThere) {
  cl_uint There = 0;
  cl_int Error = Next.clCreateKernelsInProgram(Program, Count, Handles, &There);
  if (CountThere)
    *CountThere = There;
  for (cl_uint I = 0; Error == CL_SUCCESS && Handles && I < There; ++I)
    if (!admit(Handles[I])) {
      for (cl_uint J = 0; J < There; ++J)
        Next.clReleaseKernel(Handles[J]);
      return CL_OUT_OF_RESOURCES;
    }
  return Error;
}

static cl_kernel CL_API_CALL cloneKernel(cl_kernel Source, cl_int *Error) {
  cl_kernel Handle = Next.clCloneKernel(Source, Error);
  std::lock_guard<std::mutex> Guard(Lock);
  if (Handle)
    Kernels[Handle] = Kernels[Source];
  return Handle;
}

static size_t parameterBytes(const Kernel &K) {
  size_t Sum = 0;
  for (const Argument &A : K.Arguments)
    Sum += A.ParameterBytes;
  return Sum;
}

static bool isTooLargeForConstant(const Kernel &K, cl_uint Index, size_t Size, const void *Value) {
  const std::optional<size_t> &Most = settings().ConstantBuffer;
  if (!Most || !K.Arguments[Index].IsConstant || Size != sizeof(cl_mem) || !Value)
    return false;
  size_t Bytes = 0;
  cl_mem Buffer = *static_cast<const cl_mem *>(Value);
  if (!Buffer || Next.clGetMemObjectInfo(Buffer, CL_MEM_SIZE, sizeof Bytes, &Bytes, nullptr) != 0)
    return false;
  if (Bytes > *Most)
    say("kernel %s: argument %u is a __constant buffer of %zu bytes, and this device takes %zu",
        K.Name.c_str(), Index, Bytes, *Most);
  return Bytes > *Most;
}

static cl_int CL_API_CALL setKernelArg(cl_kernel Handle, cl_uint Index, size_t Size,
                                       const void *Value) {
  std::lock_guard<std::mutex> Guard(Lock);
  auto Found = Kernels.find(Handle);
  if (Found == Kernels.end() || Index >= Found->second.Arguments.size())
    return Next.clSetKernelArg(Handle, Index, Size, Value);
  Kernel &K = Found->second;
  if (isTooLargeForConstant(K, Index, Size, Value))
    return CL_OUT_OF_RESOURCES;
  const Argument Before = K.Arguments[Index];
  K.Arguments[Index].ParameterBytes = Before.IsLocal ? sizeof(cl_uint) : Size;
  K.Arguments[Index].LocalBytes = Before.IsLocal ? Size : 0;
  const std::optional<size_t> &Most = settings().ParameterSize;
  cl_int Error = CL_OUT_OF_RESOURCES;
  if (Most && parameterBytes(K) > *Most)
    say("kernel %s: %zu bytes of arguments, and this device takes %zu", K.Name.c_str(),
        parameterBytes(K), *Most);
  else
    Error = Next.clSetKernelArg(Handle, Index, Size, Value);
  if (Error != CL_SUCCESS)
    K.Arguments[Index] = Before;
  return Error;
}

static cl_device_id deviceOf(cl_command_queue Queue) {
  cl_device_id Device = nullptr;
  Next.clGetCommandQueueInfo(Queue, CL_QUEUE_DEVICE, sizeof Device, &Device, nullptr);
  return Device;
}

/// The largest work-group that this kernel may have; nothing where the device's own limits count.
static std::optional<size_t> groupLimit(cl_kernel Handle, cl_device_id Device) {
  const Settings &S = settings();
  size_t Stated[3] = {};
  Next.clGetKernelWorkGroupInfo(Handle, Device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof Stated,
                                Stated, nullptr);
  if (Stated[0] != 0 && S.hasNo(S.StatedWorkGroup))
    return S.WorkGroup;
  if (Stated[0] != 0 && S.StatedWorkGroup && S.WorkGroup)
    return std::max(*S.WorkGroup, *S.StatedWorkGroup);
  if (Stated[0] != 0)
    return std::nullopt;
  if (S.WorkGroup && S.KernelWorkGroup)
    return std::min(*S.WorkGroup, *S.KernelWorkGroup);
  return S.WorkGroup ? S.WorkGroup : S.KernelWorkGroup;
}

static cl_int CL_API_CALL getKernelWorkGroupInfo(cl_kernel Handle, cl_device_id Device,
                                                 cl_kernel_work_group_info Query, size_t Size,
                                                 void *Value, size_t *SizeNeeded) {
  cl_int Error = Next.clGetKernelWorkGroupInfo(Handle, Device, Query, Size, Value, SizeNeeded);
  if (Error != CL_SUCCESS || Query != CL_KERNEL_WORK_GROUP_SIZE || !Value)
    return Error;
  size_t *Own = static_cast<size_t *>(Value);
  if (std::optional<size_t> Most = groupLimit(Handle, Device))
    *Own = std::min(*Own, *Most);
  return CL_SUCCESS;
}

static bool hasTooMuchLocalMemory(cl_kernel Handle, cl_device_id Device) {
  const std::optional<size_t> &Most = settings().LocalMemory;
  cl_ulong Bytes = 0; // the kernel's own arrays and its arguments, says the standard
  if (!Most || Next.clGetKernelWorkGroupInfo(Handle, Device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof Bytes,
                                             &Bytes, nullptr) != CL_SUCCESS)
    return false;
  std::lock_guard<std::mutex> Guard(Lock);
  const Kernel &K = Kernels[Handle];
  size_t Arguments = 0;
  for (const Argument &A : K.Arguments)
    Arguments += A.LocalBytes;
  Bytes = std::max<cl_ulong>(Bytes, Arguments);
  if (Bytes > *Most)
    say("kernel %s: %zu bytes of local memory, and this device has %zu", K.Name.c_str(),
        size_t(Bytes), *Most);
  return Bytes > *Most;
}

/// A work-group size within the limit for a launch that leaves it to the device.
static void chooseLocal(cl_uint Dimensions, const size_t *Global, size_t Most, size_t *Local) {
  for (cl_uint D = 0; D < Dimensions; ++D) {
    Local[D] = std::max<size_t>(1, std::min(Most, Global[D]));
    while (Global[D] % Local[D] != 0)
      --Local[D];
    Most /= Local[D];
  }
}

static cl_int checkGroup(cl_kernel Handle, cl_uint Dimensions, const size_t *Local, size_t Most) {
  size_t Items = 1;
  for (cl_uint D = 0; D < Dimensions; ++D)
    Items *= Local[D];
  if (Items <= Most)
    return CL_SUCCESS;
  std::lock_guard<std::mutex> Guard(Lock);
  say("kernel %s: work-groups of %zu, and this device takes %zu", Kernels[Handle].Name.c_str(),
      Items, Most);
  return CL_INVALID_WORK_GROUP_SIZE;
}

static cl_int CL_API_CALL enqueueNDRangeKernel(cl_command_queue Queue, cl_kernel Handle,
                                               cl_uint Dimensions, const size_t *Offset,
                                               const size_t *Global, const size_t *Local,
                                               cl_uint Count, const cl_event *Waits,
                                               cl_event *Event) {
  cl_device_id Device = deviceOf(Queue);
  size_t Chosen[3] = {1, 1, 1};
  std::optional<size_t> Most = groupLimit(Handle, Device);
  if (Most && Global && Dimensions >= 1 && Dimensions <= 3) {
    size_t Stated[3] = {};
    Next.clGetKernelWorkGroupInfo(Handle, Device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof Stated,
                                  Stated, nullptr);
    if (!Local && Stated[0] == 0) {
      chooseLocal(Dimensions, Global, *Most, Chosen);
      Local = Chosen;
    }
    cl_int Error = checkGroup(Handle, Dimensions, Local ? Local : Stated, *Most);
    if (Error != CL_SUCCESS)
      return Error;
  }
  if (hasTooMuchLocalMemory(Handle, Device))
    return CL_OUT_OF_RESOURCES;
  return Next.clEnqueueNDRangeKernel(Queue, Handle, Dimensions, Offset, Global, Local, Count, Waits,
                                     Event);
}

static void *CL_API_CALL svmAlloc(cl_context, cl_svm_mem_flags, size_t, cl_uint) { return nullptr; }
static cl_int CL_API_CALL setKernelArgSVMPointer(cl_kernel, cl_uint, const void *) {
  return CL_INVALID_OPERATION;
}

void limitKernels(cl_icd_dispatch &Table) {
  Table.clCreateKernel = createKernel;
  Table.clCreateKernelsInProgram = createKernelsInProgram;
  if (Table.clCloneKernel)
    Table.clCloneKernel = cloneKernel;
  Table.clSetKernelArg = setKernelArg;
  Table.clGetKernelWorkGroupInfo = getKernelWorkGroupInfo;
  Table.clEnqueueNDRangeKernel = enqueueNDRangeKernel;
  if (settings().hasNo(settings().SVM)) {
    Table.clSVMAlloc = svmAlloc;
    Table.clSetKernelArgSVMPointer = setKernelArgSVMPointer;
  }
}

} // namespace layer
