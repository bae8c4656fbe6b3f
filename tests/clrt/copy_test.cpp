// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Copies and fills: kinds, bounds, two dimensions, asynchronous forms.

#include "fixture.h"
#include <numeric>

namespace {

class Copy : public Clrt {
protected:
  void SetUp() override {
    Clrt::SetUp();
    ASSERT_EQ(clrt::malloc(&d, n * sizeof(int)), CLRT_SUCCESS);
    ASSERT_EQ(clrt::malloc(&d2, n * sizeof(int)), CLRT_SUCCESS);
    std::iota(h.begin(), h.end(), 1);
  }
  void TearDown() override {
    EXPECT_EQ(clrt::free(d), CLRT_SUCCESS);
    EXPECT_EQ(clrt::free(d2), CLRT_SUCCESS);
    Clrt::TearDown();
  }
  static const size_t n = 240, bytes = n * sizeof(int);
  int *d, *d2;
  std::vector<int> h = std::vector<int>(n), back = std::vector<int>(n, -1);
};

TEST_F(Copy, ThereAndBackWithOffsets) {
  OK(clrt::write(d, h.data(), bytes));
  OK(clrt::copy(d2, d + 40, bytes - 160));
  OK(clrt::read(back.data(), d2 + 10, 40));
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(back[i], h[50 + i]);
}

TEST_F(Copy, KindsByType) {
  int kind = CLRT_MEMCPY_HOST_TO_DEVICE;
  OK(clrt::memcpy(d, h.data(), bytes, clrt::memcpy_kind(kind)));
  OK(clrt::memcpy(clrt::mem(d2), d, bytes, CLRT_MEMCPY_DEFAULT));
  OK(clrt::memcpy(back.data(), clrt::mem(d2), bytes, CLRT_MEMCPY_DEFAULT));
  EXPECT_EQ(back, h);
  std::vector<int> again(n);
  OK(clrt::memcpy(again.data(), back.data(), bytes, CLRT_MEMCPY_HOST_TO_HOST));
  EXPECT_EQ(again, h);
}

// As on an H200: a side that the kind puts on the device has to be accessible there, and the
// addresses say the rest.
TEST_F(Copy, KindAgainstAddresses) {
  const clrt::error bad = CLRT_ERROR_INVALID_VALUE;
  FAILS(bad, clrt::memcpy(d, h.data(), 4, CLRT_MEMCPY_DEVICE_TO_HOST));
  FAILS(bad, clrt::memcpy(d, h.data(), 4, CLRT_MEMCPY_DEVICE_TO_DEVICE));
  FAILS(bad, clrt::memcpy(d, h.data(), 4, CLRT_MEMCPY_HOST_TO_HOST));
  FAILS(bad, clrt::memcpy_2d(h.data(), 4, d, 4, 4, 1, CLRT_MEMCPY_HOST_TO_DEVICE));
  FAILS(CLRT_ERROR_INVALID_MEMCPY_DIRECTION,
        clrt::memcpy(clrt::mem(d), clrt::mem(d2), 4, clrt::memcpy_kind(17)));
  OK(clrt::write(d, h.data(), bytes));
  OK(clrt::memcpy(clrt::mem(d2), clrt::mem(d), bytes, CLRT_MEMCPY_HOST_TO_DEVICE));
  EXPECT_EQ(get(d2, n), h);
  OK(clrt::memset(d2, 0, bytes));
  OK(clrt::memcpy(d2, d, bytes, CLRT_MEMCPY_DEVICE_TO_HOST));
  EXPECT_EQ(get(d2, n), h);
}

TEST_F(Copy, NothingIsFine) {
  OK(clrt::write(d, h.data(), 0));
  OK(clrt::write(nullptr, nullptr, 0));
  OK(clrt::read(nullptr, 0, 0));
  OK(clrt::memset(nullptr, 1, 0));
  OK(clrt::write_2d(d, 4, h.data(), 4, 0, 10));
  OK(clrt::memcpy(nullptr, NULL, 0, CLRT_MEMCPY_DEFAULT));
}

TEST_F(Copy, NullAndBounds) {
  const clrt::error bad = CLRT_ERROR_INVALID_VALUE;
  FAILS(bad, clrt::write(nullptr, h.data(), 4));
  FAILS(bad, clrt::write(d, nullptr, 4));
  FAILS(bad, clrt::memcpy(nullptr, d, 4, CLRT_MEMCPY_DEFAULT));
  FAILS(bad, clrt::write(d, h.data(), bytes + 1));
  FAILS(bad, clrt::write(d + n, h.data(), 4));
  FAILS(bad, clrt::read(back.data(), d - 1, 4));
  FAILS(bad, clrt::copy(d, d2 + 1, bytes));
  FAILS(bad, clrt::memset(d + 1, 0, bytes));
  FAILS(bad, clrt::write(d, h.data(), SIZE_MAX));
  FAILS(bad, clrt::write_2d(d, 40, h.data(), 40, 40, 25));
  FAILS(bad, clrt::memset_2d(d, SIZE_MAX / 2, 0, 4, 4));
}

TEST_F(Copy, ToItself) {
  OK(clrt::write(d, h.data(), bytes));
  OK(clrt::copy(d, d, bytes));
  EXPECT_EQ(get(d, n), h);
}

TEST_F(Copy, TwoDimensions) {
  // 5 columns of 4 rows: from host rows of 12 ints, to device rows of 8, offset by 3.
  OK(clrt::memset(d, 0, bytes));
  OK(clrt::write_2d(d + 3, 32, h.data() + 1, 48, 20, 4));
  std::vector<int> v = get(d, n);
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 8; ++column) {
      bool in = column >= 3;
      EXPECT_EQ(v[row * 8 + column], in ? h[1 + row * 12 + column - 3] : 0);
    }
  // Device to device with another pitch, offset past the pitch; then back to packed rows.
  OK(clrt::copy_2d(d2 + 17, 64, d + 3, 32, 20, 4));
  OK(clrt::read_2d(back.data(), 20, d2 + 17, 64, 20, 4));
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(back[i], h[1 + i / 5 * 12 + i % 5]);
  OK(clrt::memcpy_2d(back.data() + 100, 24, back.data(), 20, 20, 4, CLRT_MEMCPY_DEFAULT));
  EXPECT_EQ(back[100 + 6], back[5]);
  FAILS(CLRT_ERROR_INVALID_PITCH_VALUE, clrt::write_2d(d, 16, h.data(), 20, 20, 2));
  FAILS(CLRT_ERROR_INVALID_PITCH_VALUE, clrt::read_2d(back.data(), 20, d, 16, 20, 2));
}

