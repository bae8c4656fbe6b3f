// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Variants of kernels: which launches they take over, and that these do what the plain kernel does.

#include "fixture.h"

CLRT_PROGRAM(variants_cl);

struct pair {
  int a, b;
};
static const int some_weights[4] = {1, 20, 300, 4000};
static clrt::symbol<int[4]> weights({1, 20, 300, 4000});
static clrt::symbol<int> first_constant(7), second_constant(50000);

static const clrt::kernel<clrt::global_at<int>, int, int, clrt::global<int>> fill_from(variants_cl,
                                                                                       "fill_from");
static const clrt::kernel<clrt::global<unsigned>> sizes(variants_cl, "sizes");
static const clrt::kernel<clrt::global<int>> reverse_blocks(variants_cl, "reverse_blocks",
                                                            {clrt::dynamic_local()});
static const clrt::kernel<clrt::global<int>> parts_of_local(variants_cl, "parts_of_local",
                                                            {clrt::dynamic_local()});
static const clrt::kernel<clrt::global<int>> halves(variants_cl, "halves");
static const clrt::kernel<clrt::global<int>, int>
    weighted(variants_cl, "weighted",
             {clrt::constant(weights), clrt::packed_constants({first_constant, second_constant}),
              clrt::fault_word()});
static const clrt::kernel<clrt::global<int>> too_many(variants_cl, "too_many");
static const clrt::kernel<clrt::global<int>> not_there(variants_cl, "not_there");
static const clrt::kernel<clrt::global<int>> other_group(variants_cl, "other_group");
static const clrt::kernel<clrt::global<int>> elsewhere(variants_cl, "elsewhere");
static const clrt::kernel<clrt::global<int>> unbuilt(variants_cl, "unbuilt");
static const clrt::kernel<clrt::global<int>> second(variants_cl, "second");
static const clrt::kernel<clrt::global<int>, pair, clrt::global<const int>> both(variants_cl,
                                                                                 "both");

