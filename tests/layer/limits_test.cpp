// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Limits: what the worst device says and refuses. Own: the same device with every limit switched
// off, which shows that it is the layer that refuses. One process has one device, so CMakeLists.txt
// runs the two apart.

#include "device.h"

#include <limits>

using Limits = Device;
using Own = Device;

static const char *const Empty =
    "__kernel void k(__global int *p) { if (p) p[get_global_id(0)] = 1; }";
static const char *const Stated =
    "__kernel __attribute__((reqd_work_group_size(512, 1, 1))) void k(__global int *p) {\n"
    "  if (p) p[get_global_id(0)] = 1;\n}";
static const char *const Fp64 = "__kernel void k(__global double *p) { p[0] = 1.0; }";
static const char *const Fp64Vector =
    "__kernel void k(__global float *p) { double2 v = 1; p[0] = v.x; }";
static const char *const AtomicOnLong =
    "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
    "__kernel void k(__global long *p) { atom_add(p, 1L); }";
static const char *const AtomicOnInt =
    "__kernel void k(__global int *p) { atom_add(p, 1); atom_inc(p); }";
static const char *const Macros =
    "#if defined(cl_khr_fp64) || defined(cl_khr_int64_base_atomics) || defined(cl_khr_subgroups)\n"
    "#error \"there\"\n#endif\n__kernel void k(__global float *p) { p[0] = 1.0; }";

static std::string withConstants(int Count) {
  std::string Text = "__kernel void k(__global int *o";
  for (int I = 0; I < Count; ++I)
    Text += ", __constant int *c" + std::to_string(I);
  return Text + ") { o[0] = c0[0]; }";
}

static std::string withBytes(int Floats) {
  return "typedef struct { float v[" + std::to_string(Floats) +
         "]; } big;\n__kernel void k(__global float *o, big b) { o[0] = b.v[1]; }";
}

TEST_F(Limits, Numbers) {
  EXPECT_EQ(number<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE), 256u);
  EXPECT_EQ(number<size_t>(CL_DEVICE_MAX_PARAMETER_SIZE), 1024u);
  EXPECT_EQ(number<cl_uint>(CL_DEVICE_MAX_CONSTANT_ARGS), 8u);
  EXPECT_EQ(number<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE), 32768u);
  EXPECT_EQ(number<cl_ulong>(CL_DEVICE_DOUBLE_FP_CONFIG), 0u);
  size_t Sizes[3] = {};
  ASSERT_EQ(clGetDeviceInfo(Id, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof Sizes, Sizes, nullptr),
            CL_SUCCESS);
  EXPECT_LE(Sizes[0], 1024u);
  EXPECT_LE(Sizes[2], 1024u);
  EXPECT_GE(Sizes[0], 1u);
}

TEST_F(Limits, VersionAndExtensions) {
  EXPECT_EQ(text(CL_DEVICE_VERSION).substr(0, 10), "OpenCL 1.2");
  EXPECT_EQ(text(CL_DEVICE_OPENCL_C_VERSION).substr(0, 12), "OpenCL C 1.2");
  EXPECT_FALSE(has("cl_khr_fp64"));
  EXPECT_FALSE(has("cl_khr_int64_base_atomics"));
  EXPECT_FALSE(has("cl_khr_subgroups"));
  EXPECT_TRUE(has("cl_khr_global_int32_base_atomics")) << "OpenCL 1.2 devices have this one";
  EXPECT_NE(text(CL_DRIVER_VERSION).find("limited"), std::string::npos) << "caches must notice";
  cl_device_svm_capabilities Svm = 0;
  EXPECT_EQ(clGetDeviceInfo(Id, CL_DEVICE_SVM_CAPABILITIES, sizeof Svm, &Svm, nullptr),
            CL_INVALID_VALUE);
}

TEST_F(Limits, LaterFunctionsAreRefused) {
  EXPECT_EQ(clSVMAlloc(Context, CL_MEM_READ_WRITE, 64, 0), nullptr);
  cl_int Error = CL_SUCCESS;
  EXPECT_EQ(clCreateCommandQueueWithProperties(Context, Id, nullptr, &Error), nullptr);
  EXPECT_EQ(Error, CL_INVALID_OPERATION);
  EXPECT_EQ(build(Empty, "-cl-std=CL2.0"), CL_INVALID_BUILD_OPTIONS);
  EXPECT_EQ(build(Empty, "-cl-std=CL1.2"), CL_SUCCESS) << Log;
}

