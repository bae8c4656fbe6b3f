// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Symbols: initial values, copies with offsets, appended arguments, packing, use from static
// objects.

#include "fixture.h"
#include <thread>

static clrt::symbol<float> factor(2.0f);
static clrt::symbol<int[2][3]> matrix({{1, 2, 3}, {4, 5, 6}});
static clrt::symbol<number_record> one_record({1, {2, 3}});
static clrt::symbol<int> counter;
static clrt::symbol<double[3]> zeros;

static clrt::symbol<int> pack_a(7);
static clrt::symbol<float[5]> pack_b({10, 11, 12, 13, 14});
static clrt::symbol<number_record> pack_c({1, {2, 3}});

CLRT_PROGRAM(scale_cl);
static const clrt::kernel<clrt::global_at<float>, int>
    scale(scale_cl, "scale", {clrt::dynamic_local(), clrt::constant(factor)});
static const clrt::kernel<clrt::global<int>> count(kernels_cl, "count",
                                                   {clrt::global_variable(counter)});
static const clrt::kernel<clrt::global<float>, int>
    packed(kernels_cl, "packed", {clrt::packed_constants({pack_a, pack_b, pack_c})});

namespace {

// Calls in static constructors and destructors.
struct AtStart {
  int *p;
  clrt::error error;
  AtStart() {
    error = clrt::malloc(&p, 64);
    if (error == CLRT_SUCCESS)
      error = clrt::launch(count, {1, 8}, p);
  }
  ~AtStart() {
    if (clrt::launch(count, {1, 8}, p) != CLRT_SUCCESS ||
        clrt::device_synchronize() != CLRT_SUCCESS)
      _Exit(77);
    clrt::free(p);
  }
} at_start;

class Symbol : public Clrt {};

TEST_F(Symbol, InitialValues) {
  EXPECT_EQ(at_start.error, CLRT_SUCCESS);
  int m[6], c;
  OK(clrt::read_symbol(m, matrix, sizeof m));
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(m[i], i + 1);
  number_record r;
  OK(clrt::read_symbol(&r, one_record, sizeof r));
  EXPECT_EQ(r.a, 1);
  EXPECT_EQ(r.b[1], 3);
  double z[3] = {1, 1, 1};
  OK(clrt::read_symbol(z, zeros, sizeof z));
  EXPECT_EQ(z[0] + z[1] + z[2], 0);
  OK(clrt::read_symbol(&c, counter, sizeof c)); // the static constructor's launch
  EXPECT_EQ(c, 8);
}

TEST_F(Symbol, OffsetsAndBounds) {
  int m[6], two[2] = {50, 60};
  OK(clrt::write_symbol(matrix, two, sizeof two, 8));
  OK(clrt::read_symbol(m, matrix, sizeof m));
  EXPECT_EQ(m[1], 2);
  EXPECT_EQ(m[2], 50);
  EXPECT_EQ(m[3], 60);
  OK(clrt::read_symbol(two, matrix, 4, 20));
  EXPECT_EQ(two[0], 6);
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::write_symbol(matrix, m, 8, 20));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::read_symbol(m, matrix, 25));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::read_symbol(m, matrix, 1, SIZE_MAX));
  FAILS(CLRT_ERROR_INVALID_MEMCPY_DIRECTION,
        clrt::memcpy_to_symbol(matrix, m, 4, 0, CLRT_MEMCPY_DEVICE_TO_HOST));
  size_t size;
  OK(clrt::symbol_size(&size, matrix));
  EXPECT_EQ(size, sizeof m);
}

TEST_F(Symbol, DeviceSide) {
  int *d, *address;
  OK(clrt::malloc(&d, 24));
  OK(clrt::symbol_address(&address, matrix));
  OK(clrt::launch(fill, {1, 8}, address, 77, 6));
  OK(clrt::copy_from_symbol(d + 1, matrix, 12));
  EXPECT_EQ(get(d + 1, 3), std::vector<int>(3, 77));
  OK(clrt::launch(fill, {1, 8}, d, 78, 6));
  OK(clrt::copy_to_symbol(matrix, d, 8, 4));
  std::vector<int> v = get(address, 6);
  EXPECT_EQ(v, (std::vector<int>{77, 78, 78, 77, 77, 77}));
  OK(clrt::free(d));
}

TEST_F(Symbol, ConstantArgumentAndOffset) {
  int n = 1000;
  std::vector<float> v(n), w(n);
  for (int i = 0; i < n; ++i)
    v[i] = float(i);
  float *d;
  OK(clrt::malloc(&d, n * sizeof(float)));
  OK(clrt::write(d, v.data(), n * sizeof(float)));
  OK(clrt::launch(scale, {(n + 63) / 64, 64, 64 * sizeof(float)}, d + 10, n - 10));
  float three = 3;
  OK(clrt::write_symbol(factor, &three, sizeof three));
  OK(clrt::launch(scale, {(n + 127) / 128, 128, 128 * sizeof(float)}, d + 20, n - 20));
  OK(clrt::read(w.data(), d, n * sizeof(float)));
  for (int i = 0; i < n; ++i)
    ASSERT_EQ(w[i], v[i] * (i < 10 ? 1 : i < 20 ? 2 : 6)) << i;
  OK(clrt::free(d));
}

TEST_F(Symbol, PackedFollowsWrites) {
  float *out;
  float v[3];
  OK(clrt::malloc(&out, sizeof v));
  OK(clrt::launch(packed, {1, 1}, out, 4));
  OK(clrt::read(v, out, sizeof v));
  EXPECT_EQ(v[0], 7);
  EXPECT_EQ(v[1], 14);
  EXPECT_EQ(v[2], 3);
  float b = 99;
  number_record c = {0, {0, 98}};
  OK(clrt::write_symbol(pack_b, &b, 4, 8));
  OK(clrt::write_symbol(pack_c, &c, sizeof c));
  OK(clrt::launch(packed, {1, 1}, out, 2));
  OK(clrt::read(v, out, sizeof v));
  EXPECT_EQ(v[0], 7);
  EXPECT_EQ(v[1], 99);
  EXPECT_EQ(v[2], 98);
  // Written through its address: clrt cannot see when.
  int *address;
  OK(clrt::symbol_address(&address, pack_a));
  for (int value : {5, 6}) {
    OK(clrt::launch(fill, {1, 1}, address, value, 1));
    OK(clrt::launch(packed, {1, 1}, out, 0));
    OK(clrt::read(v, out, sizeof v));
    EXPECT_EQ(v[0], value);
  }
  OK(clrt::free(out));
}

TEST_F(Symbol, SharedByThreads) {
  int *total;
  OK(clrt::malloc(&total, 4));
  OK(clrt::memset(total, 0, 4));
  int before, after;
  OK(clrt::read_symbol(&before, counter, 4));
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i)
        EXPECT_EQ(clrt::launch(count, {2, 8}, total), CLRT_SUCCESS);
    });
  for (std::thread &t : threads)
    t.join();
  OK(clrt::read_symbol(&after, counter, 4));
  EXPECT_EQ(after - before, 8 * 50 * 16);
  EXPECT_EQ(get(total, 1)[0], 8 * 50 * 16);
  OK(clrt::free(total));
}

} // namespace
