// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Allocation: null and zero cases, errors, pitched and pinned memory.

#include "fixture.h"
#include <algorithm>
#include <malloc.h>

namespace {

class Memory : public Clrt {};

TEST_F(Memory, ZeroBytesAreNullAndFine) {
  int *p = reinterpret_cast<int *>(4);
  OK(clrt::malloc(&p, 0));
  EXPECT_FALSE(p);
  OK(clrt::free(p));
  cl_mem m = reinterpret_cast<cl_mem>(1);
  OK(clrt::malloc(&m, 0));
  EXPECT_EQ(m, nullptr);
}

TEST_F(Memory, NullIsFreedAndInitialises) {
  OK(clrt::free(0));
  OK(clrt::free(nullptr));
  OK(clrt::free(static_cast<float *>(nullptr)));
  EXPECT_NE(clrt::context(), nullptr);
}

TEST_F(Memory, WhatIsNotAnAllocationIsNotFreed) {
  int *p;
  OK(clrt::malloc(&p, 64));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::free(p + 1));
  OK(clrt::free(p));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::free(p));
}

TEST_F(Memory, TooMuchIsOutOfMemory) {
  char *p;
  size_t pitch;
  FAILS(CLRT_ERROR_MEMORY_ALLOCATION, clrt::malloc(&p, size_t(1) << 60));
  FAILS(CLRT_ERROR_MEMORY_ALLOCATION, clrt::malloc(&p, SIZE_MAX));
  FAILS(CLRT_ERROR_MEMORY_ALLOCATION, clrt::malloc_pitch(&p, &pitch, SIZE_MAX / 2, 4));
}

TEST_F(Memory, NoPlaceForTheResult) {
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::malloc(static_cast<cl_mem *>(nullptr), 4));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::malloc(static_cast<int **>(nullptr), 4));
}

TEST_F(Memory, InfoCountsWhatIsAllocated) {
  size_t free0, free1, total;
  char *p;
  OK(clrt::mem_info(&free0, &total));
  OK(clrt::malloc(&p, 1 << 20));
  OK(clrt::mem_info(&free1, &total));
  OK(clrt::mem_info(nullptr, nullptr));
  EXPECT_EQ(free0 - free1, size_t(1) << 20);
  EXPECT_LE(free0, total);
  OK(clrt::free(p));
}

TEST_F(Memory, PitchIsAMultipleOfTheAlignment) {
  cl_uint bits = 0;
  clGetDeviceInfo(clrt::device(), CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, nullptr);
  float *p;
  size_t pitch = 0, size = 0;
  OK(clrt::malloc_pitch(&p, &pitch, 13 * sizeof(float), 7));
  EXPECT_EQ(pitch % (bits / 8), 0u);
  EXPECT_GE(pitch, 13 * sizeof(float));
  clGetMemObjectInfo(clrt::mem(p), CL_MEM_SIZE, sizeof size, &size, nullptr);
  EXPECT_GE(size, pitch * 7);
  OK(clrt::free(p));
}

TEST_F(Memory, PinnedMemoryIsKnown) {
  float *h = nullptr;
  OK(clrt::malloc_host(&h, 100 * sizeof(float)));
  clrt::pointer_attributes_t a;
  OK(clrt::pointer_attributes(&a, h + 50));
  EXPECT_EQ(a.type, CLRT_MEMORY_TYPE_HOST);
  EXPECT_EQ(a.devicePointer, h + 50);
  EXPECT_EQ(a.hostPointer, h + 50);
  OK(clrt::pointer_attributes(&a, &a));
  EXPECT_EQ(a.type, CLRT_MEMORY_TYPE_UNREGISTERED);
  EXPECT_EQ(a.device, -2);
  EXPECT_EQ(a.devicePointer, nullptr);
  EXPECT_EQ(a.hostPointer, &a);
  unsigned flags = 9;
  OK(clrt::host_get_flags(&flags, h));
  EXPECT_EQ(flags, 0u);
  h[99] = 1;
  OK(clrt::free_host(h));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::free_host(h));
  OK(clrt::free_host(nullptr));
  OK(clrt::host_alloc(reinterpret_cast<void **>(&h), 0, CLRT_HOST_ALLOC_PORTABLE));
  EXPECT_EQ(h, nullptr);
}

