// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// probe FUNCTION LIMIT [SHIFT]: does the vector form of a built-in of float give the scalar one's
// bits on this device, while all lanes are below LIMIT? Looks at one of 2^SHIFT floats (default 6),
// each among other lanes at random. Evidence for `math exact cos<1e6` (docs/optimizing.md).
//
// Prints how many lanes differ, by the exponent of the largest lane beside them.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

constexpr cl_uint PerItem = 1 << 12;

std::string kernelText(const std::string &Function, const std::string &Limit) {
  return R"(
__kernel void compare(__global uint *differ, uint per_item) {
  uint first = get_global_id(0) * per_item;
  for (uint i = 0; i < per_item; i += 16) {
    float in[16], out[16];
    for (int k = 0; k < 16; k++) {
      uint n = first + i + k;
      in[k] = as_float((n * 2654435761u >> 1) % as_uint()" +
         Limit + R"() | n << 31);
    }
    vstore16()" +
         Function + R"((vload16(0, in)), 0, out);
    float largest = 0.0f;
    for (int k = 0; k < 16; k++)
      largest = fmax(largest, fabs(in[k]));
    for (int k = 0; k < 16; k++) {
      float alone = )" +
         Function + R"((in[k]);
      if (as_uint(alone) != as_uint(out[k]) && !(isnan(alone) && isnan(out[k])))
        atomic_inc(differ + (as_uint(largest) >> 23));
    }
  }
})";
}

void check(cl_int Status, const char *What) {
  if (Status == CL_SUCCESS)
    return;
  std::fprintf(stderr, "probe: %s: error %d\n", What, Status);
  std::exit(2);
}

} // namespace

int main(int ArgC, char **ArgV) {
  if (ArgC < 3) {
    std::fprintf(stderr, "usage: probe FUNCTION LIMIT [SHIFT]    probe cos 1e6f 6\n");
    return 2;
  }
  unsigned Shift = ArgC > 3 ? std::atoi(ArgV[3]) : 6;
  cl_platform_id Platform;
  cl_device_id Device;
  cl_int Status;
  check(clGetPlatformIDs(1, &Platform, nullptr), "no platform");
  check(clGetDeviceIDs(Platform, CL_DEVICE_TYPE_ALL, 1, &Device, nullptr), "no device");
  cl_context Context = clCreateContext(nullptr, 1, &Device, nullptr, nullptr, &Status);
  check(Status, "clCreateContext");
  cl_command_queue Queue = clCreateCommandQueue(Context, Device, 0, &Status);
  check(Status, "clCreateCommandQueue");
  std::string Text = kernelText(ArgV[1], ArgV[2]);
  const char *Source = Text.c_str();
  cl_program Program = clCreateProgramWithSource(Context, 1, &Source, nullptr, &Status);
  check(Status, "clCreateProgramWithSource");
  check(clBuildProgram(Program, 1, &Device, "-cl-std=CL1.2", nullptr, nullptr), "clBuildProgram");
  cl_kernel Kernel = clCreateKernel(Program, "compare", &Status);
  check(Status, "clCreateKernel");
  std::array<cl_uint, 256> Differ{};
  cl_mem Buffer = clCreateBuffer(Context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof Differ,
                                 Differ.data(), &Status);
  check(Status, "clCreateBuffer");
  cl_uint Each = PerItem;
  check(clSetKernelArg(Kernel, 0, sizeof Buffer, &Buffer), "clSetKernelArg");
  check(clSetKernelArg(Kernel, 1, sizeof Each, &Each), "clSetKernelArg");
  size_t Items = (size_t(1) << (32 - Shift)) / PerItem;
  check(clEnqueueNDRangeKernel(Queue, Kernel, 1, nullptr, &Items, nullptr, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  check(clEnqueueReadBuffer(Queue, Buffer, CL_TRUE, 0, sizeof Differ, Differ.data(), 0, nullptr,
                            nullptr),
        "clEnqueueReadBuffer");
  unsigned long All = 0;
  for (size_t Exponent = 0; Exponent < Differ.size(); ++Exponent)
    if (Differ[Exponent]) {
      std::printf("largest lane 2^%d: %u lanes differ\n", int(Exponent) - 127, Differ[Exponent]);
      All += Differ[Exponent];
    }
  std::printf("%s below %s: %lu lanes differ\n", ArgV[1], ArgV[2], All);
  return All != 0;
}
