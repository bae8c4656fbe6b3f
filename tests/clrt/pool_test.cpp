// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Memory in the order of a stream, pools, boxes of several slices, answers about peers.

#include "fixture.h"
#include <cstdint>

namespace {

class Pool : public Clrt {};

uint64_t used(clrt::mem_pool pool) {
  uint64_t bytes = UINT64_MAX;
  EXPECT_EQ(clrt::mem_pool_get_attribute(pool, CLRT_MEM_POOL_ATTR_USED_MEM_CURRENT, &bytes),
            CLRT_SUCCESS);
  return bytes;
}

TEST_F(Pool, FreedBeforeItsWorkIsDone) {
  clrt::stream s;
  int *from = nullptr, *to;
  OK(clrt::stream_create(&s));
  OK(clrt::malloc(&to, 64 * sizeof(int)));
  Gate gate;
  OK(gate.hold(s));
  OK(clrt::malloc_async(&from, 64 * sizeof(int), s));
  OK(clrt::launch(fill, {1, 64, 0, s}, from, 9, 64));
  OK(clrt::launch(copy_ints, {1, 64, 0, s}, to, from, 64));
  OK(clrt::free_async(from, s)); // returns while the stream is held
  NOT_READY(clrt::stream_query(s));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::free_async(from, s));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::free(from));
  gate.open();
  EXPECT_EQ(get(to, 64), std::vector<int>(64, 9));
  OK(clrt::free(to));
  OK(clrt::stream_destroy(s));
}

TEST_F(Pool, FreedTwiceByItsHandle) {
  cl_mem m;
  OK(clrt::malloc_async(&m, 64, nullptr));
  OK(clrt::free_async(m, nullptr));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::free_async(m, nullptr));
}

TEST_F(Pool, OfADeviceThatIsNotThere) {
  clrt::mem_pool_props props = clrt::mem_pool_props();
  props.allocType = CLRT_MEM_ALLOCATION_TYPE_PINNED;
  props.location.type = CLRT_MEM_LOCATION_TYPE_DEVICE;
  props.location.id = 99;
  clrt::mem_pool pool;
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::mem_pool_create(&pool, &props)); // as CUDA 13 (H100)
}

TEST_F(Pool, SharedMemoryGoesInTheOrderOfTheStream) {
  clrt::stream s;
  int *p = nullptr;
  OK(clrt::stream_create(&s));
  if (clrt::svm_malloc_async(&p, 64 * sizeof(int), s) == CLRT_SUCCESS) {
    OK(clrt::launch(fill, {1, 64, 0, s}, p, 4, 64));
    EXPECT_EQ(get(p, 64), std::vector<int>(64, 4));
    Gate gate;
    OK(gate.hold(s));
    OK(clrt::free_async(p, s));
    FAILS(CLRT_ERROR_INVALID_VALUE, clrt::free_async(p, s));
    gate.open();
    OK(clrt::stream_synchronize(s));
    OK(clrt::malloc_async(&p, 16, s)); // finds what is free
    OK(clrt::free_async(p, s));
  }
  clrt::last_error();
  OK(clrt::stream_destroy(s));
}

TEST_F(Pool, CountsAndEnds) {
  int device;
  clrt::mem_pool pool, usual;
  clrt::mem_pool_props props = {};
  OK(clrt::get_device(&device));
  props.allocType = CLRT_MEM_ALLOCATION_TYPE_PINNED;
  props.location.type = CLRT_MEM_LOCATION_TYPE_DEVICE;
  props.location.id = device;
  props.maxSize = 1000;
  OK(clrt::mem_pool_create(&pool, &props));
  char *a = nullptr, *b = nullptr;
  OK(clrt::malloc_from_pool_async(&a, 600, pool, nullptr));
  FAILS(CLRT_ERROR_MEMORY_ALLOCATION, clrt::malloc_from_pool_async(&b, 600, pool, nullptr));
  EXPECT_EQ(used(pool), 600u);
  OK(clrt::device_set_mem_pool(device, pool));
  OK(clrt::malloc_async(&b, 100, nullptr));
  EXPECT_EQ(used(pool), 700u);
  OK(clrt::free(b)); // counts, too
  EXPECT_EQ(used(pool), 600u);
  OK(clrt::mem_pool_destroy(pool));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::mem_pool_destroy(pool));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::malloc_from_pool_async(&b, 1, pool, nullptr));
  OK(clrt::memset(a, 1, 600)); // outlives its pool
  OK(clrt::free_async(a, nullptr));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::mem_pool_trim_to(pool, 0));
  OK(clrt::device_get_default_mem_pool(&usual, device));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::mem_pool_destroy(usual));
  props.handleTypes = CLRT_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  FAILS(CLRT_ERROR_NOT_SUPPORTED, clrt::mem_pool_create(&pool, &props));
  OK(clrt::malloc_async(&a, 0, nullptr));
  EXPECT_EQ(a, nullptr);
  OK(clrt::free_async(nullptr, nullptr));
}

TEST_F(Pool, SlicesAreChecked) {
  clrt::pitched_ptr box;
  char host[4 * 3 * 2] = {0};
  OK(clrt::malloc_3d(&box, clrt::make_extent(4, 3, 2)));
  OK(clrt::memset_3d(box, 7, clrt::make_extent(4, 3, 2)));
  clrt::memcpy_3d_parms p = {};
  p.srcPtr = box;
  p.dstPtr = clrt::make_pitched_ptr(host, 4, 4, 3);
  p.extent = clrt::make_extent(4, 3, 2);
  p.kind = CLRT_MEMCPY_DEVICE_TO_HOST;
  OK(clrt::memcpy_3d(&p));
  for (char c : host)
    EXPECT_EQ(c, 7);
  p.srcPos.y = 1; // ends in the next slice
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::memcpy_3d(&p));
  p.srcPos.y = 0;
  p.dstPtr.pitch = 3;
  FAILS(CLRT_ERROR_INVALID_PITCH_VALUE, clrt::memcpy_3d(&p));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::memcpy_3d(nullptr));
  OK(clrt::free(box.ptr));
}

} // namespace
