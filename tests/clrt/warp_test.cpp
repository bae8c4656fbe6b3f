// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The threads of a warp, through local memory and as sub-groups, as CLRT_WARP says. CLRT_TEST_WARPS
// is what the device has to do then: local, sub-groups, refused, or chosen by clrt.

#include "fixture.h"

#include <climits>
#include <cstdlib>
#include <limits>

CLRT_PROGRAM(warps_cl);
CLRT_PROGRAM(warps_unbuilt_cl);

static const clrt::kernel<clrt::global<int>> neighbours(warps_cl, "neighbours");
static const clrt::kernel<clrt::global<long long>> saturated(warps_cl, "saturated");
static const clrt::kernel<clrt::global<int>> sum_up(warps_unbuilt_cl, "sum_up");

namespace {

class Warps : public Clrt {
protected:
  // Runs one block and checks what neighbours gave each other; returns how many threads were in
  // sub-groups.
  int in_sub_groups(dim3 block) {
    const int count = static_cast<int>(block.x * block.y * block.z);
    int *d;
    EXPECT_EQ(clrt::malloc(&d, count * 2 * sizeof(int)), CLRT_SUCCESS);
    EXPECT_EQ(clrt::launch(neighbours, {1, block}, d), CLRT_SUCCESS);
    std::vector<int> got(count * 2, -1);
    EXPECT_EQ(clrt::read(got.data(), d, got.size() * sizeof(int)), CLRT_SUCCESS);
    EXPECT_EQ(clrt::free(d), CLRT_SUCCESS);
    int all = 0;
    for (int t = 0; t < count; ++t) {
      if (t + 1 < count)
        EXPECT_EQ(got[2 * t], (t % 32 == 31 ? t : t + 1) * 3) << "thread " << t;
      all += got[2 * t + 1];
    }
    return all;
  }
  static std::string wanted() {
    const char *said = getenv("CLRT_TEST_WARPS");
    return said ? said : "local";
  }
};

TEST_F(Warps, AreSubGroupsWhereTheseAreInOrder) {
  if (wanted() == "refused" || wanted() == "chosen")
    GTEST_SKIP();
  const int all = wanted() == "sub-groups" ? 1 : 0;
  EXPECT_EQ(in_sub_groups(dim3(32)), 32 * all);
  EXPECT_EQ(in_sub_groups(dim3(256)), 256 * all);
  EXPECT_EQ(in_sub_groups(dim3(45)), 45 * all);
  EXPECT_EQ(in_sub_groups(dim3(5)), 5 * all);
  EXPECT_EQ(in_sub_groups(dim3(64, 2, 2)), 256 * all);
  // Their sub-groups may be made of rows.
  EXPECT_EQ(in_sub_groups(dim3(8, 8)), 0);
  EXPECT_EQ(in_sub_groups(dim3(48, 2)), 0);
  EXPECT_EQ(in_sub_groups(dim3(1, 64)), 0);
}

TEST_F(Warps, ConvertWithSaturation) {
  if (wanted() == "refused" || wanted() == "chosen")
    GTEST_SKIP();
  const long long least = std::numeric_limits<long long>::min(), most = ~least, word = 0xffffffff;
  const std::vector<long long> want = {
      -3,    0,  -4,      0,    -3,      0,    -3,        -3,            // of thread 0
      least, 0,  INT_MIN, 0,    INT_MIN, 0,    -128,      SHRT_MIN,      //
      3,     4,  3,       4,    3,       3,    3 + 3,     3 + 3,         //
      most,  -1, INT_MAX, word, INT_MAX, word, 127 + 255, 32767 + 65535, //
  };
  long long *d;
  OK(clrt::malloc(&d, 64 * sizeof(long long) * 8));
  OK(clrt::launch(saturated, {1, 64}, d));
  std::vector<long long> got(64 * 8);
  OK(clrt::read(got.data(), d, got.size() * sizeof(long long)));
  for (size_t i = 0; i < got.size(); ++i)
    EXPECT_EQ(got[i], want[i % want.size()]) << "thread " << i / 8 << ", " << i % 8;
  OK(clrt::free(d));
}

TEST_F(Warps, ADeviceWithoutThemIsRefusedWhereTheyAreAskedFor) {
  if (wanted() != "refused")
    GTEST_SKIP();
  int *d;
  OK(clrt::malloc(&d, 1024));
  testing::internal::CaptureStderr();
  const clrt::error got = clrt::launch(neighbours, {1, 64}, d);
  const std::string text = testing::internal::GetCapturedStderr();
  EXPECT_NE(got, CLRT_SUCCESS);
  EXPECT_NE(text.find("CLRT_WARP=native, but this device has no warps"), std::string::npos) << text;
  EXPECT_EQ(clrt::last_error(), got);
  OK(clrt::free(d));
}

TEST_F(Warps, GoThroughLocalMemoryWhereTheCompilerFailsElse) {
  if (wanted() != "chosen")
    GTEST_SKIP();
  int *d;
  OK(clrt::malloc(&d, 128));
  testing::internal::CaptureStderr();
  const clrt::error got = clrt::launch(sum_up, {1, 32}, d);
  const std::string text = testing::internal::GetCapturedStderr();
  EXPECT_EQ(got, CLRT_SUCCESS) << text;
  EXPECT_EQ(get(d, 32), std::vector<int>(32, 496));
  EXPECT_NE(text.find("warps_unbuilt.cl does not build with the warps of"), std::string::npos)
      << text;
  OK(clrt::free(d));
}

} // namespace
