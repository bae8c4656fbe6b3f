// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The driver API: its state, contexts, modules, arguments of launches, memory, errors.

#include "fixture.h"
#include <clrt/driver.h>
#include <clrt/driver.hpp>
#include <cstring>

static clrt::symbol<int> total(5);
static const clrt::kernel<clrt::global<int>> count_kernel(kernels_cl, "count",
                                                          {clrt::global_variable(total)});
static const clrt::driver_module fills({"fills.ptx", "fills.sm_80.cubin"},
                                       {
                                           {"fill", fill},
                                           {"_Z3addPiii", add},
                                           {"with_local", with_local},
                                           {"nothing", nothing},
                                       });
static const clrt::driver_module counts({"counts.cubin"},
                                        {{"count", count_kernel}, {"total", total}});
static const clrt::driver_module same_stem({"counts.other.ptx"}, {{"add", add}});

namespace {

#define CU(CALL) ASSERT_EQ(CALL, CUDA_SUCCESS)

class Driver : public Clrt {
protected:
  void SetUp() override {
    Clrt::SetUp();
    CU(cuInit(0));
    CU(cuCtxCreate(&context, 0, 0));
  }
  void TearDown() override {
    EXPECT_EQ(cuCtxDestroy(context), CUDA_SUCCESS);
    Clrt::TearDown();
  }
  CUcontext context = nullptr;
};

TEST(DriverState, NothingWorksBeforeItIsInitialized) {
  std::thread([] { // where the runtime was not called
    int n = 0;
    CUcontext c = nullptr;
    CUdeviceptr p = 0;
    EXPECT_EQ(cuDeviceGetCount(&n), CUDA_ERROR_NOT_INITIALIZED);
    EXPECT_EQ(cuCtxCreate(&c, 0, 0), CUDA_ERROR_NOT_INITIALIZED);
    EXPECT_EQ(cuMemAlloc(&p, 4), CUDA_ERROR_NOT_INITIALIZED);
    EXPECT_EQ(cuInit(1), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuInit(0), CUDA_SUCCESS);
    EXPECT_EQ(cuDeviceGetCount(&n), CUDA_SUCCESS);
    EXPECT_GT(n, 0);
    EXPECT_EQ(cuMemAlloc(&p, 4), CUDA_ERROR_INVALID_CONTEXT);
    EXPECT_EQ(cuCtxGetCurrent(&c), CUDA_SUCCESS);
    EXPECT_EQ(c, nullptr);
    EXPECT_EQ(cuCtxPopCurrent(&c), CUDA_ERROR_INVALID_CONTEXT);
    CUdevice d;
    EXPECT_EQ(cuDeviceGet(&d, n), CUDA_ERROR_INVALID_DEVICE);
    EXPECT_EQ(cuDeviceGet(&d, 0), CUDA_SUCCESS);
    // The runtime makes its context current.
    void *q = nullptr;
    EXPECT_EQ(clrt::malloc(&q, 4), CLRT_SUCCESS);
    CUcontext primary = nullptr;
    EXPECT_EQ(cuCtxGetCurrent(&c), CUDA_SUCCESS);
    EXPECT_EQ(cuDevicePrimaryCtxRetain(&primary, 0), CUDA_SUCCESS);
    EXPECT_EQ(c, primary);
    EXPECT_EQ(cuMemFree(reinterpret_cast<uintptr_t>(q)), CUDA_SUCCESS);
    EXPECT_EQ(cuDevicePrimaryCtxRelease(0), CUDA_SUCCESS);
    EXPECT_EQ(cuDevicePrimaryCtxRelease(0), CUDA_ERROR_INVALID_CONTEXT);
  })
      .join();
}

TEST_F(Driver, ContextsAreAStack) {
  CUcontext second, c;
  CU(cuCtxCreate(&second, nullptr, CU_CTX_SCHED_SPIN, 0)); // CUDA 13's form
  CU(cuCtxGetCurrent(&c));
  EXPECT_EQ(c, second);
  unsigned flags;
  CU(cuCtxGetFlags(&flags));
  EXPECT_EQ(flags, unsigned(CU_CTX_SCHED_SPIN));
  CU(cuCtxPopCurrent(&c));
  EXPECT_EQ(c, second);
  CU(cuCtxGetCurrent(&c));
  EXPECT_EQ(c, context);
  CU(cuCtxPushCurrent(second));
  CU(cuCtxDestroy(second)); // and is popped
  CU(cuCtxGetCurrent(&c));
  EXPECT_EQ(c, context);
  EXPECT_EQ(cuCtxSetCurrent(second), CUDA_ERROR_CONTEXT_IS_DESTROYED);
  EXPECT_EQ(cuCtxCreate(&c, 1u << 30, 0), CUDA_ERROR_INVALID_VALUE);
  std::thread([&] { // a thread begins without
    CUdeviceptr p;
    EXPECT_EQ(cuMemAlloc(&p, 4), CUDA_ERROR_INVALID_CONTEXT);
    EXPECT_EQ(cuCtxSetCurrent(context), CUDA_SUCCESS);
    EXPECT_EQ(cuMemAlloc(&p, 4), CUDA_SUCCESS);
    EXPECT_EQ(cuMemFree(p), CUDA_SUCCESS);
  })
      .join();
}

TEST_F(Driver, ModulesAreFoundByTheNameOfTheFile) {
  CUmodule m, n;
  CUfunction f;
  CU(cuModuleLoad(&m, "build/x86/fills.ptx"));
  CU(cuModuleLoad(&n, "fills.sm_80.cubin"));
  CU(cuModuleUnload(n));
  CU(cuModuleLoad(&n, "fills.fatbin")); // made otherwise
  CU(cuModuleGetFunction(&f, m, "fill"));
  CU(cuModuleGetFunction(&f, n, "_Z3addPiii"));
  EXPECT_EQ(cuModuleGetFunction(&f, m, "add"), CUDA_ERROR_NOT_FOUND);
  EXPECT_EQ(cuModuleLoad(&n, "elsewhere.ptx"), CUDA_ERROR_FILE_NOT_FOUND);
  EXPECT_EQ(cuModuleLoad(&n, nullptr), CUDA_ERROR_INVALID_VALUE);
  CU(cuModuleLoadData(&n, "// clrt module fills.ptx\n"));
  EXPECT_EQ(cuModuleLoadData(&n, ".version 8.0\n.target sm_70\n"), CUDA_ERROR_INVALID_IMAGE);
  CU(cuModuleGetFunction(&f, m, "nothing"));
  CU(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr));
  CU(cuModuleUnload(m));
  EXPECT_EQ(cuModuleUnload(m), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuModuleGetFunction(&f, m, "fill"), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr),
            CUDA_ERROR_INVALID_HANDLE);
}