// As CUDA 13 answers on an H100.
TEST_F(Copy, RowsLongerThanTheirPitch) {
  const clrt_memcpy_kind none = static_cast<clrt_memcpy_kind>(9);
  for (size_t to = 0; to < 3; ++to) // which side is too short
    for (size_t height = 0; height < 3; ++height) {
      const size_t dpitch = to != 1 ? 8 : 16, spitch = to != 0 ? 8 : 16;
      const clrt_error e = height == 0   ? CLRT_SUCCESS
                           : height == 1 ? CLRT_ERROR_INVALID_VALUE
                                         : CLRT_ERROR_INVALID_PITCH_VALUE;
      FAILS(e, clrt::write_2d(d, dpitch, h.data(), spitch, 16, height));
      FAILS(e, clrt::read_2d(back.data(), dpitch, d, spitch, 16, height));
      FAILS(e, clrt::copy_2d(d2, dpitch, d, spitch, 16, height));
      FAILS(height == 1 ? CLRT_ERROR_INVALID_MEMCPY_DIRECTION : e,
            clrt::memcpy_2d(d2, dpitch, d, spitch, 16, height, none));
    }
  OK(clrt::copy_2d(d2, 0, d, 0, 16, 1));
  FAILS(CLRT_ERROR_INVALID_PITCH_VALUE, clrt::copy_2d(d2, 0, d, 0, 16, 2));
  OK(clrt::copy_2d(d2, 0, d, 0, 0, 2));
  OK(clrt::memset_2d(d, 8, 1, 16, 1));
  EXPECT_EQ(get(d, 4)[3], 0x01010101);
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::memset_2d(d, 8, 1, 16, 2));
}

