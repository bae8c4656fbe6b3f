// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Streams: CUDA's legacy order, queries, waiting, host functions.

#include "fixture.h"
#include <atomic>
#include <chrono>
#include <thread>

namespace {

const int slow = 1500000; // rounds: long enough to be overtaken by anything that does not wait

class Stream : public Clrt {
protected:
  void SetUp() override {
    Clrt::SetUp();
    ASSERT_EQ(clrt::malloc(&d, 64 * sizeof(int)), CLRT_SUCCESS);
    ASSERT_EQ(clrt::malloc(&d2, 64 * sizeof(int)), CLRT_SUCCESS);
    ASSERT_EQ(clrt::memset(d, 0, 256), CLRT_SUCCESS);
    ASSERT_EQ(clrt::memset(d2, 0, 256), CLRT_SUCCESS);
    ASSERT_EQ(clrt::device_synchronize(), CLRT_SUCCESS); // free_one does not wait for these
    ASSERT_EQ(clrt::stream_create(&a), CLRT_SUCCESS);
    ASSERT_EQ(clrt::stream_create(&b), CLRT_SUCCESS);
    ASSERT_EQ(clrt::stream_create_with_flags(&free_one, CLRT_STREAM_NON_BLOCKING), CLRT_SUCCESS);
  }
  void TearDown() override {
    for (clrt::stream s : {a, b, free_one})
      EXPECT_EQ(clrt::stream_destroy(s), CLRT_SUCCESS);
    EXPECT_EQ(clrt::free(d), CLRT_SUCCESS);
    EXPECT_EQ(clrt::free(d2), CLRT_SUCCESS);
    Clrt::TearDown();
  }
  int *d, *d2;
  clrt::stream a, b, free_one;
};

TEST_F(Stream, DefaultWaitsForBlocking) {
  OK(clrt::launch(slow_fill, {1, 64, 0, a}, d, 1, 64, slow));
  OK(clrt::launch(copy_ints, {1, 64}, d2, d, 64)); // the default stream
  EXPECT_EQ(get(d2, 64), std::vector<int>(64, 1));
}

TEST_F(Stream, BlockingWaitsForDefault) {
  OK(clrt::launch(slow_fill, {1, 64}, d, 2, 64, slow));
  OK(clrt::launch(copy_ints, {1, 64, 0, a}, d2, d, 64));
  OK(clrt::stream_synchronize(a));
  EXPECT_EQ(get(d2, 64), std::vector<int>(64, 2));
}

TEST_F(Stream, DefaultIsInBetween) {
  // a, default, b: each reads what the one before wrote, over and over.
  for (int i = 1; i <= 5; ++i) {
    OK(clrt::launch(slow_fill, {1, 64, 0, a}, d, i, 64, slow / 5));
    OK(clrt::launch(add, {1, 64}, d, 100, 64));
    OK(clrt::launch(copy_ints, {1, 64, 0, b}, d2, d, 64));
    OK(clrt::stream_synchronize(b));
    std::vector<int> v(64);
    OK(clrt::read_async(v.data(), d2, 256, b));
    EXPECT_EQ(v, std::vector<int>(64, 100 + i));
  }
}

TEST_F(Stream, EarlierDefaultWorkAndALaterStream) {
  clrt::stream late;
  OK(clrt::launch(slow_fill, {1, 64}, d, 3, 64, slow));
  OK(clrt::stream_create(&late));
  OK(clrt::launch(copy_ints, {1, 64, 0, late}, d2, d, 64));
  OK(clrt::stream_destroy(late)); // its work goes on
  EXPECT_EQ(get(d2, 64), std::vector<int>(64, 3));
}

TEST_F(Stream, NonBlockingGoesItsOwnWay) {
  // Longer and longer, as a busy machine may take its time with `nothing`.
  clrt::error e = CLRT_SUCCESS;
  for (int rounds = 2 * slow; rounds < 200 * slow && e == CLRT_SUCCESS; rounds *= 4) {
    OK(clrt::launch(slow_fill, {1, 64}, d, 4, 64, rounds));
    OK(clrt::launch(nothing, {1, 1, 0, free_one}));
    OK(clrt::stream_synchronize(free_one));
    e = clrt::stream_query(0);
    OK(clrt::device_synchronize());
  }
  EXPECT_EQ(e, CLRT_ERROR_NOT_READY);
  EXPECT_NE(clrt::last_error(), CLRT_ERROR_NOT_READY);
}

TEST_F(Stream, RawQueueIsOrderedToo) {
  OK(clrt::launch(slow_fill, {1, 64, 0, a}, d, 5, 64, slow));
  std::vector<int> v(64);
  ASSERT_EQ(clEnqueueReadBuffer(clrt::queue(), clrt::mem(d), CL_TRUE, 0, 256, v.data(), 0, nullptr,
                                nullptr),
            CL_SUCCESS);
  EXPECT_EQ(v, std::vector<int>(64, 5));
}

TEST_F(Stream, QueryEndsByPolling) {
  OK(clrt::stream_query(a));    // nothing there
  for (int i = 0; i < 2; ++i) { // new work counts again
    Gate gate;
    OK(gate.hold(a));
    OK(clrt::launch(fill, {1, 64, 0, a}, d, 6, 64));
    NOT_READY(clrt::stream_query(a));
    NOT_READY(clrt::stream_query(a));
    gate.open();
    auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    clrt::error e;
    while ((e = clrt::stream_query(a)) == CLRT_ERROR_NOT_READY)
      ASSERT_LT(std::chrono::steady_clock::now(), end);
    EXPECT_EQ(e, CLRT_SUCCESS);
  }
}

// Who waits in one thread takes nothing from the answer that another gets.
TEST_F(Stream, QueryWhileAnotherThreadWaits) {
  for (bool copies : {false, true}) {
    Gate gate;
    OK(gate.hold(a));
    OK(clrt::launch(fill, {1, 64, 0, a}, d, 8, 64));
    int value = 0;
    std::atomic<bool> waits{false};
    std::thread other([&] {
      waits = true;
      OK(copies ? clrt::memcpy_async(&value, d, sizeof value, CLRT_MEMCPY_DEVICE_TO_HOST, a)
                : clrt::stream_synchronize(a));
    });
    while (!waits)
      std::this_thread::yield();
    for (int i = 0; i < 20; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      NOT_READY(clrt::stream_query(a));
    }
    gate.open();
    other.join();
    EXPECT_EQ(value, copies ? 8 : 0);
  }
}

TEST_F(Stream, ABlockingCopyLeavesNothingToAskFor) {
  for (int i = 0; i < 500; ++i) {
    OK(clrt::memset(d, i, 256));
    int value;
    OK(clrt::memcpy(&value, d, sizeof value, CLRT_MEMCPY_DEVICE_TO_HOST));
    OK(clrt::stream_query(0));
  }
}

TEST_F(Stream, WaitEvent) {
  clrt::event e;
  OK(clrt::event_create_with_flags(&e, CLRT_EVENT_DISABLE_TIMING));
  OK(clrt::stream_wait_event(b, e)); // never recorded: no wait
  OK(clrt::launch(slow_fill, {1, 64, 0, free_one}, d, 7, 64, slow));
  OK(clrt::event_record(e, free_one));
  OK(clrt::stream_wait_event(b, e, 0));
  OK(clrt::event_destroy(e));
  OK(clrt::launch(copy_ints, {1, 64, 0, b}, d2, d, 64));
  OK(clrt::stream_synchronize(b));
  EXPECT_EQ(get(d2, 64), std::vector<int>(64, 7));
}

std::atomic<int> stage{0};

TEST_F(Stream, HostFunctionsStandInTheStream) {
  stage = 0;
  int one = 1;
  OK(clrt::launch(slow_fill, {1, 64, 0, a}, d, 8, 64, slow));
  OK(clrt::launch_host_func(
      a,
      [](void *value) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        stage = *static_cast<int *>(value);
      },
      &one));
  OK(clrt::stream_add_callback(
      a,
      [](clrt::stream, clrt::error e, void *) { stage = e == CLRT_SUCCESS && stage == 1 ? 2 : -1; },
      nullptr, 0));
  OK(clrt::launch(add, {1, 64, 0, a}, d, 1, 64));
  OK(clrt::stream_synchronize(a));
  EXPECT_EQ(stage, 2);
  EXPECT_EQ(get(d, 64), std::vector<int>(64, 9));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::launch_host_func(a, nullptr, nullptr));
}