TEST_F(Limits, WorkGroups) {
  ASSERT_EQ(makeKernel(Empty), CL_SUCCESS);
  cl_mem Null = nullptr;
  ASSERT_EQ(clSetKernelArg(Kernel, 0, sizeof Null, &Null), CL_SUCCESS);
  size_t Most = 0;
  ASSERT_EQ(
      clGetKernelWorkGroupInfo(Kernel, Id, CL_KERNEL_WORK_GROUP_SIZE, sizeof Most, &Most, nullptr),
      CL_SUCCESS);
  EXPECT_LE(Most, 256u);
  EXPECT_EQ(launch({256}, {256}), CL_SUCCESS);
  EXPECT_EQ(launch({512}, {512}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(launch({32, 32}, {32, 32}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(launch({512, 1}, {512, 1}), CL_INVALID_WORK_GROUP_SIZE);
}

TEST_F(Limits, WorkGroupsThatTheDeviceChooses) {
  ASSERT_EQ(makeKernel("__kernel void k(__global uint *p) {\n"
                       "  atomic_max(p, (uint)(get_local_size(0) * get_local_size(1)));\n}"),
            CL_SUCCESS);
  cl_uint Largest = 0;
  cl_int Error = CL_SUCCESS;
  cl_mem Buffer = clCreateBuffer(Context, CL_MEM_COPY_HOST_PTR, sizeof Largest, &Largest, &Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(Kernel, 0, sizeof Buffer, &Buffer), CL_SUCCESS);
  const size_t Global[2] = {1024, 96};
  EXPECT_EQ(clEnqueueNDRangeKernel(Queue, Kernel, 2, nullptr, Global, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(
      clEnqueueReadBuffer(Queue, Buffer, CL_TRUE, 0, sizeof Largest, &Largest, 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_GE(Largest, 1u);
  EXPECT_LE(Largest, 256u);
  clReleaseMemObject(Buffer);
}

TEST_F(Limits, StatedWorkGroupsMayBeLarger) {
  ASSERT_EQ(makeKernel(Stated), CL_SUCCESS);
  cl_mem Null = nullptr;
  ASSERT_EQ(clSetKernelArg(Kernel, 0, sizeof Null, &Null), CL_SUCCESS);
  EXPECT_EQ(launch({512}, {512}), CL_SUCCESS);
}

TEST_F(Limits, CompilerRefusesFp64) {
  EXPECT_NE(build(Fp64), CL_SUCCESS);
  EXPECT_NE(Log.find("double_is_not_on_this_device"), std::string::npos) << Log;
  EXPECT_NE(build(Fp64Vector), CL_SUCCESS);
}

TEST_F(Limits, CompilerDefinesWhatTheDeviceSays) { EXPECT_EQ(build(Macros), CL_SUCCESS) << Log; }

TEST_F(Limits, CompilerRefusesAtomicsOnLong) {
  EXPECT_NE(build(AtomicOnLong), CL_SUCCESS);
  EXPECT_EQ(build(AtomicOnInt), CL_SUCCESS) << Log;
}

TEST_F(Limits, SourceStaysTheProgrammers) {
  ASSERT_EQ(build(Empty), CL_SUCCESS);
  char Text[4096] = "";
  size_t Size = 0;
  ASSERT_EQ(clGetProgramInfo(Program, CL_PROGRAM_SOURCE, sizeof Text, Text, &Size), CL_SUCCESS);
  EXPECT_STREQ(Text, Empty);
  EXPECT_NE(build("\n\n#error \"third line\"\n"), CL_SUCCESS);
  EXPECT_NE(Log.find(":3:"), std::string::npos) << Log;
}

TEST_F(Limits, Parameters) {
  std::vector<float> Value(256);
  ASSERT_EQ(makeKernel(withBytes(256)), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(Kernel, 1, 1024, Value.data()), CL_SUCCESS);
  cl_mem Null = nullptr;
  EXPECT_EQ(clSetKernelArg(Kernel, 0, sizeof Null, &Null), CL_OUT_OF_RESOURCES);
  ASSERT_EQ(makeKernel(withBytes(254)), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(Kernel, 1, 1016, Value.data()), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(Kernel, 0, sizeof Null, &Null), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(Kernel, 1, 1016, Value.data()), CL_SUCCESS) << "counted once";
}

TEST_F(Limits, ConstantArguments) {
  EXPECT_EQ(makeKernel(withConstants(8)), CL_SUCCESS);
  EXPECT_EQ(makeKernel(withConstants(9)), CL_OUT_OF_RESOURCES);
}

TEST_F(Limits, ConstantBuffers) {
  ASSERT_EQ(makeKernel(withConstants(1)), CL_SUCCESS);
  for (size_t Bytes : {size_t(65536), size_t(65540)}) {
    cl_int Error = CL_SUCCESS;
    cl_mem Buffer = clCreateBuffer(Context, CL_MEM_READ_ONLY, Bytes, nullptr, &Error);
    ASSERT_EQ(Error, CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(Kernel, 1, sizeof Buffer, &Buffer),
              Bytes == 65536 ? CL_SUCCESS : CL_OUT_OF_RESOURCES);
    clReleaseMemObject(Buffer);
  }
}

TEST_F(Limits, LocalMemory) {
  ASSERT_EQ(makeKernel("__kernel void k(__local float *p) {\n"
                       "  __local float q[1024]; q[get_local_id(0)] = 0; p[0] = q[1]; }"),
            CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(Kernel, 0, 28672, nullptr), CL_SUCCESS);
  EXPECT_EQ(launch({1}, {1}), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(Kernel, 0, 28676, nullptr), CL_SUCCESS);
  EXPECT_EQ(launch({1}, {1}), CL_OUT_OF_RESOURCES);
}

TEST_F(Own, IsNotLimited) {
  EXPECT_GT(number<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE), 256u);
  EXPECT_GT(number<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE), 32768u);
  ASSERT_TRUE(has("cl_khr_fp64"));
  EXPECT_EQ(build(Fp64), CL_SUCCESS) << Log;
  EXPECT_NE(build(Macros), CL_SUCCESS);
  if (has("cl_khr_int64_base_atomics")) {
    EXPECT_EQ(build(AtomicOnLong), CL_SUCCESS) << Log;
  }
  ASSERT_EQ(makeKernel(Empty), CL_SUCCESS);
  cl_mem Null = nullptr;
  ASSERT_EQ(clSetKernelArg(Kernel, 0, sizeof Null, &Null), CL_SUCCESS);
  EXPECT_EQ(launch({512}, {512}), CL_SUCCESS);
}

using StatedOff = Device;
TEST_F(StatedOff, StatedWorkGroupsCountToo) {
  size_t Sizes[3] = {};
  ASSERT_EQ(clGetDeviceInfo(Id, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof Sizes, Sizes, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(Sizes[0], 256u);
  ASSERT_EQ(makeKernel(Stated), CL_SUCCESS);
  cl_mem Null = nullptr;
  ASSERT_EQ(clSetKernelArg(Kernel, 0, sizeof Null, &Null), CL_SUCCESS);
  EXPECT_EQ(launch({512}, {512}), CL_INVALID_WORK_GROUP_SIZE);
}

// Run with CU2CL_LAYER_WORK_GROUP=device: the device takes large groups, but only from kernels that
// state them.
using KernelOnly = Device;
TEST_F(KernelOnly, LargeGroupsMustBeStated) {
  EXPECT_GT(number<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE), 256u);
  ASSERT_EQ(makeKernel(Empty), CL_SUCCESS);
  cl_mem Null = nullptr;
  ASSERT_EQ(clSetKernelArg(Kernel, 0, sizeof Null, &Null), CL_SUCCESS);
  EXPECT_EQ(launch({512}, {512}), CL_INVALID_WORK_GROUP_SIZE);
  ASSERT_EQ(makeKernel(Stated), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(Kernel, 0, sizeof Null, &Null), CL_SUCCESS);
  EXPECT_EQ(launch({512}, {512}), CL_SUCCESS);
}

// Run with CU2CL_LAYER_NAN=float, and without: one NaN comes back.
using Nan = Device;
TEST_F(Nan, IsReadBack) {
  float Values[2] = {1.0f, std::numeric_limits<float>::quiet_NaN()};
  cl_int Error = CL_SUCCESS;
  cl_mem Buffer = clCreateBuffer(Context, CL_MEM_COPY_HOST_PTR, sizeof Values, Values, &Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  for (size_t Size : {sizeof Values, sizeof(float)})
    EXPECT_EQ(clEnqueueReadBuffer(Queue, Buffer, CL_TRUE, 0, Size, Values, 0, nullptr, nullptr),
              CL_SUCCESS);
  clReleaseMemObject(Buffer);
}

// Run with CU2CL_LAYER_FAIL=clFinish:2=-36,clCreateBuffer:1=-61,clEnqueueWriteBuffer:2+=-5.
using Fail = Device;
TEST_F(Fail, TheOrderedCalls) {
  EXPECT_EQ(clFinish(Queue), CL_SUCCESS);
  EXPECT_EQ(clFinish(Queue), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clFinish(Queue), CL_SUCCESS);
  cl_int Error = CL_SUCCESS;
  EXPECT_EQ(clCreateBuffer(Context, 0, 4, nullptr, &Error), nullptr);
  EXPECT_EQ(Error, CL_INVALID_BUFFER_SIZE);
  cl_mem Buffer = clCreateBuffer(Context, 0, 4, nullptr, &Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  cl_int Value = 7;
  for (cl_int Expected : {CL_SUCCESS, CL_OUT_OF_RESOURCES, CL_OUT_OF_RESOURCES})
    EXPECT_EQ(clEnqueueWriteBuffer(Queue, Buffer, CL_TRUE, 0, 4, &Value, 0, nullptr, nullptr),
              Expected);
  clReleaseMemObject(Buffer);
}
