// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Events: queries, waiting, elapsed time.

#include "fixture.h"
#include <chrono>

namespace {

class Event : public Clrt {
protected:
  void SetUp() override {
    Clrt::SetUp();
    ASSERT_EQ(clrt::malloc(&d, 256), CLRT_SUCCESS);
    ASSERT_EQ(clrt::event_create(&start), CLRT_SUCCESS);
    ASSERT_EQ(clrt::event_create(&end, CLRT_EVENT_BLOCKING_SYNC), CLRT_SUCCESS);
  }
  void TearDown() override {
    EXPECT_EQ(clrt::event_destroy(start), CLRT_SUCCESS);
    EXPECT_EQ(clrt::event_destroy(end), CLRT_SUCCESS);
    EXPECT_EQ(clrt::free(d), CLRT_SUCCESS);
    Clrt::TearDown();
  }
  int *d;
  clrt::event start, end;
  float ms = -1;
};

TEST_F(Event, NeverRecorded) {
  OK(clrt::event_query(start));
  OK(clrt::event_synchronize(start));
  FAILS(CLRT_ERROR_INVALID_RESOURCE_HANDLE, clrt::event_elapsed_time(&ms, start, end));
  OK(clrt::event_record(start));
  OK(clrt::device_synchronize());
  FAILS(CLRT_ERROR_INVALID_RESOURCE_HANDLE, clrt::event_elapsed_time(&ms, start, end));
  FAILS(CLRT_ERROR_INVALID_RESOURCE_HANDLE, clrt::event_record(nullptr));
}

TEST_F(Event, ElapsedTimeIsTheKernels) {
  OK(clrt::launch(slow_fill, {1, 64}, d, 1, 64, 1000)); // builds
  OK(clrt::device_synchronize());
  auto t0 = std::chrono::steady_clock::now();
  OK(clrt::event_record(start));
  OK(clrt::launch(slow_fill, {1, 64}, d, 1, 64, 2000000));
  OK(clrt::event_record(end, 0));
  OK(clrt::event_synchronize(end));
  float wall =
      std::chrono::duration<float, std::milli>(std::chrono::steady_clock::now() - t0).count();
  OK(clrt::event_query(end));
  OK(clrt::event_elapsed_time(&ms, start, end));
  EXPECT_GT(ms, 0.5f); // no device does two million dependent steps faster
  EXPECT_LE(ms, wall);
  OK(clrt::event_elapsed_time(&ms, end, start));
  EXPECT_LT(ms, 0);
  OK(clrt::event_elapsed_time(&ms, start, start));
  EXPECT_EQ(ms, 0);
}

TEST_F(Event, NotReady) {
  Gate gate;
  OK(clrt::event_record(start));
  OK(gate.hold(0));
  OK(clrt::event_record(end));
  NOT_READY(clrt::event_query(end));
  NOT_READY(clrt::event_elapsed_time(&ms, start, end));
  gate.open();
  OK(clrt::event_synchronize(end));
  OK(clrt::event_query(end));
}

TEST_F(Event, RecordedAgain) {
  OK(clrt::event_record(start));
  OK(clrt::launch(slow_fill, {1, 64}, d, 1, 64, 700000));
  OK(clrt::event_record(start));
  OK(clrt::event_record(end));
  OK(clrt::event_synchronize(end));
  OK(clrt::event_elapsed_time(&ms, start, end));
  EXPECT_GE(ms, 0);
}

TEST_F(Event, WithoutTiming) {
  clrt::event e;
  OK(clrt::event_create_with_flags(&e, CLRT_EVENT_DISABLE_TIMING));
  OK(clrt::event_record(e));
  OK(clrt::event_record(end));
  OK(clrt::event_synchronize(end));
  FAILS(CLRT_ERROR_INVALID_RESOURCE_HANDLE, clrt::event_elapsed_time(&ms, e, end));
  OK(clrt::event_destroy(e));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::event_create_with_flags(&e, 8));
}

TEST_F(Event, InTheDefaultStreamWaitsForBlockingStreams) {
  clrt::stream s;
  OK(clrt::stream_create(&s));
  OK(clrt::launch(slow_fill, {1, 64, 0, s}, d, 5, 64, 1500000));
  OK(clrt::event_record(end));
  OK(clrt::event_synchronize(end));
  EXPECT_EQ(get(d, 64), std::vector<int>(64, 5)); // the stream's work is done
  OK(clrt::stream_destroy(s));
}

} // namespace
