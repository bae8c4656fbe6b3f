// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Device pointers as values: all that a program does with a pointer but to read what it points to.

#include "fixture.h"
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unordered_set>

static const clrt::kernel<clrt::global_at<int>, int, int> number(kernels_cl, "number");

struct View {
  int *data;
  int first, n;
};
static clrt::arguments arguments_of(const View &v) { return {v.data, v.first, v.n}; }
static const clrt::kernel<clrt::members<View>> number_view(kernels_cl, "number");

namespace {

class Pointers : public Clrt {
protected:
  static const int n = 64;
  static const size_t bytes = n * sizeof(int);
  void SetUp() override {
    Clrt::SetUp();
    OK(clrt::malloc(&d, bytes));
    OK(clrt::memset(d, 0, bytes));
  }
  void TearDown() override {
    OK(clrt::free(d));
    Clrt::TearDown();
  }
  int *d;
};

TEST_F(Pointers, AreAddresses) {
  static_assert(sizeof d == sizeof(void *), "eight bytes");
  EXPECT_EQ(reinterpret_cast<uintptr_t>(d) % 256, 0u);
  int *end = d + n, *p = d;
  EXPECT_TRUE(end - d == n && d < end && &d[3] == d + 3 && ++p == d + 1 && p-- != d);
  EXPECT_EQ(clrt::offset(d + 3), 12u);
  EXPECT_EQ(clrt::address(clrt::mem(d + 3)), d);
  EXPECT_EQ(clrt::mem(&end), nullptr);
  EXPECT_EQ(clrt::mem(nullptr), nullptr);
  EXPECT_EQ(clrt::address(nullptr), nullptr);
}

TEST_F(Pointers, ReadingThemOnTheHostFaults) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(
      {
        int *mine;
        if (clrt::malloc(&mine, 4) == CLRT_SUCCESS)
          std::printf("%d\n", *static_cast<volatile int *>(mine));
      },
      "");
}

TEST_F(Pointers, KernelsTakeThemAnywhere) {
  OK(clrt::launch(number, {1, 4}, d + 2, 0, 4));        // inside
  OK(clrt::launch(number, {1, 4}, d - 1, 10, 4));       // 1-based
  OK(clrt::launch(number, {1, 4}, d + n, -4, 4));       // from the end
  OK(clrt::launch(number, {1, 4}, d + 5000, -4980, 4)); // far away
  OK(clrt::launch(number, {1, 4}, clrt::mem(d), 30, 2));
  OK(clrt::launch(number, {1, 4}, nullptr, 0, 0));
  OK(clrt::launch(number, {1, 4}, static_cast<void *>(d + 40), 0, 2));
  std::vector<int> v = get(d, n), expected(n, 0);
  for (int at : {2, 9, 60, 20})
    for (int i = 0; i < 4; ++i)
      expected[at + i] = (at == 2 ? 0 : at == 9 ? 10 : at == 60 ? -4 : -4980) + i;
  expected[30] = 30, expected[31] = 31, expected[40] = 0, expected[41] = 1;
  EXPECT_EQ(v, expected);
}

TEST_F(Pointers, MembersOfObjects) {
  OK(clrt::launch(number_view, {1, 4}, View{d + 8, 3, 4}));
  EXPECT_EQ(get(d + 11, 4), (std::vector<int>{3, 4, 5, 6}));
}

TEST_F(Pointers, WhatTheKernelDoesNotTakeIsRefused) {
  int host = 0;
  testing::internal::CaptureStderr();
  FAILS(CLRT_ERROR_MISALIGNED_ADDRESS,
        clrt::launch(number, {1, 1}, static_cast<void *>(reinterpret_cast<char *>(d) + 1), 0, 1));
  FAILS(CLRT_ERROR_ILLEGAL_ADDRESS, clrt::launch(number, {1, 1}, &host, 0, 1));
  FAILS(CLRT_ERROR_ILLEGAL_ADDRESS, clrt::launch(fill, {1, 1}, &host, 0, 1));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::launch(fill, {1, 1}, d + 1, 0, 1));
  testing::internal::GetCapturedStderr();
  OK(clrt::launch(fill, {1, 1}, d, 5, 1));
  EXPECT_EQ(get(d, 1)[0], 5);
}

