// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Pointers that are a host or a device pointer, pointers to members, smart pointers, settled
// queries.

#include "fixture.h"
#include <clrt/smart_ptr.hpp>
#include <cstdlib>
#include <cstring>

namespace {

class Pointers : public Clrt {
protected:
  void SetUp() override {
    Clrt::SetUp();
    ASSERT_EQ(clrt::malloc(&d, 8 * sizeof(int)), CLRT_SUCCESS);
    OK(clrt::write(d, h, sizeof h));
  }
  void TearDown() override {
    EXPECT_EQ(clrt::free(d), CLRT_SUCCESS);
    Clrt::TearDown();
  }
  clrt::any_ptr<int> d;
  int h[8] = {10, 11, 12, 13, 14, 15, 16, 17};
};

template <typename Type> std::ptrdiff_t distance(clrt::ptr<const Type> from, clrt::ptr<Type> to) {
  return to - from;
}
const char *chosen(clrt::ptr<const float>) { return "const float"; }
const char *chosen(clrt::ptr<const int>) { return "const int"; }
const char *chosen(clrt::ptr<int>) { return "int"; }

TEST_F(Pointers, TemplatesAndOverloadsResolveAsForPointers) {
  clrt::ptr<int> p;
  OK(clrt::malloc(&p, 8 * sizeof(int)));
  clrt::ptr<const int> from = p;
  EXPECT_EQ(distance(p, p + 3), 3);
  EXPECT_EQ(distance(from + 1, p + 3), 2);
  EXPECT_STREQ(chosen(p), "int");
  EXPECT_STREQ(chosen(from), "const int");
  EXPECT_STREQ(chosen(clrt::ptr<float>()), "const float");
  EXPECT_TRUE(from == p && p == from && p + 1 > from && from <= p);
  static_assert(std::is_trivially_copyable<clrt::ptr<int>>::value &&
                    std::is_trivially_default_constructible<clrt::ptr<int>>::value &&
                    sizeof(clrt::ptr<int>) == sizeof(clrt_ptr) &&
                    !std::is_convertible<clrt::ptr<const int>, clrt::ptr<int>>::value &&
                    !std::is_convertible<clrt::ptr<int>, clrt_ptr>::value,
                "as trivial as a pointer");
  OK(clrt::free(p));
}

TEST_F(Pointers, AnyIsHostOrDevice) {
  clrt::any_ptr<int> p = h, none = nullptr;
  EXPECT_FALSE(p.on_device());
  EXPECT_TRUE(d.on_device());
  EXPECT_TRUE(!none && none == nullptr && p != nullptr && p == h && h + 1 == p + 1);
  EXPECT_EQ(p[3] + *(p + 2), 25);
  EXPECT_EQ(&p[4] - p, 4);
  EXPECT_EQ((d + 5) - d, 5);
  EXPECT_TRUE(d < d + 1 && d + 1 >= d + 1);
  memset(p + 6, 0, sizeof(int)); // the C library's
  EXPECT_EQ(h[6], 0);
  clrt::any_ptr<int> owned = static_cast<int *>(std::malloc(sizeof(int)));
  *owned = 5;
  EXPECT_EQ(*owned, 5);
  free(owned);
}

TEST_F(Pointers, AnyIsTakenForEitherSide) {
  clrt::any_ptr<int> p = h;
  clrt::any_ptr<const int> from = p;
  OK(clrt::memcpy(d + 1, from, 2 * sizeof(int), CLRT_MEMCPY_DEFAULT));
  int back[2];
  OK(clrt::read(back, d + 1, sizeof back));
  EXPECT_EQ(back[1], 11);
  clrt::any_ptr<void> untyped = d;
  OK(clrt::memset(untyped, 0, sizeof(int)));
  OK(clrt::launch(fill, {1, 4}, d, 4, 7));
  OK(clrt::memcpy(p, d, 4 * sizeof(int), CLRT_MEMCPY_DEVICE_TO_HOST));
  EXPECT_EQ(p[3], h[0]);
}

TEST_F(Pointers, Members) {
  clrt::ptr<record> r;
  OK(clrt::malloc(&r, 2 * sizeof(record)));
  EXPECT_EQ(clrt::field(r + 1, &record::b).offset(), sizeof(record) + offsetof(record, b));
  clrt::ptr<float> element = clrt::ptr<float>(clrt::field(r, &record::b)) + 1;
  EXPECT_EQ(element.offset(), offsetof(record, b) + sizeof(float));
  OK(clrt::free(r));
}

struct Free {
  int *count;
  void operator()(clrt::ptr<int> p) const {
    EXPECT_EQ(clrt::free(p), CLRT_SUCCESS);
    ++*count;
  }
};

TEST_F(Pointers, Smart) {
  int freed = 0;
  clrt::ptr<int> p;
  OK(clrt::malloc(&p, sizeof h));
  {
    std::unique_ptr<int, clrt::deleter<int, Free>> owner(p, Free{&freed});
    OK(clrt::write(owner.get() + 1, h, sizeof(int)));
  }
  EXPECT_EQ(freed, 1);
  OK(clrt::malloc(&p, sizeof h));
  clrt::shared_ptr<int> first(p, Free{&freed}), second = first;
  first.reset();
  EXPECT_EQ(freed, 1);
  EXPECT_TRUE(!first && second && second.get() == p && second.use_count() == 1);
  second.reset();
  EXPECT_EQ(freed, 2);
}

TEST_F(Pointers, AQueryAfterSynchronisingIsSettled) {
  clrt::stream s;
  OK(clrt::stream_create(&s));
  for (int i = 0; i < 50; ++i) {
    OK(clrt::memset_async(d, i, sizeof h, s));
    if (i % 2)
      OK(clrt::stream_synchronize(s));
    else
      OK(clrt::device_synchronize());
    OK(clrt::stream_query(s));
  }
  OK(clrt::stream_destroy(s));
}

} // namespace