TEST_F(Memory, PinnedMemoryKnowsItsFlags) {
  for (unsigned given = 0; given < 8; ++given) {
    char *h = nullptr;
    OK(clrt::host_alloc(reinterpret_cast<void **>(&h), 100, given));
    unsigned flags = 99;
    OK(clrt::host_get_flags(&flags, h));
    EXPECT_EQ(flags, given);
    OK(clrt::host_get_flags(&flags, h + 50)); // anywhere in it
    EXPECT_EQ(flags, given);
    OK(clrt::free_host(h));
    FAILS(CLRT_ERROR_INVALID_VALUE, clrt::host_get_flags(&flags, h));
  }
}

TEST_F(Memory, RegisteredMemory) {
  std::vector<char> v(1000);
  OK(clrt::host_register(v.data() + 100, 100));
  FAILS(CLRT_ERROR_HOST_MEMORY_ALREADY_REGISTERED, clrt::host_register(v.data() + 150, 10));
  FAILS(CLRT_ERROR_HOST_MEMORY_ALREADY_REGISTERED, clrt::host_register(v.data() + 50, 51));
  OK(clrt::host_register(v.data() + 200, 100));
  FAILS(CLRT_ERROR_HOST_MEMORY_NOT_REGISTERED, clrt::host_unregister(v.data()));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::free_host(v.data() + 100));
  OK(clrt::host_unregister(v.data() + 100));
  OK(clrt::host_unregister(v.data() + 200));
}

TEST_F(Memory, DevicePointerAttributes) {
  int *p;
  OK(clrt::malloc(&p, 64));
  clrt::pointer_attributes_t a;
  OK(clrt::pointer_attributes(&a, p + 2));
  EXPECT_EQ(a.type, CLRT_MEMORY_TYPE_DEVICE);
  EXPECT_EQ(a.device, 0);
  EXPECT_EQ(a.devicePointer, p + 2);
  EXPECT_EQ(a.hostPointer, nullptr);
  OK(clrt::free(p));
}

// Nothing is kept of what is over: events, streams, buffers, launches, copies.
TEST_F(Memory, DoesNotGrow) {
  auto round = [] {
    clrt::stream s;
    clrt::event e, f;
    int *p;
    int v[64];
    float ms;
    OK(clrt::stream_create(&s));
    OK(clrt::event_create(&e));
    OK(clrt::event_create(&f));
    OK(clrt::malloc(&p, 256));
    OK(clrt::event_record(e));
    OK(clrt::launch(fill, {1, 64, 0, s}, p, 1, 64));
    OK(clrt::launch(add, {1, 64}, p, 1, 64));
    OK(clrt::event_record(f, s));
    OK(clrt::stream_wait_event(0, f));
    OK(clrt::memset_async(p, 0, 4, s));
    OK(clrt::read(v, p, 256));
    OK(clrt::stream_synchronize(s));
    clrt::stream_query(s), clrt::last_error();
    OK(clrt::event_elapsed_time(&ms, e, f));
    OK(clrt::event_destroy(e));
    OK(clrt::event_destroy(f));
    OK(clrt::free(p));
    OK(clrt::stream_destroy(s));
    OK(clrt::device_synchronize());
  };
  for (int i = 0; i < 50; ++i)
    round();
  // What is kept grows every time; the driver's own pools, and what its threads still hold, do not.
  long least = 1 << 30;
  for (int batch = 0; batch < 6; ++batch) {
    size_t before = mallinfo2().uordblks;
    for (int i = 0; i < 100; ++i)
      round();
    least = std::min(least, static_cast<long>(mallinfo2().uordblks) - static_cast<long>(before));
  }
  EXPECT_LT(least, 100 * 16); // less than a small object a round
}

} // namespace
