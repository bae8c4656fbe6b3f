// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// faulty FAULT: a program with one known fault, or none ("clean"), to show that run-oclgrind finds
// it.

#include <CL/cl.h>

#include <cstdio>
#include <cstring>

static const char *const Source = R"(
__kernel void clean(__global int *p, __local int *t) {
  t[get_local_id(0)] = p[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  p[get_global_id(0)] = t[get_local_size(0) - 1 - get_local_id(0)];
}
__kernel void race(__global int *p, __local int *t) {
  t[get_local_id(0)] = p[get_global_id(0)];
  p[get_global_id(0)] = t[get_local_size(0) - 1 - get_local_id(0)];
}
__kernel void outside(__global int *p, __local int *t) { p[get_global_id(0) + 1] = 1; }
__kernel void outside_local(__global int *p, __local int *t) { t[get_local_id(0) + 1] = p[0]; }
__kernel void divergent(__global int *p, __local int *t) {
  if (get_local_id(0) == 3) return;
  t[get_local_id(0)] = p[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  p[get_global_id(0)] = t[0];
}
)";

int main(int Count, char **Arguments) {
  const char *Fault = Count > 1 ? Arguments[1] : "clean";
  const bool IsApi = strcmp(Fault, "api") == 0, IsIdle = strcmp(Fault, "idle") == 0;
  const bool IsSilent = strcmp(Fault, "silent") == 0, IsUnended = strcmp(Fault, "unended") == 0;
  const bool IsOfHost = IsApi || IsIdle || IsSilent || IsUnended || strcmp(Fault, "status") == 0;
  cl_platform_id Platform = nullptr;
  cl_device_id Device = nullptr;
  cl_int Error = clGetPlatformIDs(1, &Platform, nullptr);
  Error |= clGetDeviceIDs(Platform, CL_DEVICE_TYPE_ALL, 1, &Device, nullptr);
  cl_context Context = clCreateContext(nullptr, 1, &Device, nullptr, nullptr, nullptr);
  cl_command_queue Queue = clCreateCommandQueue(Context, Device, 0, nullptr);
  const char *Text = Source;
  cl_program Program = clCreateProgramWithSource(Context, 1, &Text, nullptr, nullptr);
  Error |= clBuildProgram(Program, 1, &Device, "", nullptr, nullptr);
  cl_kernel Kernel = clCreateKernel(Program, IsOfHost ? "clean" : Fault, nullptr);
  int Values[64] = {};
  cl_mem Buffer = clCreateBuffer(Context, CL_MEM_COPY_HOST_PTR, sizeof Values, Values, nullptr);
  Error |= clSetKernelArg(Kernel, 0, sizeof Buffer, &Buffer);
  Error |= clSetKernelArg(Kernel, 1, 32 * sizeof(int), nullptr);
  const size_t Global = 64, Local = 32;
  if (IsUnended) { // a line that Oclgrind's words are put after it
    printf("working");
    fflush(stdout);
  }
  if (IsApi) // more than the buffer has
    clEnqueueReadBuffer(Queue, Buffer, CL_TRUE, 0, 2 * sizeof Values, Values, 0, nullptr, nullptr);
  if (!IsIdle)
    Error |=
        clEnqueueNDRangeKernel(Queue, Kernel, 1, nullptr, &Global, &Local, 0, nullptr, nullptr);
  Error |=
      clEnqueueReadBuffer(Queue, Buffer, CL_TRUE, 0, sizeof Values, Values, 0, nullptr, nullptr);
  clReleaseMemObject(Buffer);
  clReleaseKernel(Kernel);
  clReleaseProgram(Program);
  clReleaseCommandQueue(Queue);
  clReleaseContext(Context);
  if (!IsSilent)
    printf(Error == CL_SUCCESS ? "PASSED\n" : "FAILED\n");
  return Error != CL_SUCCESS || strcmp(Fault, "status") == 0;
}