TEST_F(Stream, SpecialHandles) {
  OK(clrt::launch(slow_fill, {1, 64, 0, CLRT_STREAM_PER_THREAD}, d, 9, 64, slow));
  OK(clrt::launch(copy_ints, {1, 64, 0, CLRT_STREAM_LEGACY}, d2, d, 64));
  EXPECT_EQ(get(d2, 64), std::vector<int>(64, 9));
}

TEST_F(Stream, EachThreadHasItsOwn) {
  for (int i = 0; i < 3; ++i)
    std::thread([&] {
      EXPECT_EQ(clrt::launch(slow_fill, {1, 64, 0, CLRT_STREAM_PER_THREAD}, d, i, 64, slow),
                CLRT_SUCCESS);
    }).join(); // finishes the thread's stream
  EXPECT_EQ(get(d, 64), std::vector<int>(64, 2));
}

TEST_F(Stream, FlagsAndBadHandles) {
  unsigned flags = 7;
  OK(clrt::stream_get_flags(free_one, &flags));
  EXPECT_EQ(flags, unsigned(CLRT_STREAM_NON_BLOCKING));
  int least, greatest, priority;
  OK(clrt::device_get_stream_priority_range(&least, &greatest));
  clrt::stream s;
  OK(clrt::stream_create_with_priority(&s, CLRT_STREAM_NON_BLOCKING, greatest));
  OK(clrt::stream_get_priority(s, &priority));
  OK(clrt::stream_destroy(s));
  FAILS(CLRT_ERROR_INVALID_RESOURCE_HANDLE, clrt::stream_destroy(s));
  FAILS(CLRT_ERROR_INVALID_RESOURCE_HANDLE, clrt::stream_destroy(0));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::stream_create_with_flags(&s, 2));
}

