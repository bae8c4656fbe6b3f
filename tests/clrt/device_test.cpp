// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Devices, properties, error values and text, raw OpenCL.

#include "fixture.h"
#include <map>
#include <set>
#include <thread>

namespace {

class DeviceTest : public Clrt {};

TEST_F(DeviceTest, CountAndChoice) {
  int count = 0, current = -1;
  OK(clrt::device_count(&count));
  ASSERT_GE(count, 1);
  OK(clrt::get_device(&current));
  EXPECT_EQ(current, 0);
  FAILS(CLRT_ERROR_INVALID_DEVICE, clrt::set_device(count));
  FAILS(CLRT_ERROR_INVALID_DEVICE, clrt::set_device(-1));
  OK(clrt::set_device(0));
  clrt::device_properties wanted = clrt::device_properties();
  OK(clrt::choose_device(&current, &wanted));
  EXPECT_EQ(current, 0);
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::device_count(nullptr));
}

TEST_F(DeviceTest, Properties) {
  clrt::device_properties p;
  OK(clrt::get_device_properties(&p, 0));
  char name[256];
  clGetDeviceInfo(clrt::device(), CL_DEVICE_NAME, sizeof name, name, nullptr);
  EXPECT_STREQ(p.name, name);
  EXPECT_GT(p.totalGlobalMem, size_t(1) << 20);
  EXPECT_GE(p.sharedMemPerBlock, size_t(16) << 10);
  EXPECT_EQ(p.warpSize, 32);
  EXPECT_GE(p.maxThreadsPerBlock, 1);
  EXPECT_LE(p.maxThreadsPerBlock, 1024);
  EXPECT_GE(p.multiProcessorCount, 1);
  EXPECT_GE(p.maxThreadsPerMultiProcessor, p.maxThreadsPerBlock);
  EXPECT_GT(p.regsPerBlock, 0);
  EXPECT_GE(p.major, 1);
  EXPECT_EQ(p.unifiedAddressing, 1); // addresses tell device and memory
  int value;
  OK(clrt::device_attribute(&value, CLRT_ATTRIBUTE_MULTI_PROCESSOR_COUNT, 0));
  EXPECT_EQ(value, p.multiProcessorCount);
  OK(clrt::device_attribute(&value, CLRT_ATTRIBUTE_MAX_BLOCK_DIM_Z, 0));
  EXPECT_EQ(value, p.maxThreadsDim[2]);
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::device_attribute(&value, clrt::device_attr(9999), 0));
  FAILS(CLRT_ERROR_INVALID_DEVICE, clrt::get_device_properties(&p, 99));
  int driver, runtime;
  OK(clrt::driver_version(&driver));
  OK(clrt::runtime_version(&runtime));
  EXPECT_GE(driver, runtime); // else programs say that the driver is too old
  EXPECT_EQ(runtime, CLRT_CUDART_VERSION);
}

TEST_F(DeviceTest, Settings) {
  OK(clrt::set_device_flags(CLRT_DEVICE_SCHEDULE_SPIN));
  unsigned flags;
  OK(clrt::get_device_flags(&flags));
  EXPECT_EQ(flags, unsigned(CLRT_DEVICE_SCHEDULE_SPIN));
  OK(clrt::set_device_flags(0));
  OK(clrt::device_set_cache_config(CLRT_FUNC_CACHE_PREFER_L1));
  OK(clrt::device_set_shared_mem_config(CLRT_SHARED_MEM_BANK_SIZE_EIGHT_BYTE));
  size_t value;
  OK(clrt::device_get_limit(&value, CLRT_LIMIT_PRINTF_FIFO_SIZE));
  EXPECT_GT(value, 0u);
  FAILS(CLRT_ERROR_UNSUPPORTED_LIMIT,
        clrt::device_set_limit(CLRT_LIMIT_PRINTF_FIFO_SIZE, SIZE_MAX));
  OK(clrt::device_set_limit(CLRT_LIMIT_STACK_SIZE, 4096));
  OK(clrt::device_get_limit(&value, CLRT_LIMIT_STACK_SIZE));
  EXPECT_EQ(value, 4096u);
  // Programs set the heap's size without using it.
  OK(clrt::device_get_limit(&value, CLRT_LIMIT_MALLOC_HEAP_SIZE));
  EXPECT_EQ(value, std::size_t(8) << 20);
  OK(clrt::device_set_limit(CLRT_LIMIT_MALLOC_HEAP_SIZE, 1 << 24));
  OK(clrt::device_get_limit(&value, CLRT_LIMIT_MALLOC_HEAP_SIZE));
  EXPECT_EQ(value, std::size_t(1) << 24);
  FAILS(CLRT_ERROR_UNSUPPORTED_LIMIT,
        clrt::device_set_limit(CLRT_LIMIT_PERSISTING_L2_CACHE_SIZE, 1));
}

