// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Launches: configurations, argument conversion, limits, errors.

#include "fixture.h"
#include <cmath>

CLRT_PROGRAM(broken_cl);

static const clrt::kernel<clrt::global<float>, bool, signed char, size_t, number_record, float3,
                          float4>
    kinds(kernels_cl, "kinds");
static const clrt::kernel<clrt::global<int>, clrt::global<int>> is_null(kernels_cl, "is_null");
static const clrt::kernel<clrt::global<unsigned>> shape(kernels_cl, "shape");
static const clrt::kernel<clrt::global<int>> eight_by_two(kernels_cl, "eight_by_two");
static const clrt::kernel<clrt::global<int>> broken(broken_cl, "broken");
static const clrt::kernel<clrt::global<int>> missing(kernels_cl, "no_such_kernel");
static const clrt::kernel<clrt::global<int>, int> too_few(kernels_cl, "fill");
static const clrt::kernel<clrt::global<int>, char, int> wrong_size(kernels_cl, "fill");

namespace {

class Launch : public Clrt {
protected:
  void SetUp() override {
    Clrt::SetUp();
    ASSERT_EQ(clrt::malloc(&d, 4096 * sizeof(int)), CLRT_SUCCESS);
  }
  void TearDown() override {
    EXPECT_EQ(clrt::free(d), CLRT_SUCCESS);
    Clrt::TearDown();
  }
  std::vector<unsigned> shape_of(const clrt::config &c) {
    std::vector<unsigned> v(6);
    unsigned *u = reinterpret_cast<unsigned *>(d);
    EXPECT_EQ(clrt::launch(shape, c, u), CLRT_SUCCESS);
    EXPECT_EQ(clrt::read(v.data(), u, 24), CLRT_SUCCESS);
    return v;
  }
  int *d;
};

TEST_F(Launch, ConfigurationsAsCudaTakesThem) {
  typedef std::vector<unsigned> V;
  int n = 1000;
  EXPECT_EQ(shape_of({(n + 255) / 256, 256}), (V{4, 1, 1, 256, 1, 1}));
  EXPECT_EQ(shape_of({dim3(3, 2), dim3(8, 4)}), (V{3, 2, 1, 8, 4, 1}));
  EXPECT_EQ(shape_of({dim3(1, 1, 5), 7u, 0}), (V{1, 1, 5, 7, 1, 1}));
  EXPECT_EQ(shape_of({size_t(2), dim3(1, 1, 3), 16, 0}), (V{2, 1, 1, 1, 1, 3}));
  EXPECT_EQ(shape_of({std::ceil(n / 256.0), 'a' - 'A', 0, nullptr}), (V{4, 1, 1, 32, 1, 1}));
  EXPECT_EQ(shape_of({make_uint3(2, 3, 4), make_uint3(5, 6, 7)}), (V{2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(shape_of({{2, 3}, {4, 5}}), (V{2, 3, 1, 4, 5, 1}));
}

TEST_F(Launch, ArgumentsBecomeTheParametersTypes) {
  float *out = reinterpret_cast<float *>(d);
  float v[10];
  OK(clrt::launch(kinds, {1, 1}, out, 256, 1000.0 / 10, 5, {6, {7, 8}}, {9, 10, 11},
                  make_float4(1, 2, 3, 12)));
  OK(clrt::read(v, out, sizeof v));
  const float expected[10] = {1, 100, 5, 6, 7, 8, 9, 10, 11, 12}; // bool of 256 is 1
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(v[i], expected[i]) << i;
}

TEST_F(Launch, OneExpressionAnywhere) {
  OK(clrt::launch(nothing, {1, 1}));
  if (d)
    clrt::launch(fill, {1, 64}, d, 1, 64);
  for (int i = 0; i < 3; ++i)
    clrt::launch(add, {1, 64}, d, i, 64), clrt::launch(add, {1, 64}, d, 10, 64);
  EXPECT_EQ(get(d, 64), std::vector<int>(64, 34));
}

TEST_F(Launch, NullPointers) {
  OK(clrt::launch(is_null, {1, 1}, d, 0));
  EXPECT_EQ(get(d, 1)[0], 1);
  OK(clrt::launch(is_null, {1, 1}, d, d));
  EXPECT_EQ(get(d, 1)[0], 0);
  OK(clrt::launch(is_null, {1, 1}, clrt::mem(d), NULL));
  EXPECT_EQ(get(d, 1)[0], 1);
}

TEST_F(Launch, BadConfigurations) {
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::launch(nothing, {0, 1}));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::launch(nothing, {1, 0}));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::launch(nothing, {dim3(1, 0), 1}));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::launch(nothing, {1, 1025}));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::launch(nothing, {1, dim3(64, 64)}));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::launch(nothing, {1, dim3(1u << 22, 1u << 21, 1u << 21)}));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::launch(nothing, {1, dim3(1, 1, 65)}));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::launch(nothing, {dim3(1, 65536), 1}));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::launch(nothing, {-1, 1}));
  OK(clrt::launch(nothing, {2, 1024}));
}

TEST_F(Launch, LargeBlocksWithEveryKindOfArgument) {
  for (int n : {1024, 512, 1024}) {
    OK(clrt::launch(with_local, {1, n, n * sizeof(int)}, d));
    std::vector<int> v = get(d, n);
    for (int i = 0; i < n; ++i)
      ASSERT_EQ(v[i], n - 1 - i + 2 * i);
    OK(clrt::launch(fill, {dim3(2), dim3(n / 4, 4)}, d, n, 4096));
    EXPECT_EQ(get(d, 1)[0], n);
  }
}