namespace {

class Variants : public Clrt {
protected:
  void SetUp() override {
    Clrt::SetUp();
    ASSERT_EQ(clrt::malloc(&d, 4096 * sizeof(int)), CLRT_SUCCESS);
    ASSERT_EQ(clrt::malloc(&who, sizeof(int)), CLRT_SUCCESS);
    ASSERT_EQ(clrt::memset(who, 0, sizeof(int)), CLRT_SUCCESS);
  }
  void TearDown() override {
    EXPECT_EQ(clrt::free(d), CLRT_SUCCESS);
    EXPECT_EQ(clrt::free(who), CLRT_SUCCESS);
    Clrt::TearDown();
  }
  // Which text of fill_from ran; what it is to fill is filled, and nothing else.
  template <typename Pointer> int filled_by(int blocks, Pointer out, int n, size_t at = 0) {
    EXPECT_EQ(clrt::memset(d, -1, 4096 * sizeof(int)), CLRT_SUCCESS);
    EXPECT_EQ(clrt::launch(fill_from, {blocks, 32}, out, 100, n, who), CLRT_SUCCESS);
    std::vector<int> v = get(d, 4096);
    for (int i = 0; i < 4096; ++i) {
      int k = i - static_cast<int>(at);
      EXPECT_EQ(v[i], k >= 0 && k < std::min(n, 32 * blocks) ? 100 + k : -1) << i << " of " << n;
    }
    return get(who, 1)[0];
  }
  // What the kernel says that it is, and what was said on stderr.
  int ran(const clrt::kernel<clrt::global<int>> &k, std::string &text) {
    testing::internal::CaptureStderr();
    EXPECT_EQ(clrt::launch(k, {1, 1}, who), CLRT_SUCCESS);
    EXPECT_EQ(clrt::device_synchronize(), CLRT_SUCCESS);
    text = testing::internal::GetCapturedStderr();
    return get(who, 1)[0];
  }
  int *d, *who;
};

TEST_F(Variants, TakeTheLaunchesThatFit) {
  for (int n : {4, 5, 63, 64})
    EXPECT_EQ(filled_by(2, d, n), 4) << n;
  EXPECT_EQ(filled_by(2, d, 3), 2); // the first does not fit, the second does
  EXPECT_EQ(filled_by(2, d, 2), 1);
  EXPECT_EQ(filled_by(2, d, 65), 1); // the grid is smaller than what is to be filled
  EXPECT_EQ(filled_by(128, d, 4096), 4);
}

// What a variant computes of its ids would not fit into 32 bits.
TEST_F(Variants, LeaveTheLargestLaunches) {
  const int most = 0x7f000000 / 1024;
  EXPECT_EQ(clrt::launch(fill_from, {most, 1024}, d, 100, 64, who), CLRT_SUCCESS);
  EXPECT_EQ(get(who, 1)[0], 4);
  EXPECT_EQ(clrt::launch(fill_from, {most + 1, 1024}, d, 100, 64, who), CLRT_SUCCESS);
  EXPECT_EQ(get(who, 1)[0], 1);
}

TEST_F(Variants, OffsetsAndAliases) {
  EXPECT_EQ(filled_by(2, d + 5, 60, 5), 4);
  OK(clrt::memset(d, -1, 4096 * sizeof(int)));
  OK(clrt::launch(fill_from, {2, 32}, d + 8, 100, 64, d)); // not distinct
  std::vector<int> v = get(d, 80);
  EXPECT_EQ(v[0], 1);
  EXPECT_EQ(v[8], 100);
  EXPECT_EQ(v[71], 163);
  EXPECT_EQ(v[72], -1);
  EXPECT_EQ(filled_by(2, clrt::mem(d), 64), 4);
}

TEST_F(Variants, OtherStreamsAndThreads) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([] {
      clrt::stream s;
      int *v, *w;
      EXPECT_EQ(clrt::stream_create(&s), CLRT_SUCCESS);
      EXPECT_EQ(clrt::malloc(&v, 1000 * sizeof(int)), CLRT_SUCCESS);
      EXPECT_EQ(clrt::malloc(&w, sizeof(int)), CLRT_SUCCESS);
      for (int round = 0; round < 20; ++round) {
        const int n = round % 3 ? 1000 : 1;
        EXPECT_EQ(clrt::launch(fill_from, {8, 128, 0, s}, v, round, n, w), CLRT_SUCCESS);
        EXPECT_EQ(clrt::stream_synchronize(s), CLRT_SUCCESS);
        EXPECT_EQ(get(w, 1)[0], round % 3 ? 4 : 1);
        EXPECT_EQ(get(v, 1000)[n - 1], round + n - 1);
      }
      EXPECT_EQ(clrt::free(v), CLRT_SUCCESS);
      EXPECT_EQ(clrt::free(w), CLRT_SUCCESS);
      EXPECT_EQ(clrt::stream_destroy(s), CLRT_SUCCESS);
    });
  for (std::thread &t : threads)
    t.join();
}

TEST_F(Variants, EveryDevice) {
  int count = 0;
  OK(clrt::device_count(&count));
  for (int round = 0; round < 2; ++round)
    for (int i = 0; i < count; ++i) {
      int *v, *w;
      OK(clrt::set_device(i));
      OK(clrt::malloc(&v, 64 * sizeof(int)));
      OK(clrt::malloc(&w, sizeof(int)));
      for (int n : {64, 2}) {
        OK(clrt::launch(fill_from, {2, 32}, v, 10 * i, n, w));
        EXPECT_EQ(get(w, 1)[0], n == 64 ? 4 : 1);
        EXPECT_EQ(get(v, 64)[n - 1], 10 * i + n - 1);
      }
      OK(clrt::free(v));
      OK(clrt::free(w));
    }
  OK(clrt::set_device(0));
}

TEST_F(Variants, AppendedSizes) {
  unsigned *u = reinterpret_cast<unsigned *>(d);
  for (int block : {8, 4}) {
    OK(clrt::memset(d, 0xff, 4096 * sizeof(int)));
    OK(clrt::launch(sizes, {dim3(3, 5), dim3(block, 2)}, u));
    std::vector<int> v = get(d, 512);
    EXPECT_EQ(v[0], block == 8 ? 2 : 1);
    for (int i = 0; i < 511; ++i)
      EXPECT_EQ(v[i + 1], i < 3 * block * 10 ? i : -1) << i;
  }
}