// The same kernel and parameter: what was set before must not stay.
TEST_F(Pointers, LaunchesSeeEachChange) {
  int *e;
  OK(clrt::malloc(&e, bytes));
  for (int round = 0; round < 3; ++round) {
    OK(clrt::launch(number, {1, 1}, d, 0, 1));
    OK(clrt::launch(number, {1, 1}, d, 1, 1));
    OK(clrt::launch(number, {1, 1}, e + 1, round, 1));
    OK(clrt::launch(number, {1, 1}, clrt::mem(e), round + 10, 1));
    OK(clrt::launch(number, {1, 1}, e, round + 20, 1));
    OK(clrt::launch(number, {1, 1}, nullptr, 0, 0));
    OK(clrt::launch(number, {1, 1}, cl_mem(nullptr), 0, 0));
    OK(clrt::launch(number, {1, 1}, e, round + 30, 1));
    std::vector<int> v = get(e, n);
    EXPECT_EQ(v[round + 1], round);
    EXPECT_EQ(v[round + 10] + v[round + 20] + v[round + 30], 3 * round + 60);
    OK(clrt::free(e));
    OK(clrt::malloc(&e, bytes));
    OK(clrt::memset(e, 0, bytes));
  }
  EXPECT_EQ(get(d, 2), (std::vector<int>{0, 1}));
  OK(clrt::free(e));
}

int by_address(const void *a, const void *b) {
  int *const p = *static_cast<int *const *>(a), *const q = *static_cast<int *const *>(b);
  return p < q ? -1 : p > q;
}

TEST_F(Pointers, AreBytesLikeAnyOthers) {
  struct Node {
    char tag;
    int *data;
    double weight;
  } a = {'x', d + 3, 1.5}, b;
  std::memcpy(&b, &a, sizeof a);
  OK(clrt::memset(b.data, 1, 4));
  alignas(16) char storage[64];
  Node *placed = reinterpret_cast<Node *>(storage);
  std::memcpy(placed, &b, sizeof b);
  OK(clrt::memset(placed->data + 1, 2, 4));
  union {
    int *p;
    unsigned char raw[8];
  } u = {d + 5};
  int *again;
  std::memcpy(&again, u.raw, sizeof again);
  OK(clrt::memset(again, 3, 4));
  uintptr_t number = reinterpret_cast<uintptr_t>(d) + 6 * sizeof(int);
  OK(clrt::memset(reinterpret_cast<int *>(number), 4, 4));
  EXPECT_EQ(get(d + 3, 4), (std::vector<int>{0x01010101, 0x02020202, 0x03030303, 0x04040404}));
  int *sorted[4] = {d + 9, d, d + 3, d + 1};
  std::qsort(sorted, 4, sizeof *sorted, by_address);
  EXPECT_TRUE(sorted[0] == d && sorted[1] == d + 1 && sorted[3] == d + 9);
  std::unordered_set<const void *> set(sorted, sorted + 4);
  EXPECT_EQ(set.count(d + 3), 1u);
  char text[32];
  void *read = nullptr;
  std::snprintf(text, sizeof text, "%p", static_cast<void *>(d + 7));
  std::sscanf(text, "%p", &read);
  EXPECT_EQ(read, d + 7);
}

TEST_F(Pointers, AreTheDataOfCallbacks) {
  static std::atomic<void *> seen{nullptr};
  OK(clrt::launch_host_func(nullptr, [](void *data) { seen = data; }, d + 2));
  OK(clrt::device_synchronize());
  EXPECT_EQ(seen, d + 2);
}

TEST_F(Pointers, CopiesOfDefaultKind) {
  int *pinned, *e;
  std::vector<int> h(2 * n);
  OK(clrt::malloc_host(&pinned, 2 * bytes));
  OK(clrt::malloc(&e, 2 * bytes));
  int *from[3] = {h.data(), pinned, e}, *to[3] = {h.data() + n, pinned + n, e + n};
  int value = 0;
  for (int *src : from)
    for (int *dst : to)
      for (bool async : {false, true}) {
        std::vector<int> there(n, ++value), back(n);
        OK(clrt::memcpy(src, there.data(), bytes, CLRT_MEMCPY_DEFAULT));
        OK(async ? clrt::memcpy_async(dst, src, bytes, CLRT_MEMCPY_DEFAULT)
                 : clrt::memcpy(dst, src, bytes, CLRT_MEMCPY_DEFAULT));
        OK(clrt::device_synchronize());
        OK(clrt::memcpy(back.data(), dst, bytes, CLRT_MEMCPY_DEFAULT));
        EXPECT_EQ(back, there);
      }
  OK(clrt::free(e));
  OK(clrt::free_host(pinned));
}