// Destroying a stream returns while a host function holds its work.
TEST_F(Stream, DestroyedWhileItWorks) {
  for (unsigned flags : {unsigned(CLRT_STREAM_DEFAULT), unsigned(CLRT_STREAM_NON_BLOCKING)}) {
    std::atomic<bool> may_go{false}, has_gone{false};
    std::atomic<bool> *all[] = {&may_go, &has_gone};
    clrt::stream s;
    OK(clrt::stream_create_with_flags(&s, flags));
    OK(clrt::launch_host_func(
        s,
        [](void *data) {
          std::atomic<bool> **both = static_cast<std::atomic<bool> **>(data);
          while (!both[0]->load())
            std::this_thread::yield();
          both[1]->store(true);
        },
        all));
    OK(clrt::launch(fill, {1, 64, 0, s}, d, 8, 64));
    OK(clrt::stream_destroy(s));
    EXPECT_FALSE(has_gone.load());
    FAILS(CLRT_ERROR_INVALID_RESOURCE_HANDLE, clrt::stream_destroy(s));
    may_go.store(true);
    OK(clrt::device_synchronize());
    EXPECT_TRUE(has_gone.load());
    EXPECT_EQ(get(d, 64), std::vector<int>(64, 8));
    OK(clrt::memset(d, 0, 256));
    OK(clrt::device_synchronize());
  }
}

TEST_F(Stream, ManyDestroyedWhileTheyWork) {
  OK(clrt::launch(slow_fill, {1, 64}, d, 1, 64, slow)); // all wait for this
  for (int i = 0; i < 64; ++i) {
    clrt::stream s;
    OK(clrt::stream_create(&s));
    OK(clrt::launch(add_at, {1, 1, 0, s}, d2 + i, 1, 1));
    OK(clrt::stream_destroy(s));
  }
  EXPECT_EQ(get(d2, 64), std::vector<int>(64, 1)); // the default stream is after them
}

TEST_F(Stream, EightThreadsOneKernel) {
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&wrong, t] {
      clrt::stream s;
      int *p;
      wrong += clrt::stream_create(&s) != CLRT_SUCCESS || clrt::malloc(&p, 256) != CLRT_SUCCESS;
      for (int i = 0; i < 30; ++i) {
        std::vector<int> v(64);
        wrong += clrt::launch(fill, {1, 64, 0, i % 2 ? s : nullptr}, p, 1000 * t + i, 64) !=
                 CLRT_SUCCESS;
        wrong += clrt::launch(add, {1, 64, 0, s}, p, 1, 64) != CLRT_SUCCESS;
        wrong += clrt::read(v.data(), p, 256) != CLRT_SUCCESS;
        wrong += v != std::vector<int>(64, 1000 * t + i + 1);
        wrong += clrt::launch(fill, {0, 0}, p, 0, 0) != CLRT_ERROR_INVALID_VALUE;
        wrong += clrt::last_error() != CLRT_ERROR_INVALID_VALUE; // each thread has its own
      }
      wrong += clrt::free(p) != CLRT_SUCCESS || clrt::stream_destroy(s) != CLRT_SUCCESS;
    });
  for (std::thread &t : threads)
    t.join();
  EXPECT_EQ(wrong, 0);
}

} // namespace