TEST_F(Variants, LocalMemoryGrows) {
  std::vector<int> in(256);
  for (int i = 0; i < 256; ++i)
    in[i] = i;
  for (int blocks : {4, 3, 2}) { // an odd number of groups does not fit
    OK(clrt::write(d, in.data(), 256 * sizeof(int)));
    OK(clrt::launch(reverse_blocks, {blocks, 64, 64 * sizeof(int)}, d));
    std::vector<int> v = get(d, 256);
    for (int i = 0; i < 64 * blocks; ++i)
      EXPECT_EQ(v[i], i / 64 * 64 + 63 - i % 64 + (blocks % 2 ? 0 : 1000)) << i;
  }
  clrt::device_properties p;
  OK(clrt::get_device_properties(&p, 0));
  OK(clrt::write(d, in.data(), 256 * sizeof(int)));
  OK(clrt::launch(reverse_blocks, {2, 64, p.sharedMemPerBlock * 2 / 3}, d)); // twice is too much
  EXPECT_EQ(get(d, 1)[0], 63);
}

TEST_F(Variants, PartsOfLocalMemoryAreRoundedUp) {
  for (int block : {1, 10, 32, 33, 100}) {
    for (int blocks : {6, 4}) { // the latter does not fit
      const int items = block * blocks, lifted = blocks == 6 ? 1000000 : 0;
      OK(clrt::memset(d, 0xff, 4096 * sizeof(int)));
      OK(clrt::launch(parts_of_local, {blocks, block, block * sizeof(int)}, d));
      std::vector<int> v = get(d, 601);
      for (int i = 0; i < items; ++i)
        EXPECT_EQ(v[i], i / block * block + block - 1 - i % block + lifted) << i;
      EXPECT_EQ(v[items], blocks == 6 ? (4 * block + 127) / 128 * 128 : -1);
    }
  }
}

TEST_F(Variants, GroupsOfThePlainLaunch) {
  OK(clrt::launch(halves, {2, 64}, d));
  EXPECT_EQ(get(d, 128), std::vector<int>(128, -32));
  OK(clrt::launch(halves, {2, 7}, d));
  EXPECT_EQ(get(d, 14), std::vector<int>(14, 7));
}

TEST_F(Variants, SymbolsPacksAndFaults) {
  for (int change : {0, 5}) {
    const int w[4] = {1 + change, 20, 300, 4000}, c = 50000 + change;
    OK(clrt::memcpy_to_symbol(weights, w, sizeof w));
    OK(clrt::memcpy_to_symbol(second_constant, &c, sizeof c));
    OK(clrt::launch(weighted, {1, 10}, d, 9));
    std::vector<int> v = get(d, 9);
    for (int i = 0; i < 9; ++i)
      EXPECT_EQ(v[i], w[i % 4] + c + 1000) << i;
    OK(clrt::launch(weighted, {1, 10}, d, 11)); // plain
    EXPECT_EQ(get(d, 1)[0], w[0] + c);
  }
  OK(clrt::memcpy_to_symbol(weights, some_weights, sizeof some_weights));
}

TEST_F(Variants, ThatCannotBeUsedAreNamedOnce) {
  struct {
    const clrt::kernel<clrt::global<int>> &kernel;
    const char *message;
  } const cases[] = {
      {too_many, "variant too_many_parameters is not used: it has 2 parameters, and should have 1"},
      {not_there, "variant no_such_kernel is not used: the file has no kernel of this name"},
      {other_group, "variant wrong_group is not used: its contract's 'group'"},
      {elsewhere, ""},
  };
  std::string text;
  for (const auto &c : cases) {
    EXPECT_EQ(ran(c.kernel, text), 1);
    EXPECT_NE(text.find(c.message), std::string::npos) << text;
    EXPECT_EQ(text.find("clrt: programs/variants.test.cl:"), *c.message ? 0 : std::string::npos);
    EXPECT_EQ(ran(c.kernel, text), 1);
    EXPECT_EQ(text, "");
  }
}