TEST_F(Launch, RequiredGroupSize) {
  FAILS(CLRT_ERROR_INVALID_CONFIGURATION, clrt::launch(eight_by_two, {1, 16}, d));
  FAILS(CLRT_ERROR_INVALID_CONFIGURATION, clrt::launch(eight_by_two, {1, 8}, d));
  OK(clrt::memset(d, 0, 256));
  OK(clrt::launch(eight_by_two, {dim3(2, 2), dim3(8, 2)}, d));
  EXPECT_EQ(get(d, 64), std::vector<int>(64, 1));
}

// Of the same program as all others, which run.
TEST_F(Launch, KernelsThatNeedWhatTheDeviceHasNot) {
  const clrt::kernel<clrt::global<int>> waits(kernels_cl, "waits"), nowhere(kernels_cl, "nowhere");
  cl_device_type type = 0;
  clGetDeviceInfo(clrt::device(), CL_DEVICE_TYPE, sizeof type, &type, nullptr);
  OK(clrt::memset(d, 0, sizeof(int)));
  testing::internal::CaptureStderr();
  if (type & CL_DEVICE_TYPE_GPU) {
    OK(clrt::launch(waits, {2, 1}, d));
    EXPECT_EQ(get(d, 1)[0], 5);
    testing::internal::GetCapturedStderr();
  } else {
    FAILS(CLRT_ERROR_NO_KERNEL_IMAGE_FOR_DEVICE, clrt::launch(waits, {2, 1}, d));
    FAILS(CLRT_ERROR_NO_KERNEL_IMAGE_FOR_DEVICE, clrt::launch(waits, {2, 1}, d));
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_NE(said.find("clrt: kernel 'waits' does not run on this device ("), std::string::npos);
    EXPECT_NE(said.find("): waits.cu:7: its work-groups wait for each other"), std::string::npos);
    EXPECT_EQ(said.find("waits.cu"), said.rfind("waits.cu")) << "said once";
  }
  // clrt knows nothing of it.
  FAILS(CLRT_ERROR_INVALID_DEVICE_FUNCTION, clrt::launch(nowhere, {1, 1}, d));
}

TEST_F(Launch, LocalMemory) {
  clrt::device_properties p;
  OK(clrt::get_device_properties(&p, 0));
  for (int n : {16, 64, 16}) {
    OK(clrt::launch(with_local, {1, n, n * sizeof(int)}, d));
    std::vector<int> v = get(d, n);
    for (int i = 0; i < n; ++i)
      EXPECT_EQ(v[i], n - 1 - i + 2 * i);
  }
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::launch(with_local, {1, 16, p.sharedMemPerBlock - 4000}, d));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::launch(with_local, {1, 16, SIZE_MAX}, d));
  OK(clrt::func_set_attribute(with_local, CLRT_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_MEMORY_SIZE, 64));
  FAILS(CLRT_ERROR_INVALID_VALUE,
        clrt::func_set_attribute(with_local, CLRT_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_MEMORY_SIZE,
                                 int(p.sharedMemPerBlock)));
}

TEST_F(Launch, OffsetsThatTheKernelDoesNotTake) {
  testing::internal::CaptureStderr();
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::launch(fill, {1, 1}, d + 1, 1, 1));
  std::string text = testing::internal::GetCapturedStderr();
  EXPECT_NE(text.find("kernel fill, parameter 0"), std::string::npos) << text;
}

TEST_F(Launch, HandlesThatDoNotFit) {
  testing::internal::CaptureStderr();
  FAILS(CLRT_ERROR_INVALID_DEVICE_FUNCTION, clrt::launch(missing, {1, 1}, d));
  EXPECT_NE(clrt::launch(too_few, {1, 1}, d, 1), CLRT_SUCCESS);
  EXPECT_NE(clrt::launch(wrong_size, {1, 1}, d, 'a', 1), CLRT_SUCCESS);
  testing::internal::GetCapturedStderr();
  clrt::last_error();
}

TEST_F(Launch, BuildLogNamesFileAndLine) {
  testing::internal::CaptureStderr();
  FAILS(static_cast<clrt::error>(CL_BUILD_PROGRAM_FAILURE), clrt::launch(broken, {1, 1}, d));
  std::string log = testing::internal::GetCapturedStderr();
  EXPECT_NE(log.find("programs/common/broken.clh:2:"), std::string::npos) << log;
  EXPECT_NE(log.find("not_declared_anywhere"), std::string::npos) << log;
  testing::internal::CaptureStderr(); // said once
  FAILS(static_cast<clrt::error>(CL_BUILD_PROGRAM_FAILURE), clrt::launch(broken, {1, 1}, d));
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST_F(Launch, AttributesAndOccupancy) {
  clrt::function_attributes a;
  OK(clrt::func_attributes(&a, with_local));
  EXPECT_GE(a.sharedSizeBytes, 4096u);
  EXPECT_GT(a.maxThreadsPerBlock, 0);
  int blocks, grid, block;
  OK(clrt::occupancy_max_active_blocks_per_multiprocessor(&blocks, with_local, 64, 256));
  EXPECT_GE(blocks, 1);
  OK(clrt::occupancy_max_potential_block_size(&grid, &block, with_local, 0, 96));
  EXPECT_EQ(block, 96);
  EXPECT_GE(grid, 1);
  OK(clrt::func_set_cache_config(with_local, CLRT_FUNC_CACHE_PREFER_SHARED));
}

} // namespace
