// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Device pointers as values: whatever a program does with a pointer but read what it points to.

#include "fixture.h"
#include <cstdlib>
#include <cstring>
#include <unordered_set>

static const clrt::kernel<clrt::global_at<int>, int, int> fill_at(kernels_cl, "fill_at");

namespace {

class Pointers : public Clrt {
protected:
  static const size_t n = 64, bytes = n * sizeof(int);
  void SetUp() override {
    Clrt::SetUp();
    ASSERT_EQ(clrt::malloc(&d, bytes), CLRT_SUCCESS);
    OK(clrt::memset(d, 0, bytes));
  }
  void TearDown() override {
    EXPECT_EQ(clrt::free(d), CLRT_SUCCESS);
    Clrt::TearDown();
  }
  int *d;
};

TEST_F(Pointers, Arithmetic) {
  static_assert(sizeof d == sizeof(void *), "an address");
  EXPECT_EQ(reinterpret_cast<uintptr_t>(d) % 256, 0u);
  int *end = d + n;
  EXPECT_EQ(end - d, std::ptrdiff_t(n));
}

} // namespace
