// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Pinned host memory as a device pointer: kernels read and write it, and the host sees that after
// each wait for the device.

#include "fixture.h"

namespace {

class PinnedMemory : public Clrt {
protected:
  enum : int { n = 256 };
  void SetUp() override {
    Clrt::SetUp();
    OK(clrt::malloc_host(&h, n * sizeof(int)));
    for (int i = 0; i < n; ++i)
      h[i] = i;
  }
  void TearDown() override {
    OK(clrt::free_host(h));
    Clrt::TearDown();
  }
  int *h;
};

TEST_F(PinnedMemory, KernelsUseIt) {
  for (int round = 0; round < 3; ++round) {
    OK(clrt::launch(add, {1, n}, h, 1000, n));
    OK(clrt::launch(add_at, {1, 8}, h + 4, 1, 8));
    OK(clrt::device_synchronize());
    for (int i = 0; i < n; ++i)
      ASSERT_EQ(h[i], i + 1000 + (i >= 4 && i < 12)) << round;
    for (int i = 0; i < n; ++i)
      h[i] = i; // the host's again: the next launch sees it
  }
  OK(clrt::launch(add_at, {1, 1}, h + n, 0, 0)); // its end
  int *p = nullptr;
  OK(clrt::host_get_device_pointer(&p, h + 3));
  EXPECT_EQ(p, h + 3);
  testing::internal::CaptureStderr();
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::launch(add, {1, 1}, h + 1, 1, 1)); // takes no offset
  testing::internal::GetCapturedStderr();
}

TEST_F(PinnedMemory, EveryWaitReturnsIt) {
  clrt::stream s;
  clrt::event e;
  OK(clrt::stream_create(&s));
  OK(clrt::event_create(&e));
  OK(clrt::launch(add, {1, 1, 0, s}, h, 1, 1));
  OK(clrt::stream_synchronize(s));
  EXPECT_EQ(h[0], 1);
  OK(clrt::launch(add, {1, 1, 0, s}, h, 1, 1));
  OK(clrt::event_record(e, s));
  OK(clrt::event_synchronize(e));
  EXPECT_EQ(h[0], 2);
  OK(clrt::launch(add, {1, 1, 0, s}, h, 1, 1));
  while (clrt::stream_query(s) == CLRT_ERROR_NOT_READY) {
  }
  EXPECT_EQ(h[0], 3);
  int *d, value = 0;
  OK(clrt::malloc(&d, 4));
  OK(clrt::launch(add, {1, 1}, h, 1, 1));
  OK(clrt::read(&value, d, 4)); // blocks after it
  EXPECT_EQ(h[0], 4);
  OK(clrt::free(d));
  OK(clrt::event_destroy(e));
  OK(clrt::stream_destroy(s));
}

TEST_F(PinnedMemory, WaitsOfOpenClToo) {
  OK(clrt::launch(add, {1, 1}, h, 1, 1));
  EXPECT_EQ(clFinish(clrt::queue()), CL_SUCCESS);
  EXPECT_EQ(h[0], 1);
}

// Copies and fills that follow the kernel see what it wrote, and kernels after them what
// they wrote.
TEST_F(PinnedMemory, CopiesOfLentMemory) {
  int *d, v[4];
  OK(clrt::malloc(&d, n * sizeof(int)));
  OK(clrt::launch(add, {1, n}, h, 5, n));
  OK(clrt::memcpy_async(d, h, n * sizeof(int), CLRT_MEMCPY_HOST_TO_DEVICE));
  EXPECT_EQ(get(d, 3), (std::vector<int>{5, 6, 7}));
  OK(clrt::launch(add, {1, n}, d, 5, n));
  OK(clrt::launch(add_at, {1, 1}, h + 9, 0, 1)); // lends it
  OK(clrt::memcpy(h + 2, d, 8, CLRT_MEMCPY_DEVICE_TO_HOST));
  EXPECT_EQ(h[2] + h[3], 10 + 11);
  OK(clrt::launch(add, {1, n}, h, 1, n));
  OK(clrt::memcpy(v, h + 1, sizeof v, CLRT_MEMCPY_DEFAULT));
  EXPECT_EQ(v[1], 11);
  OK(clrt::memset(h, 1, 8));
  EXPECT_EQ(h[1], 0x01010101);
  OK(clrt::launch(add, {1, n}, h, 1, n));
  OK(clrt::device_synchronize());
  EXPECT_EQ(h[1], 0x01010102);
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::memset(h + 1, 0, n * sizeof(int)));
  OK(clrt::free(d));
}

