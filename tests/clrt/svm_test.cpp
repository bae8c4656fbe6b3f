// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Shared virtual memory, and managed memory. On a device without it: the message, and that all else
// works.

#include "fixture.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <random>
#include <thread>

namespace {

const clrt::kernel<clrt::global_at<int>, int, int> number(kernels_cl, "number");

class Svm : public Clrt {
protected:
  void SetUp() override {
    Clrt::SetUp();
    int *probe = nullptr;
    if (clrt::svm_malloc(&probe, 4) == CLRT_ERROR_NOT_SUPPORTED) {
      clrt::last_error();
      GTEST_SKIP() << "no shared virtual memory";
    }
    OK(clrt::free(probe));
  }
  static std::vector<int> values(const int *p, size_t n) {
    std::vector<int> v(n, -1);
    EXPECT_EQ(clrt::read(v.data(), p, n * sizeof(int)), CLRT_SUCCESS);
    return v;
  }
};

TEST_F(Clrt, WithoutSharedMemoryAllocationsFail) {
  int *p = nullptr;
  clrt::error e = clrt::svm_malloc(&p, 64);
  if (e == CLRT_ERROR_NOT_SUPPORTED) {
    EXPECT_EQ(p, nullptr);
    FAILS(CLRT_ERROR_NOT_SUPPORTED, clrt::malloc_managed(&p, 64));
  } else {
    EXPECT_EQ(e, CLRT_SUCCESS);
    EXPECT_EQ(clrt::free(p), CLRT_SUCCESS);
  }
  cl_mem buffer;
  OK(clrt::malloc(&buffer, 64));
  OK(clrt::free(buffer));
}

TEST_F(Svm, NullZeroAndForeignAddresses) {
  int *p = reinterpret_cast<int *>(8), other;
  OK(clrt::svm_malloc(&p, 0));
  EXPECT_EQ(p, nullptr);
  OK(clrt::free(p));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::svm_malloc(static_cast<int **>(nullptr), 4));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::free(&other));
  OK(clrt::svm_malloc(&p, 64));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::free(p + 1));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::memset(p + 1, 0, 64));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::write(p + 15, &other, 8));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::write(&other, &other, 4));
  OK(clrt::free(p));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::free(p));
  FAILS(CLRT_ERROR_MEMORY_ALLOCATION, clrt::svm_malloc(&p, size_t(1) << 60));
}

TEST_F(Svm, CopiesAndFills) {
  int *a, *b;
  std::vector<int> h(16);
  for (int i = 0; i < 16; ++i)
    h[i] = i;
  OK(clrt::svm_malloc(&a, 64));
  OK(clrt::svm_malloc(&b, 64));
  OK(clrt::write(a, h.data(), 64));
  OK(clrt::copy(b, a, 64));
  OK(clrt::memset(b + 2, 0xff, 8));
  h[2] = h[3] = -1;
  EXPECT_EQ(values(b, 16), h);
  OK(clrt::copy(a, a, 64)); // CUDA takes that
  // Rows of a matrix, and an address in the middle.
  OK(clrt::memset_2d(a, 16, 0, 8, 4));
  OK(clrt::copy_2d(a + 2, 16, b, 16, 8, 2));
  EXPECT_EQ(values(a, 8), (std::vector<int>{0, 0, 0, 1, 0, 0, 4, 5}));
  // Any kind finds out itself.
  int two[2];
  OK(clrt::memcpy(two, a + 6, 8, CLRT_MEMCPY_DEFAULT));
  EXPECT_EQ(two[1], 5);
  // With a buffer on the other side.
  int *buffer;
  OK(clrt::malloc(&buffer, 64));
  OK(clrt::copy(buffer + 4, b, 16));
  OK(clrt::copy(a, buffer + 5, 8));
  EXPECT_EQ(values(a, 2), (std::vector<int>{1, -1}));
  OK(clrt::free(buffer));
  OK(clrt::free(a));
  OK(clrt::free(b));
}