TEST_F(Driver, ArgumentsByPlacesAndInABuffer) {
  CUmodule m;
  CUfunction f;
  CUdeviceptr p;
  int value = 7, n = 5;
  CU(cuModuleLoad(&m, "fills.ptx"));
  CU(cuModuleGetFunction(&f, m, "fill"));
  CU(cuMemAlloc(&p, 8 * sizeof(int)));
  CU(cuMemsetD32(p, 1, 8));
  void *places[] = {&p, &value, &n};
  CU(cuLaunchKernel(f, 1, 1, 1, 8, 1, 1, 0, nullptr, places, nullptr));
  EXPECT_EQ(get(reinterpret_cast<int *>(p), 8), std::vector<int>({7, 7, 7, 7, 7, 1, 1, 1}));
  struct {
    CUdeviceptr p;
    int value, n;
  } buffer = {p, 9, 2};
  size_t size = sizeof buffer, offset, bytes;
  void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                   CU_LAUNCH_PARAM_END};
  CU(cuLaunchKernel(f, 1, 1, 1, 8, 1, 1, 0, nullptr, nullptr, extra));
  EXPECT_EQ(get(reinterpret_cast<int *>(p), 8), std::vector<int>({9, 9, 7, 7, 7, 1, 1, 1}));
  CU(cuFuncGetParamInfo(f, 2, &offset, &bytes));
  EXPECT_EQ(offset, 12u);
  EXPECT_EQ(bytes, 4u);
  EXPECT_EQ(cuFuncGetParamInfo(f, 3, &offset, &bytes), CUDA_ERROR_INVALID_VALUE);
  size = 12; // an argument is missing
  EXPECT_EQ(cuLaunchKernel(f, 1, 1, 1, 8, 1, 1, 0, nullptr, nullptr, extra),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuLaunchKernel(f, 1, 1, 1, 8, 1, 1, 0, nullptr, places, extra),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuLaunchKernel(f, 1, 1, 1, 8, 1, 1, 0, nullptr, nullptr, nullptr),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuLaunchKernel(f, 1, 1, 1, 0, 1, 1, 0, nullptr, places, nullptr),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuLaunchKernel(f, 1, 1, 1, 4096, 1, 1, 0, nullptr, places, nullptr),
            CUDA_ERROR_INVALID_VALUE);
  CUlaunchAttribute attribute = {};
  CUlaunchConfig config = {1, 1, 1, 8, 1, 1, 0, nullptr, &attribute, 1};
  attribute.id = CU_LAUNCH_ATTRIBUTE_PRIORITY;
  CU(cuLaunchKernelEx(&config, f, places, nullptr));
  attribute.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
  attribute.value.cooperative = 1;
  EXPECT_EQ(cuLaunchKernelEx(&config, f, places, nullptr), CUDA_ERROR_NOT_SUPPORTED);
  CU(cuMemFree(p));
  CU(cuModuleUnload(m));
  EXPECT_EQ(clrt::last_error(), CLRT_SUCCESS); // which is the runtime's
}