TEST_F(Pointers, UseAfterFree) {
  int *p, *q, value = 0;
  OK(clrt::malloc(&p, bytes));
  OK(clrt::free(p));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::free(p));
  for (int i = 0; i < 2000; ++i) { // its address is not given again soon
    OK(clrt::malloc(&q, bytes));
    ASSERT_NE(p, q);
    OK(clrt::free(q));
  }
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::write(p, &value, 4));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::memcpy(&value, p + 1, 4, CLRT_MEMCPY_DEFAULT));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::copy(p, d, 4));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::memset(p, 0, 4));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::memset(&value, 0, 4)); // a host's address
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::free(&value));
  testing::internal::CaptureStderr();
  FAILS(CLRT_ERROR_ILLEGAL_ADDRESS, clrt::launch(number, {1, 1}, p, 0, 0));
  FAILS(CLRT_ERROR_ILLEGAL_ADDRESS, clrt::launch(number, {1, 1}, p + 3, 0, 0));
  EXPECT_NE(testing::internal::GetCapturedStderr().find("kernel number, parameter 0"),
            std::string::npos);
  clrt::pointer_attributes_t a;
  OK(clrt::pointer_attributes(&a, p));
  EXPECT_EQ(a.type, CLRT_MEMORY_TYPE_UNREGISTERED);
}

TEST_F(Pointers, BuffersOfTheUser) {
  cl_int code;
  cl_mem mine = clCreateBuffer(clrt::context(), CL_MEM_READ_WRITE, bytes, nullptr, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  int *p = static_cast<int *>(clrt::address(mine));
  EXPECT_EQ(clrt::address(mine), p);
  OK(clrt::memset(mine, 0, bytes));
  OK(clrt::launch(number, {1, 4}, p + 4, 0, 4));
  OK(clrt::launch(fill, {1, 4}, mine, 7, 2));
  EXPECT_EQ(get(p, 8), (std::vector<int>{7, 7, 0, 0, 0, 1, 2, 3}));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::free(p)); // not clrt's
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::free(mine));
  OK(clrt::device_synchronize());
  clReleaseMemObject(mine);
  // Where the driver says at once that it is gone.
  for (int i = 0; i < 100 && clrt::mem(p); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(clrt::mem(p), nullptr);
}

TEST_F(Pointers, TenThousandBuffers) {
  std::vector<int *> all(10000);
  for (int *&p : all)
    OK(clrt::malloc(&p, 16));
  for (size_t i = 0; i < all.size(); i += 97) {
    OK(clrt::launch(number, {1, 4}, all[i] + 1 - int(i), int(i), 3));
    EXPECT_EQ(clrt::offset(all[i] + 3), 12u);
  }
  for (size_t i = 0; i < all.size(); i += 2) {
    OK(clrt::free(all[i]));
    all[i] = nullptr;
  }
  for (size_t i = 97; i < all.size(); i += 194) {
    int v[3] = {};
    OK(clrt::read(v, all[i] + 1, sizeof v));
    EXPECT_EQ(v[2], int(i) + 2);
  }
  std::unordered_set<int *> distinct;
  for (int *p : all)
    if (p) {
      distinct.insert(p);
      ASSERT_EQ(clrt::address(clrt::mem(p + 1)), p);
    }
  EXPECT_EQ(distinct.size(), all.size() / 2);
  for (int *p : all)
    OK(clrt::free(p));
}

TEST_F(Pointers, ThreadsAllocateLaunchAndFree) {
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 6; ++t)
    threads.emplace_back([&wrong, t] {
      std::vector<int *> mine;
      for (int i = 0; i < 60; ++i) {
        int *p = nullptr, v[4] = {};
        wrong += clrt::malloc(&p, 64 * (1 + i % 7)) != CLRT_SUCCESS;
        mine.push_back(p);
        wrong += clrt::launch(number, {1, 4}, p + 2, 0, 4) != CLRT_SUCCESS;
        wrong += clrt::memcpy(v, p + 2, sizeof v, CLRT_MEMCPY_DEFAULT) != CLRT_SUCCESS;
        wrong += v[3] != 3;
        if (i % 3 == t % 3) {
          wrong += clrt::free(mine.front()) != CLRT_SUCCESS;
          mine.erase(mine.begin());
        }
      }
      for (int *p : mine)
        wrong += clrt::free(p) != CLRT_SUCCESS;
    });
  for (std::thread &t : threads)
    t.join();
  EXPECT_EQ(wrong, 0);
}

TEST_F(Pointers, AQueryAfterSynchronisingIsSettled) {
  clrt::stream s;
  OK(clrt::stream_create(&s));
  for (int i = 0; i < 50; ++i) {
    OK(clrt::memset_async(d, i, 32, s));
    if (i % 2)
      OK(clrt::stream_synchronize(s));
    else
      OK(clrt::device_synchronize());
    OK(clrt::stream_query(s));
  }
  OK(clrt::stream_destroy(s));
}

} // namespace
