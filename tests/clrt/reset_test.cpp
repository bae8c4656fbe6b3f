// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Resetting a device, and working on objects of the user. A program of its own: little survives a
// reset.

#include "fixture.h"

namespace {

class Reset : public Clrt {};

// Before any test that asks for OpenCL's own handles.
TEST_F(Reset, FreedMemoryIsRefused) {
  int *p, *q;
  int value = 0;
  OK(clrt::malloc(&p, 256));
  OK(clrt::malloc(&q, 256));
  OK(clrt::free(p));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::memset(p, 0, 16));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::read(&value, p, 4));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::write(p + 1, &value, 4));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::copy(q, p, 4));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::copy(p, q, 4));
  testing::internal::CaptureStderr();
  FAILS(CLRT_ERROR_ILLEGAL_ADDRESS, clrt::launch(fill, {1, 64}, p, 1, 0));
  std::string text = testing::internal::GetCapturedStderr();
  EXPECT_NE(text.find("kernel fill, parameter 0"), std::string::npos) << text;
  OK(clrt::launch(fill, {1, 64}, q, 1, 64));
  OK(clrt::free(q));
}

TEST_F(Reset, ResetAndUseAgain) {
  int *p;
  clrt::stream s;
  OK(clrt::malloc(&p, 256));
  OK(clrt::stream_create(&s));
  OK(clrt::launch(fill, {1, 64, 0, s}, p, 1, 64));
  OK(clrt::device_reset());
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::free(p));
  FAILS(CLRT_ERROR_INVALID_RESOURCE_HANDLE, clrt::stream_destroy(s));
  OK(clrt::malloc(&p, 256));
  OK(clrt::launch(fill, {1, 64}, p, 2, 64));
  EXPECT_EQ(get(p, 64), std::vector<int>(64, 2));
  OK(clrt::free(p));
}

static const clrt::kernel<int> fails(kernels_cl, "fails", {clrt::fault_word()});

// The error that a kernel left is there for every later call.
void expectDead(clrt::error error) {
  int *none = nullptr;
  int *p;
  EXPECT_EQ(clrt::last_error(), error);
  EXPECT_EQ(clrt::last_error(), error);
  EXPECT_EQ(clrt::malloc(&p, 4), error);
  EXPECT_EQ(clrt::launch(nothing, {1, 1}), error);
  EXPECT_EQ(clrt::device_synchronize(), error);
  EXPECT_EQ(clrt::stream_synchronize(nullptr), error);
  EXPECT_EQ(clrt::malloc_host(reinterpret_cast<void **>(&none), 4), error);
  EXPECT_EQ(clrt::device_reset(), CLRT_SUCCESS);
  clrt::last_error();
  EXPECT_EQ(clrt::malloc(&p, 4), CLRT_SUCCESS);
  EXPECT_EQ(clrt::launch(fill, {1, 1}, p, 5, 1), CLRT_SUCCESS);
  int value = 0;
  EXPECT_EQ(clrt::read(&value, p, 4), CLRT_SUCCESS);
  EXPECT_EQ(value, 5);
}

TEST_F(Reset, FaultIsSeenWhenWaiting) {
  OK(clrt::launch(fails, {1, 1}, 0));
  OK(clrt::device_synchronize());
  OK(clrt::launch(fails, {1, 1}, 710));
  EXPECT_EQ(clrt::device_synchronize(), CLRT_ERROR_ASSERT);
  expectDead(CLRT_ERROR_ASSERT);

  clrt::event e;
  OK(clrt::event_create(&e));
  OK(clrt::launch(fails, {1, 1}, 719));
  OK(clrt::launch(fails, {1, 1}, 710)); // the first counts
  OK(clrt::event_record(e));
  EXPECT_EQ(clrt::event_synchronize(e), CLRT_ERROR_LAUNCH_FAILURE);
  EXPECT_EQ(clrt::event_query(e), CLRT_ERROR_LAUNCH_FAILURE);
  OK(clrt::event_destroy(e));
  expectDead(CLRT_ERROR_LAUNCH_FAILURE);

  int value = 0;
  int *p;
  OK(clrt::malloc(&p, 4));
  OK(clrt::launch(fails, {1, 1}, 710));
  EXPECT_EQ(clrt::read(&value, p, 4), CLRT_ERROR_ASSERT);
  expectDead(CLRT_ERROR_ASSERT);
}

TEST_F(Reset, FaultIsSeenWhileAnotherStreamIsBusy) {
  clrt::stream busy, s;
  OK(clrt::stream_create_with_flags(&busy, CLRT_STREAM_NON_BLOCKING));
  OK(clrt::stream_create_with_flags(&s, CLRT_STREAM_NON_BLOCKING));
  Gate gate;
  OK(gate.hold(busy));
  OK(clrt::launch(fails, {1, 1, 0, busy}, 0));
  OK(clrt::launch(fails, {1, 1, 0, s}, 710));
  EXPECT_EQ(clrt::stream_synchronize(s), CLRT_ERROR_ASSERT);
  EXPECT_EQ(clrt::stream_query(s), CLRT_ERROR_ASSERT);
  gate.open();
  expectDead(CLRT_ERROR_ASSERT);
}

TEST_F(Reset, AdoptsTheUsersObjects) {
  cl_device_id id = clrt::device();
  cl_int code;
  cl_context context = clCreateContext(nullptr, 1, &id, nullptr, nullptr, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  cl_command_queue queue = clCreateCommandQueue(context, id, CL_QUEUE_PROFILING_ENABLE, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  int *old;
  OK(clrt::malloc(&old, 256));
  OK(clrt::memset(old, 1, 256));
  OK(clrt::adopt(context, id, queue));
  EXPECT_EQ(clrt::context(), context);
  EXPECT_EQ(clrt::queue(), queue);
  cl_mem mine = clCreateBuffer(context, CL_MEM_READ_WRITE, 256, nullptr, &code);
  OK(clrt::launch(fill, {1, 64}, mine, 3, 64));
  EXPECT_EQ(get(static_cast<int *>(clrt::address(mine)), 64), std::vector<int>(64, 3));
  testing::internal::CaptureStderr();
  FAILS(CLRT_ERROR_ILLEGAL_ADDRESS, clrt::launch(fill, {1, 64}, old, 3, 64)); // the other device's
  testing::internal::GetCapturedStderr();
  // Memory of the other device is still what it was, and copies go between the two.
  EXPECT_EQ(get(old, 1)[0], 0x01010101);
  OK(clrt::copy(old, mine, 256));
  EXPECT_EQ(get(old, 64), std::vector<int>(64, 3));
  clReleaseMemObject(mine);
  OK(clrt::device_synchronize());
  OK(clrt::set_device(0));
  EXPECT_NE(clrt::context(), context);
  OK(clrt::free(old));
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
}

} // namespace