TEST_F(Copy, BoxesLongerThanTheirPitch) {
  const auto copy = [this](size_t x, size_t pitch, size_t ysize, size_t height, size_t depth) {
    clrt::memcpy_3d_parms p = {};
    p.srcPtr = clrt::make_pitched_ptr(d, pitch, 16, ysize);
    p.srcPos.x = x;
    p.dstPtr = clrt::make_pitched_ptr(d2, 64, 16, 4);
    p.extent = clrt::make_extent(16, height, depth);
    p.kind = CLRT_MEMCPY_DEVICE_TO_DEVICE;
    return clrt::memcpy_3d(&p);
  };
  FAILS(CLRT_ERROR_INVALID_VALUE, copy(0, 8, 4, 1, 1));
  FAILS(CLRT_ERROR_INVALID_PITCH_VALUE, copy(0, 8, 4, 2, 1));
  FAILS(CLRT_ERROR_INVALID_PITCH_VALUE, copy(0, 8, 4, 1, 2));
  FAILS(CLRT_ERROR_INVALID_VALUE, copy(8, 16, 4, 1, 1));
  FAILS(CLRT_ERROR_INVALID_VALUE, copy(8, 16, 4, 2, 2));
  OK(copy(0, 64, 0, 2, 1));
  FAILS(CLRT_ERROR_INVALID_PITCH_VALUE, copy(0, 64, 0, 1, 2));
  OK(copy(0, 8, 4, 2, 0));
  const auto fill = [this](size_t pitch, size_t ysize, size_t height, size_t depth) {
    return clrt::memset_3d(clrt::make_pitched_ptr(d, pitch, 16, ysize), 1,
                           clrt::make_extent(16, height, depth));
  };
  OK(fill(8, 4, 1, 1));
  FAILS(CLRT_ERROR_INVALID_VALUE, fill(8, 4, 2, 1));
  FAILS(CLRT_ERROR_INVALID_VALUE, fill(64, 0, 1, 1));
  OK(fill(8, 0, 2, 0));
}

TEST_F(Copy, RowsThatCrossThePitch) {
  // A row of 6 ints that starts at column 5 of rows of 8: legal, as memory is flat.
  OK(clrt::memset(d, 0, bytes));
  OK(clrt::write_2d(d + 5, 32, h.data(), 24, 24, 3));
  std::vector<int> v = get(d, n);
  for (int i = 0; i < 18; ++i)
    EXPECT_EQ(v[5 + i / 6 * 8 + i % 6], h[i]);
}

TEST_F(Copy, Memset) {
  for (size_t offset : {0, 1, 4, 16})
    for (size_t size : {1, 3, 4, 16, 48, 61}) {
      OK(clrt::memset(d, 0, bytes));
      OK(clrt::memset(reinterpret_cast<char *>(d) + offset, 0x1ab, size)); // the low byte counts
      std::vector<unsigned char> v(bytes);
      OK(clrt::read(v.data(), d, bytes));
      for (size_t i = 0; i < bytes; ++i)
        ASSERT_EQ(v[i], i >= offset && i < offset + size ? 0xab : 0) << offset << " " << size;
    }
  OK(clrt::memset(d, 0, bytes));
  OK(clrt::memset_2d(d + 1, 32, 1, 8, 3));
  std::vector<int> v = get(d, n);
  for (int i = 0; i < 24; ++i)
    EXPECT_EQ(v[i], i % 8 == 1 || i % 8 == 2 ? 0x01010101 : 0) << i;
}

TEST_F(Copy, PageableMemoryMayChangeAtOnce) {
  clrt::stream s;
  OK(clrt::stream_create(&s));
  OK(clrt::launch(slow_fill, {1, 64, 0, s}, d2, 5, int(n), 500000));
  std::vector<int> copy = h;
  OK(clrt::write_async(d, h.data(), bytes, s));
  std::fill(h.begin(), h.end(), -7);
  OK(clrt::stream_synchronize(s));
  EXPECT_EQ(get(d, n), copy);
  // And what is read is there when the call returns.
  OK(clrt::launch(slow_fill, {int(n) / 60, 60, 0, s}, d, 9, int(n), 500000));
  OK(clrt::read_async(back.data(), d, bytes, s));
  EXPECT_EQ(back, std::vector<int>(n, 9));
  OK(clrt::stream_destroy(s));
}

TEST_F(Copy, PinnedMemoryDoesNotBlock) {
  int *pinned;
  OK(clrt::malloc_host(&pinned, bytes));
  clrt::stream s;
  OK(clrt::stream_create(&s));
  Gate gate;
  OK(gate.hold(s));
  OK(clrt::launch(fill, {1, 240, 0, s}, d, 3, int(n)));
  OK(clrt::read_async(pinned, d, bytes, s)); // else it would wait for ever
  NOT_READY(clrt::stream_query(s));
  gate.open();
  OK(clrt::stream_synchronize(s));
  EXPECT_EQ(pinned[n - 1], 3);
  OK(clrt::stream_destroy(s));
  OK(clrt::free_host(pinned));
}

} // namespace
