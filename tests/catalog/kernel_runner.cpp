// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define CL_TARGET_OPENCL_VERSION 120
#include "kernel_runner.h"
#include "llvm/ADT/StringExtras.h"
#include <CL/cl.h>

using namespace cu2cl::catalog;
using llvm::StringRef;

std::string openClType(StringRef Cuda) {
  if (const VectorType *V = findVectorType(Cuda))
    return V->OpenCl.str();
  Cuda.consume_back(" &");
  if (const DeviceClass *C = findDeviceClass(Cuda))
    return C->OpenCl.str();
  static const std::pair<StringRef, StringRef> Names[] = {
      {"unsigned int", "uint"},
      {"long long", "long"},
      {"bool", "int"},
      {"unsigned long long", "ulong"},
      {"unsigned long", "ulong"},
      {"signed char", "char"},
      {"unsigned char", "uchar"},
      {"unsigned short", "ushort"},
      {"T", "float"},
      {"__nv_saturation_t", "int"},
      {"__nv_fp8_interpretation_t", "int"},
  };
  for (auto [From, To] : Names)
    if (Cuda == From)
      return To.str();
  return Cuda.str();
}

std::string expand(StringRef Text, const std::vector<std::string> &Arguments,
                   const std::string &Spaces) {
  std::string Result;
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Text[I] != '$') {
      Result += Text[I];
      continue;
    }
    char C = Text[++I];
    if (C == 's')
      Result += Spaces[Text[++I] - '0'];
    else if (C == 'w')
      Result += "scratch";
    else if (C == 'x')
      Result += "warp";
    else if (C == 'a')
      Result += "true";
    else if (C == 'f')
      Result += "fault";
    else if (C == '*')
      Result += Text.starts_with("printf") ? "\"%d\", 1" : llvm::join(Arguments, ", ");
    else
      Result += Arguments[C - '0'];
  }
  return Result;
}

namespace {

/// The first device of any platform, with a queue; released at the end of the process.
struct Device {
  cl_device_id Id = nullptr;
  cl_context Context = nullptr;
  cl_command_queue Queue = nullptr;
  Device() {
    cl_platform_id Platforms[8];
    cl_uint Count = 0;
    if (clGetPlatformIDs(8, Platforms, &Count) != CL_SUCCESS)
      return;
    for (cl_uint I = 0; I < Count && !Id; ++I)
      if (clGetDeviceIDs(Platforms[I], CL_DEVICE_TYPE_ALL, 1, &Id, nullptr) != CL_SUCCESS)
        Id = nullptr;
    if (!Id)
      return;
    Context = clCreateContext(nullptr, 1, &Id, nullptr, nullptr, nullptr);
    Queue = clCreateCommandQueue(Context, Id, 0, nullptr);
  }
};

Device &device() {
  static Device D;
  return D;
}

std::string runProgram(cl_program Program, std::vector<Bytes> &Buffers, size_t Count, size_t Group,
                       const std::string &MoreOptions) {
  Device &D = device();
  std::string Options = "-cl-std=CL1.2 -I " CU2CL_TEST_SOURCE "/clrt/device " + MoreOptions;
  if (clBuildProgram(Program, 1, &D.Id, Options.c_str(), nullptr, nullptr) != CL_SUCCESS) {
    std::string Log(1 << 16, '\0');
    clGetProgramBuildInfo(Program, D.Id, CL_PROGRAM_BUILD_LOG, Log.size(), Log.data(), nullptr);
    return "build failed: " + Log;
  }
  cl_int Error;
  cl_kernel Kernel = clCreateKernel(Program, "test", &Error);
  if (!Kernel)
    return "no kernel: " + std::to_string(Error);
  std::vector<cl_mem> Memory;
  for (cl_uint I = 0; I < Buffers.size(); ++I) {
    Memory.push_back(clCreateBuffer(D.Context, CL_MEM_COPY_HOST_PTR, Buffers[I].size(),
                                    Buffers[I].data(), nullptr));
    Error |= clSetKernelArg(Kernel, I, sizeof(cl_mem), &Memory[I]);
  }
  Error |= clEnqueueNDRangeKernel(D.Queue, Kernel, 1, nullptr, &Count, Group ? &Group : nullptr, 0,
                                  nullptr, nullptr);
  for (size_t I = 0; I < Buffers.size(); ++I) {
    Error |= clEnqueueReadBuffer(D.Queue, Memory[I], CL_TRUE, 0, Buffers[I].size(),
                                 Buffers[I].data(), 0, nullptr, nullptr);
    clReleaseMemObject(Memory[I]);
  }
  clReleaseKernel(Kernel);
  return Error == CL_SUCCESS ? "" : "OpenCL error " + std::to_string(Error);
}

} // namespace

std::string runKernel(const std::string &Source, std::vector<Bytes> &Buffers, size_t Count,
                      size_t Group, const std::string &MoreOptions) {
  if (!device().Queue)
    return "no OpenCL device";
  const char *Text = Source.c_str();
  cl_program Program = clCreateProgramWithSource(device().Context, 1, &Text, nullptr, nullptr);
  std::string Error = runProgram(Program, Buffers, Count, Group, MoreOptions);
  clReleaseProgram(Program);
  return Error;
}
