// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The first OpenCL device with what the layer's tests ask of it, in raw OpenCL.

#ifndef CU2CL_TESTS_LAYER_DEVICE_H
#define CU2CL_TESTS_LAYER_DEVICE_H

#include <CL/cl.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

struct Device : ::testing::Test {
  cl_platform_id Platform = nullptr;
  cl_device_id Id = nullptr;
  cl_context Context = nullptr;
  cl_command_queue Queue = nullptr;
  cl_program Program = nullptr;
  cl_kernel Kernel = nullptr;
  std::string Log;

  void SetUp() override {
    cl_int Error = clGetPlatformIDs(1, &Platform, nullptr);
    ASSERT_EQ(Error, CL_SUCCESS);
    ASSERT_EQ(clGetDeviceIDs(Platform, CL_DEVICE_TYPE_ALL, 1, &Id, nullptr), CL_SUCCESS);
    Context = clCreateContext(nullptr, 1, &Id, nullptr, nullptr, &Error);
    ASSERT_EQ(Error, CL_SUCCESS);
    Queue = clCreateCommandQueue(Context, Id, 0, &Error);
    ASSERT_EQ(Error, CL_SUCCESS);
  }

  void TearDown() override {
    if (Kernel)
      clReleaseKernel(Kernel);
    if (Program)
      clReleaseProgram(Program);
    if (Queue)
      clReleaseCommandQueue(Queue);
    if (Context)
      clReleaseContext(Context);
  }

  template <typename T> T number(cl_device_info Query) {
    T Value{};
    EXPECT_EQ(clGetDeviceInfo(Id, Query, sizeof Value, &Value, nullptr), CL_SUCCESS) << Query;
    return Value;
  }

  std::string text(cl_device_info Query) {
    size_t Size = 0;
    EXPECT_EQ(clGetDeviceInfo(Id, Query, 0, nullptr, &Size), CL_SUCCESS);
    std::vector<char> Text(Size + 1);
    EXPECT_EQ(clGetDeviceInfo(Id, Query, Size, Text.data(), nullptr), CL_SUCCESS);
    return Text.data();
  }

  bool has(const std::string &Extension) {
    return (" " + text(CL_DEVICE_EXTENSIONS) + " ").find(" " + Extension + " ") !=
           std::string::npos;
  }

  /// Builds a source; Log is the compiler's.
  cl_int build(const std::string &Source, const char *Options = "") {
    if (Program)
      clReleaseProgram(Program);
    cl_int Error = CL_SUCCESS;
    const char *Text = Source.c_str();
    Program = clCreateProgramWithSource(Context, 1, &Text, nullptr, &Error);
    EXPECT_EQ(Error, CL_SUCCESS);
    Error = clBuildProgram(Program, 1, &Id, Options, nullptr, nullptr);
    std::vector<char> Bytes(1 << 16);
    clGetProgramBuildInfo(Program, Id, CL_PROGRAM_BUILD_LOG, Bytes.size() - 1, Bytes.data(),
                          nullptr);
    Log = Bytes.data();
    return Error;
  }

  /// Builds a source with a kernel k and makes the kernel.
  cl_int makeKernel(const std::string &Source) {
    EXPECT_EQ(build(Source), CL_SUCCESS) << Log;
    if (Kernel)
      clReleaseKernel(Kernel);
    cl_int Error = CL_SUCCESS;
    Kernel = clCreateKernel(Program, "k", &Error);
    return Error;
  }

  template <size_t N> cl_int launch(const size_t (&Global)[N], const size_t (&Local)[N]) {
    cl_int Error =
        clEnqueueNDRangeKernel(Queue, Kernel, N, nullptr, Global, Local, 0, nullptr, nullptr);
    return Error != CL_SUCCESS ? Error : clFinish(Queue);
  }
};

#endif