TEST_F(PinnedMemory, AnotherStreamsWaitDoesNotTakeIt) {
  clrt::stream busy, other;
  OK(clrt::stream_create_with_flags(&busy, CLRT_STREAM_NON_BLOCKING));
  OK(clrt::stream_create_with_flags(&other, CLRT_STREAM_NON_BLOCKING));
  Gate gate;
  OK(gate.hold(busy));
  OK(clrt::launch(add, {1, 1, 0, busy}, h, 1, 1));
  OK(clrt::launch(nothing, {1, 1, 0, other}));
  OK(clrt::stream_synchronize(other)); // else for ever
  gate.open();
  OK(clrt::stream_synchronize(busy));
  EXPECT_EQ(h[0], 1);
  OK(clrt::stream_destroy(busy));
  OK(clrt::stream_destroy(other));
}

TEST_F(PinnedMemory, IsFreedWhileLent) {
  int *p;
  OK(clrt::malloc_host(&p, 64));
  OK(clrt::launch(slow_fill, {1, 16}, p, 1, 16, 100000));
  OK(clrt::free_host(p));
  testing::internal::CaptureStderr();
  FAILS(CLRT_ERROR_ILLEGAL_ADDRESS, clrt::launch(add, {1, 1}, p, 1, 1));
  std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("host memory that is not pinned"), std::string::npos) << said;
}

TEST_F(PinnedMemory, RegisteredMemoryToo) {
  std::vector<int> v(2048, 1);
  int *mine = v.data() + (4096 - reinterpret_cast<uintptr_t>(v.data()) % 4096) / sizeof(int);
  OK(clrt::host_register(mine, 1024 * sizeof(int)));
  for (int round = 0; round < 3; ++round) {
    OK(clrt::launch(add, {1, 64}, mine, 1, 64));
    OK(clrt::launch(add_at, {1, 64}, mine + 64, 2, 64));
    OK(clrt::device_synchronize());
    EXPECT_EQ(mine[0], 1 + (round + 1));
    EXPECT_EQ(mine[127], 1 + 2 * (round + 1));
    EXPECT_EQ(mine[128], 1);
  }
  clrt::pointer_attributes_t a;
  OK(clrt::pointer_attributes(&a, mine + 5));
  EXPECT_EQ(a.type, CLRT_MEMORY_TYPE_HOST);
  OK(clrt::host_unregister(mine));
  testing::internal::CaptureStderr();
  FAILS(CLRT_ERROR_ILLEGAL_ADDRESS, clrt::launch(add, {1, 1}, mine, 1, 1));
  testing::internal::GetCapturedStderr();
}

TEST_F(PinnedMemory, ThreadsUseTheSame) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 6; ++t)
    threads.emplace_back([this, t] {
      clrt::stream s;
      OK(clrt::stream_create_with_flags(&s, CLRT_STREAM_NON_BLOCKING));
      for (int i = 0; i < 30; ++i) {
        OK(clrt::launch(add_at, {1, 8, 0, s}, h + 8 * t, 1, 8));
        OK(clrt::stream_synchronize(s));
      }
      OK(clrt::stream_destroy(s));
    });
  for (std::thread &t : threads)
    t.join();
  OK(clrt::device_synchronize());
  for (int i = 0; i < 48; ++i)
    EXPECT_EQ(h[i], i + 30);
}

} // namespace