TEST_F(DeviceTest, ErrorValuesAreDistinctAndNamed) {
  std::map<int, std::string> values;
  std::set<std::string> names;
#define CLRT_CUDA_STATE(NAME, VALUE, CUDA_NAME, TEXT)                                              \
  EXPECT_EQ(int(CLRT_##NAME), VALUE);                                                              \
  EXPECT_TRUE(values.emplace(CLRT_##NAME, #NAME).second) << #NAME;                                 \
  EXPECT_STREQ(clrt::error_name(CLRT_##NAME), #CUDA_NAME);                                         \
  EXPECT_STREQ(clrt::error_string(CLRT_##NAME), TEXT);
#define CLRT_OPENCL_CODE(CODE, STATE) EXPECT_TRUE(values.emplace(CODE, #CODE).second) << #CODE;
#include <clrt/errors.def>
  EXPECT_STREQ(clrt::error_string(CLRT_ERROR_MEMORY_ALLOCATION), "out of memory");
  EXPECT_STREQ(clrt::error_string(static_cast<clrt::error>(CL_BUILD_PROGRAM_FAILURE)),
               "CL_BUILD_PROGRAM_FAILURE");
  EXPECT_STREQ(clrt::error_string(static_cast<clrt::error>(-7777)), "unrecognized error code");
  EXPECT_EQ(clrt::from_opencl(CL_OUT_OF_HOST_MEMORY), CLRT_ERROR_MEMORY_ALLOCATION);
  EXPECT_EQ(clrt::from_opencl(CL_INVALID_KERNEL_ARGS), CL_INVALID_KERNEL_ARGS);
  EXPECT_EQ(clrt::from_opencl(CL_SUCCESS), CLRT_SUCCESS);
}

TEST_F(DeviceTest, LastErrorIsPerThread) {
  EXPECT_EQ(clrt::set_device(-1), CLRT_ERROR_INVALID_DEVICE);
  std::thread([] { EXPECT_EQ(clrt::last_error(), CLRT_SUCCESS); }).join();
  OK(clrt::free(0)); // success does not clear it
  EXPECT_EQ(clrt::last_error(), CLRT_ERROR_INVALID_DEVICE);
}

TEST_F(DeviceTest, VectorTypesAreCudas) {
#define LAYOUT(T, SIZE, ALIGN) static_assert(sizeof(T) == SIZE && alignof(T) == ALIGN, #T)
  LAYOUT(char3, 3, 1);
  LAYOUT(uchar4, 4, 4);
  LAYOUT(short2, 4, 4);
  LAYOUT(ushort3, 6, 2);
  LAYOUT(int2, 8, 8);
  LAYOUT(uint3, 12, 4);
  LAYOUT(int4, 16, 16);
  LAYOUT(long2, 16, 16);
  LAYOUT(longlong4, 32, 16);
  LAYOUT(float1, 4, 4);
  LAYOUT(float2, 8, 8);
  LAYOUT(float3, 12, 4);
  LAYOUT(float4, 16, 16);
  LAYOUT(double2, 16, 16);
  LAYOUT(double3, 24, 8);
  LAYOUT(double4, 32, 16);
  LAYOUT(dim3, 12, 4);
  LAYOUT(ulong4, 32, 16);
  LAYOUT(ulonglong2, 16, 16);
  LAYOUT(char2, 2, 2);
  dim3 d(make_uint3(1, 2, 3));
  EXPECT_EQ(d.x + 10 * d.y + 100 * d.z, 321u);
  EXPECT_EQ(make_short4(1, 2, 3, 4).w, 4);
}

} // namespace