TEST_F(Svm, KernelsTakeAddressesAndBuffers) {
  int *p;
  cl_mem buffer;
  OK(clrt::svm_malloc(&p, 64));
  OK(clrt::malloc(&buffer, 64));
  OK(clrt::memset(p, 0, 64));
  OK(clrt::launch(fill, {1, 4}, p + 3, 7, 4));
  OK(clrt::launch(fill, {1, 4}, buffer, 9, 4));
  OK(clrt::launch(add, {1, 4}, p, 1, 4));
  EXPECT_EQ(values(p, 8), (std::vector<int>{1, 1, 1, 8, 7, 7, 7, 0}));
  EXPECT_EQ(get(static_cast<int *>(clrt::address(buffer)), 2), (std::vector<int>{9, 9}));
  OK(clrt::free(p));
  OK(clrt::free(buffer));
}

TEST_F(Svm, KernelsTakeAddressesBesideIt) {
  int *p;
  OK(clrt::svm_malloc(&p, 64));
  OK(clrt::memset(p, 0, 64));
  OK(clrt::launch(number, {1, 4}, p - 1, 1, 4));
  OK(clrt::launch(number, {1, 4}, p + 16, -8, 4));
  EXPECT_EQ(values(p, 12), (std::vector<int>{1, 2, 3, 4, 0, 0, 0, 0, -8, -7, -6, -5}));
  OK(clrt::free(p));
}

TEST_F(Svm, ManagedMemoryOfNoBytesIsAnError) {
  int own = 0, *p = &own, *plain = &own;
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::malloc_managed(&p, 0));
  OK(clrt::svm_malloc(&plain, 0));
  EXPECT_EQ(plain, nullptr);
}

TEST_F(Svm, OtherManagedMemoryStaysTheHostsWhenSomeIsFreed) {
  int *p, *q, *plain;
  OK(clrt::malloc_managed(&p, 64));
  OK(clrt::malloc_managed(&q, 64));
  OK(clrt::svm_malloc(&plain, 64));
  p[0] = 1;
  OK(clrt::free(q));
  p[0] = 5;
  OK(clrt::free(plain));
  p[1] = 6;
  OK(clrt::launch(add, {1, 2}, p, 10, 2));
  OK(clrt::svm_malloc(&plain, 64));
  OK(clrt::free(plain)); // waits
  EXPECT_EQ(p[0], 15);
  EXPECT_EQ(p[1], 16);
  OK(clrt::free(p));
}

TEST_F(Svm, ManyAllocationsKeepTheirValues) {
  std::vector<int *> all;
  std::mt19937 random(7);
  auto check = [](int *p, size_t i) { return p[0] == int(i) && p[1] == int(i) * 3; };
  std::vector<size_t> numbers;
  for (size_t i = 0; i < 100; ++i) {
    int *p;
    size_t bytes = i % 30 == 0 ? (1u << 20) + 4096 * i : 8 + random() % 20000;
    OK(clrt::malloc_managed(&p, bytes));
    ASSERT_EQ(reinterpret_cast<uintptr_t>(p) % 256, 0u);
    p[0] = int(i) - 5;
    p[1] = int(i) * 3;
    p[bytes / 4 - 1] = p[bytes / 4 - 1]; // the last one is ours
    OK(clrt::launch(add, {1, 1}, p, 5, 1));
    if (i % 3 == 0)
      OK(clrt::device_synchronize());
    all.push_back(p);
    numbers.push_back(i);
    if (i % 2 == 1) {
      size_t at = random() % all.size();
      OK(clrt::device_synchronize());
      EXPECT_TRUE(check(all[at], numbers[at])) << numbers[at];
      OK(clrt::free(all[at]));
      FAILS(CLRT_ERROR_INVALID_VALUE, clrt::free(all[at]));
      all.erase(all.begin() + static_cast<long>(at));
      numbers.erase(numbers.begin() + static_cast<long>(at));
    }
  }
  OK(clrt::device_synchronize());
  for (size_t i = 0; i < all.size(); ++i)
    EXPECT_TRUE(check(all[i], numbers[i])) << numbers[i];
  for (int *p : all)
    OK(clrt::free(p));
}