TEST_F(Variants, FilesThatDoNotBuildAreNamedOnce) {
  std::string text, again;
  EXPECT_EQ(ran(unbuilt, text), 1);
  EXPECT_NE(text.find("no_such_variable"), std::string::npos) << text;
  EXPECT_NE(text.find("variants.unbuilt.cl are not used on this device"), std::string::npos)
      << text;
  std::thread other([&] { EXPECT_EQ(ran(unbuilt, again), 1); });
  other.join();
  EXPECT_EQ(again, "");
  EXPECT_EQ(ran(second, again), 1);
  EXPECT_EQ(again, "");
}

// The variant of `both` is wrong, so that it shows where it ran.
TEST_F(Variants, InPlaceIsNotDistinct) {
  int *other;
  OK(clrt::malloc(&other, 64 * sizeof(int)));
  OK(clrt::memset(d, 0, 64 * sizeof(int)));
  OK(clrt::launch(both, {1, 64}, d, pair{10, 7}, d));
  EXPECT_EQ(get(d, 64), std::vector<int>(64, 3));
  OK(clrt::launch(both, {1, 64}, other, pair{10, 8}, d)); // another value in the struct
  EXPECT_EQ(get(other, 64), std::vector<int>(64, 5));
  OK(clrt::launch(both, {1, 64}, other, pair{10, 7}, d));
  EXPECT_EQ(get(other, 64)[5], 7);
  OK(clrt::free(other));
}

TEST_F(Variants, QuestionsAreAnsweredByThePlainKernel) {
  clrt::function_attributes a;
  OK(clrt::func_attributes(&a, fill_from));
  EXPECT_GE(a.maxThreadsPerBlock, 256); // not the variant's 16
  OK(clrt::func_attributes(&a, other_group));
  EXPECT_GE(a.maxThreadsPerBlock, 256);
}

TEST_F(Variants, BadLaunchesFailAsWithout) {
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::launch(fill_from, {0, 32}, d, 0, 8, who));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::launch(fill_from, {1, 1025}, d, 0, 8, who));
  testing::internal::CaptureStderr();
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::launch(halves, {1, 32}, d + 1));
  FAILS(CLRT_ERROR_MISALIGNED_ADDRESS,
        clrt::launch(fill_from, {1, 32}, reinterpret_cast<int *>(reinterpret_cast<char *>(d) + 1),
                     0, 8, who));
  int *freed, on_the_stack;
  OK(clrt::malloc(&freed, 64));
  OK(clrt::free(freed));
  FAILS(CLRT_ERROR_ILLEGAL_ADDRESS, clrt::launch(fill_from, {1, 32}, freed, 0, 8, who));
  FAILS(CLRT_ERROR_ILLEGAL_ADDRESS, clrt::launch(fill_from, {1, 32}, &on_the_stack, 0, 8, who));
  testing::internal::GetCapturedStderr();
}

TEST_F(Variants, SharedAndPinnedMemory) {
  int *pinned, *shared;
  OK(clrt::malloc_host(&pinned, 256 * sizeof(int)));
  for (int n : {64, 2}) {
    OK(clrt::launch(fill_from, {2, 32}, pinned + 1, 100, n, who));
    OK(clrt::device_synchronize());
    EXPECT_EQ(pinned[1], 100);
    EXPECT_EQ(pinned[n], 99 + n);
    EXPECT_EQ(get(who, 1)[0], n == 64 ? 4 : 1);
  }
  OK(clrt::free_host(pinned));
  if (clrt::malloc_managed(&shared, 256 * sizeof(int)) != CLRT_SUCCESS) {
    clrt::last_error();
    return; // the device has none
  }
  for (int *p : {shared, d, shared}) { // buffers and shared memory in turn
    OK(clrt::launch(fill_from, {2, 32}, p, 100, 64, who));
    EXPECT_EQ(get(who, 1)[0], 4);
    EXPECT_EQ(get(p, 64)[63], 163);
  }
  OK(clrt::free(shared));
}

} // namespace
