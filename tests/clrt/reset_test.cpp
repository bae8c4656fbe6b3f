// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Resetting a device, and working on objects of the user. A program of its own: little survives a
// reset.

#include "fixture.h"

namespace {

class Reset : public Clrt {};

TEST_F(Reset, ResetAndUseAgain) {
  clrt::ptr<int> p;
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

TEST_F(Reset, AdoptsTheUsersObjects) {
  cl_device_id id = clrt::device();
  cl_int code;
  cl_context context = clCreateContext(nullptr, 1, &id, nullptr, nullptr, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  cl_command_queue queue = clCreateCommandQueue(context, id, CL_QUEUE_PROFILING_ENABLE, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  clrt::ptr<int> old;
  OK(clrt::malloc(&old, 256));
  OK(clrt::memset(old, 1, 256));
  OK(clrt::adopt(context, id, queue));
  EXPECT_EQ(clrt::context(), context);
  EXPECT_EQ(clrt::queue(), queue);
  cl_mem mine = clCreateBuffer(context, CL_MEM_READ_WRITE, 256, nullptr, &code);
  OK(clrt::launch(fill, {1, 64}, mine, 3, 64));
  EXPECT_EQ(get(clrt::ptr<int>(mine), 64), std::vector<int>(64, 3));
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