TEST_F(Svm, HostWritesWhileOtherMemoryIsInUse) {
  int *p, *q;
  OK(clrt::malloc_managed(&p, 64));
  p[0] = 1;
  OK(clrt::launch(add, {1, 1}, p, 1, 1));
  OK(clrt::malloc_managed(&q, 64)); // the device may still have p
  q[0] = 5;
  OK(clrt::launch(add, {1, 1}, q, 2, 1));
  OK(clrt::device_synchronize());
  EXPECT_EQ(p[0], 2);
  EXPECT_EQ(q[0], 7);
  OK(clrt::free(p));
  q[0] = 8;
  OK(clrt::launch(add, {1, 1}, q, 1, 1));
  OK(clrt::device_synchronize());
  EXPECT_EQ(q[0], 9);
  OK(clrt::free(q));
}

TEST_F(Svm, ManagedMemoryIsTheHostsAfterEachWait) {
  int *p, *q;
  OK(clrt::malloc_managed(&p, 64));
  p[0] = 5;
  OK(clrt::malloc_managed(&q, 64)); // p stays the host's
  p[1] = 6;
  q[0] = 1;
  OK(clrt::launch(add, {1, 2}, p, 10, 2));
  OK(clrt::device_synchronize());
  EXPECT_EQ(p[0], 15);
  p[1] += 4;
  clrt::stream s;
  OK(clrt::stream_create(&s));
  OK(clrt::launch(add, {1, 2, 0, s}, p, 100, 2));
  OK(clrt::stream_synchronize(s));
  EXPECT_EQ(p[1], 120);
  // A blocking copy waits, too; managed memory may be its host side.
  OK(clrt::launch(add, {1, 2}, p, 1000, 2));
  int *plain;
  OK(clrt::svm_malloc(&plain, 8));
  OK(clrt::write(plain, p, 8));
  EXPECT_EQ(p[0], 1115);
  q[0] = 3;
  OK(clrt::read(q + 1, plain, 8));
  EXPECT_EQ(q[0], 3);
  EXPECT_EQ(q[2], 1120);
  clrt::event e;
  OK(clrt::event_create(&e));
  OK(clrt::launch(add, {1, 1}, p, 1, 1));
  OK(clrt::event_record(e));
  OK(clrt::event_synchronize(e));
  EXPECT_EQ(p[0], 1116);
  OK(clrt::event_destroy(e));
  OK(clrt::stream_destroy(s));
  OK(clrt::free(q));
  EXPECT_EQ(p[0], 1116);
  clrt::pointer_attributes_t a;
  OK(clrt::pointer_attributes(&a, p + 1));
  EXPECT_EQ(a.type, CLRT_MEMORY_TYPE_MANAGED);
  OK(clrt::pointer_attributes(&a, plain));
  EXPECT_EQ(a.type, CLRT_MEMORY_TYPE_DEVICE);
  OK(clrt::free(p));
  OK(clrt::free(plain));
}

TEST_F(Svm, TheHostUsesManagedMemoryWhileTheDeviceWorks) {
  const int n = 4096;
  int *p, *q;
  OK(clrt::malloc_managed(&p, n * sizeof(int)));
  OK(clrt::malloc_managed(&q, n * sizeof(int)));
  for (int i = 0; i < n; ++i)
    p[i] = q[i] = i;
  OK(clrt::launch(add, {n / 64, 64}, p, 1, n));
  for (int i = 0; i < n; ++i) // memory that no kernel works on
    q[i] += 10;
  OK(clrt::launch(add, {n / 64, 64}, q, 100, n));
  OK(clrt::device_synchronize());
  for (int i = 0; i < n; ++i)
    ASSERT_TRUE(p[i] == i + 1 && q[i] == i + 110) << i;
  OK(clrt::launch(add, {n / 128, 64}, p, 1, n / 2));
  for (int i = n / 2; i < n; ++i) // another part of the memory that the kernel works on
    p[i] = p[i] * 2 - q[i];
  OK(clrt::launch(add, {n / 128, 64}, p, 1, n / 2));
  OK(clrt::device_synchronize());
  for (int i = 0; i < n; ++i)
    ASSERT_EQ(p[i], i < n / 2 ? i + 3 : i - 108) << i;
  OK(clrt::free(q));
  OK(clrt::free(p));
}