TEST_F(Driver, VariablesBeginAnewWithEachLoad) {
  CUmodule m, again;
  CUfunction f;
  CUdeviceptr p, variable;
  size_t bytes = 0;
  int value = 0;
  CU(cuModuleLoad(&m, "counts.cubin"));
  CU(cuModuleGetGlobal(&variable, &bytes, m, "total"));
  EXPECT_EQ(bytes, sizeof(int));
  EXPECT_EQ(cuModuleGetGlobal(&variable, &bytes, m, "count"), CUDA_ERROR_NOT_FOUND);
  EXPECT_EQ(cuModuleLoad(&again, "counts.cubin"), CUDA_ERROR_NOT_SUPPORTED);
  CU(cuModuleGetFunction(&f, m, "count"));
  CU(cuMemAlloc(&p, 64));
  void *places[] = {&p};
  CU(cuLaunchKernel(f, 1, 1, 1, 8, 1, 1, 0, nullptr, places, nullptr));
  CU(cuMemcpyDtoH(&value, variable, sizeof value));
  EXPECT_EQ(value, 13);
  CU(cuModuleUnload(m));
  CU(cuModuleLoad(&m, "counts.cubin"));
  CU(cuModuleGetGlobal(&variable, nullptr, m, "total"));
  CU(cuMemcpyDtoH(&value, variable, sizeof value));
  EXPECT_EQ(value, 5);
  CU(cuModuleUnload(m));
  CU(cuMemFree(p));
}

TEST_F(Driver, Memory) {
  CUdeviceptr p, base;
  size_t pitch, size;
  EXPECT_EQ(cuMemAlloc(&p, 0), CUDA_ERROR_INVALID_VALUE);
  CU(cuMemAllocPitch(&p, &pitch, 6, 3, 4));
  CU(cuMemsetD8(p, 0, pitch * 3));
  CU(cuMemsetD2D16(p, pitch, 0x0102, 3, 3));
  unsigned char out[18] = {0};
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.srcDevice = p;
  copy.srcPitch = pitch;
  copy.srcY = 1;
  copy.dstMemoryType = CU_MEMORYTYPE_HOST;
  copy.dstHost = out;
  copy.WidthInBytes = 6;
  copy.Height = 2;
  CU(cuMemcpy2D(&copy));
  EXPECT_EQ(out[0], 2);
  EXPECT_EQ(out[11], 1);
  EXPECT_EQ(out[12], 0);
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  EXPECT_EQ(cuMemcpy2D(&copy), CUDA_ERROR_NOT_SUPPORTED);
  CU(cuMemGetAddressRange(&base, &size, p + 5));
  EXPECT_EQ(base, p);
  EXPECT_GE(size, pitch * 3);
  unsigned type = 0;
  CU(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p));
  EXPECT_EQ(type, unsigned(CU_MEMORYTYPE_DEVICE));
  EXPECT_EQ(cuMemsetD32(p + 2, 1, 1), CUDA_ERROR_INVALID_VALUE);
  CU(cuMemFree(p));
  EXPECT_EQ(cuMemFree(p), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemcpyHtoD(p, out, 1), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(Driver, ErrorsAndAttributes) {
  const char *text = nullptr;
  CU(cuGetErrorName(CUDA_ERROR_FILE_NOT_FOUND, &text));
  EXPECT_STREQ(text, "CUDA_ERROR_FILE_NOT_FOUND");
  CU(cuGetErrorString(CUDA_ERROR_INVALID_VALUE, &text));
  EXPECT_STREQ(text, "invalid argument");
  EXPECT_EQ(cuGetErrorName(static_cast<CUresult>(12345), &text), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(text, nullptr);
  CUmodule m;
  CUfunction f;
  int n = 0, block = 0;
  CU(cuModuleLoad(&m, "fills.ptx"));
  CU(cuModuleGetFunction(&f, m, "with_local"));
  CU(cuFuncGetAttribute(&n, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, f));
  EXPECT_GT(n, 0);
  CU(cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1024));
  EXPECT_EQ(cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1 << 30),
            CUDA_ERROR_INVALID_VALUE);
  CU(cuOccupancyMaxPotentialBlockSize(&n, &block, f, nullptr, 0, 0));
  EXPECT_GT(block, 0);
  CU(cuDeviceGetAttribute(&n, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0));
  EXPECT_EQ(n, 32);
  char name[4];
  CU(cuDeviceGetName(name, sizeof name, 0));
  EXPECT_EQ(std::strlen(name), 3u);
  CU(cuModuleUnload(m));
}

TEST_F(Driver, StreamsAndEvents) {
  CUstream s;
  CUevent first, last;
  float ms = -1;
  CU(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  CU(cuEventCreate(&first, CU_EVENT_DEFAULT));
  CU(cuEventCreate(&last, CU_EVENT_DEFAULT));
  CU(cuEventRecord(first, s));
  int seen = 0;
  CU(cuStreamAddCallback(
      s,
      [](CUstream, CUresult r, void *at) { *static_cast<int *>(at) = r == CUDA_SUCCESS ? 1 : 2; },
      &seen, 0));
  CU(cuEventRecord(last, s));
  CU(cuStreamSynchronize(s));
  EXPECT_EQ(seen, 1);
  CU(cuEventQuery(last));
  CU(cuEventElapsedTime(&ms, first, last));
  EXPECT_GE(ms, 0);
  CU(cuEventDestroy_v2(first));
  CU(cuEventDestroy(last));
  CU(cuStreamDestroy(s));
}

} // namespace
