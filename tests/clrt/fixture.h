// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the clrt tests share: kernel handles, and a clean last error around each test.

#ifndef CLRT_TESTS_FIXTURE_H
#define CLRT_TESTS_FIXTURE_H

#include <atomic>
#include <chrono>
#include <clrt/clrt.hpp>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

CLRT_PROGRAM(kernels_cl);

struct number_record {
  int a;
  float b[2];
};

static const clrt::kernel<> nothing(kernels_cl, "nothing");
static const clrt::kernel<clrt::global<int>, int, int> fill(kernels_cl, "fill");
static const clrt::kernel<clrt::global<int>, int, int, int> slow_fill(kernels_cl, "slow_fill");
static const clrt::kernel<clrt::global<int>, clrt::global<const int>, int> copy_ints(kernels_cl,
                                                                                     "copy_ints");
static const clrt::kernel<clrt::global<int>, int, int> add(kernels_cl, "add");
static const clrt::kernel<clrt::global_at<int>, int, int> add_at(kernels_cl, "add_at");
static const clrt::kernel<clrt::global<int>> with_local(kernels_cl, "with_local",
                                                        {clrt::dynamic_local()});

#define OK(CALL) ASSERT_EQ(CALL, CLRT_SUCCESS)
// The call returns the error, which is then the last error, once.
#define FAILS(ERROR, CALL)                                                                         \
  do {                                                                                             \
    EXPECT_EQ(CALL, ERROR);                                                                        \
    EXPECT_EQ(clrt::peek_last_error(), ERROR);                                                     \
    EXPECT_EQ(clrt::last_error(), ERROR);                                                          \
    EXPECT_EQ(clrt::last_error(), CLRT_SUCCESS);                                                   \
  } while (0)

// The call says "not ready", which is no error: the last error stays what it was.
#define NOT_READY(CALL)                                                                            \
  do {                                                                                             \
    const clrt::error before = clrt::peek_last_error();                                            \
    EXPECT_EQ(CALL, CLRT_ERROR_NOT_READY);                                                         \
    EXPECT_EQ(clrt::peek_last_error(), before);                                                    \
    EXPECT_NE(before, CLRT_ERROR_NOT_READY);                                                       \
  } while (0)

// Holds a stream until it is opened, so that "not ready" does not depend on speed.
class Gate {
public:
  clrt::error hold(clrt::stream s) { return clrt::launch_host_func(s, wait, this); }
  void open() { opened_ = true; }

private:
  static void wait(void *gate) {
    while (!static_cast<Gate *>(gate)->opened_)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  std::atomic<bool> opened_{false};
};

class Clrt : public ::testing::Test {
protected:
  void SetUp() override { clrt::last_error(); }
  void TearDown() override {
    EXPECT_EQ(clrt::device_synchronize(), CLRT_SUCCESS);
    EXPECT_EQ(clrt::last_error(), CLRT_SUCCESS);
  }
  static std::vector<int> get(int *p, size_t n) {
    std::vector<int> v(n, -1);
    EXPECT_EQ(clrt::read(v.data(), p, n * sizeof(int)), CLRT_SUCCESS);
    return v;
  }
};

#endif