TEST_F(Svm, ThreadsUseManagedMemoryOfTheirOwn) {
  if (getenv("CU2CL_LAYER_SVM"))
    GTEST_SKIP() << "while it runs a kernel, tests/layer opens the memory to all threads";
  const int n = 3000, rounds = 40;
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&wrong, t] {
      int *p = nullptr, expected = 0;
      clrt::stream s = nullptr;
      bool good = clrt::stream_create(&s) == CLRT_SUCCESS &&
                  clrt::malloc_managed(&p, n * sizeof(int)) == CLRT_SUCCESS;
      if (good)
        std::fill(p, p + n, 0);
      for (int round = 0; good && round < rounds; ++round) {
        good = clrt::launch(add, {(n + 63) / 64, 64, 0, s}, p, t + 1, n) == CLRT_SUCCESS &&
               clrt::stream_synchronize(s) == CLRT_SUCCESS;
        for (int i = 0; i < n; ++i)
          p[i] += 2;
        expected += t + 3;
      }
      if (good)
        good = std::count(p, p + n, expected) == n;
      wrong += !good;
      clrt::free(p);
      clrt::stream_destroy(s);
    });
  for (std::thread &t : threads)
    t.join();
  EXPECT_EQ(wrong, 0);
}

TEST_F(Svm, HostFunctionsUseManagedMemory) {
  int *p;
  OK(clrt::malloc_managed(&p, 64));
  p[0] = 1;
  clrt::stream s;
  OK(clrt::stream_create(&s));
  for (int round = 0; round < 3; ++round) {
    OK(clrt::launch(add, {1, 1, 0, s}, p, 10, 1));
    OK(clrt::launch_host_func(s, [](void *data) { *static_cast<int *>(data) *= 2; }, p));
  }
  OK(clrt::launch(add, {1, 1, 0, s}, p, 1, 1));
  OK(clrt::stream_synchronize(s));
  EXPECT_EQ(p[0], ((1 + 10) * 2 + 10) * 4 + 10 * 2 + 1);
  // One that waits for its caller, which goes on meanwhile.
  struct Meeting {
    int *p;
    std::atomic<bool> may_end{false};
  } meeting;
  meeting.p = p;
  p[0] = 5;
  OK(clrt::launch(add, {1, 1, 0, s}, p, 1, 1));
  auto wait = [](void *data) {
    Meeting *m = static_cast<Meeting *>(data);
    m->p[0] *= 3;
    while (!m->may_end.load())
      std::this_thread::yield();
    m->p[0] += 4;
  };
  OK(clrt::launch_host_func(s, wait, &meeting));
  if (!getenv("CU2CL_LAYER_SVM")) // where a launch waits for what comes before it
    OK(clrt::launch(add, {1, 1, 0, s}, p, 100, 1));
  meeting.may_end.store(true);
  OK(clrt::stream_synchronize(s));
  EXPECT_EQ(p[0], getenv("CU2CL_LAYER_SVM") ? 22 : 122);
  OK(clrt::stream_destroy(s));
  OK(clrt::free(p));
}

TEST_F(Svm, MappedHostMemoryHasItsAddress) {
  int *h, *d, other;
  OK(clrt::host_alloc(&h, 64, CLRT_HOST_ALLOC_MAPPED));
  h[0] = 4;
  OK(clrt::host_get_device_pointer(&d, h));
  OK(clrt::launch(add, {1, 1}, d, 3, 1));
  OK(clrt::device_synchronize());
  EXPECT_EQ(h[0], 7);
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::host_get_device_pointer(&d, &other));
  OK(clrt::free_host(h));
}

static clrt::managed<int> managed_zero;
static clrt::managed<int[2]> managed_pair({3, 4});

TEST_F(Svm, ManagedVariables) {
  EXPECT_EQ(*managed_zero, 0);
  EXPECT_EQ((*managed_pair)[1], 4);
  *managed_zero = 8;
  OK(clrt::launch(add, {1, 2}, *managed_pair, 1, 2));
  int h = 0;
  OK(clrt::read_symbol(&h, managed_pair, sizeof h, sizeof h));
  EXPECT_EQ(h, 5);
  EXPECT_EQ((*managed_pair)[0], 4);
  OK(clrt::write_symbol(managed_zero, &h, sizeof h));
  EXPECT_EQ(*managed_zero, 5);
}

} // namespace
