// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/SplitLaunchBrackets.h"
#include <gtest/gtest.h>

using cu2cl::joinLaunchBrackets;

TEST(SplitLaunchBrackets, BracketsAreJoinedAndNothingMoves) {
  EXPECT_EQ(joinLaunchBrackets("k << <g, b >> > (x);"), "k <<< g, b >>>  (x);");
  EXPECT_EQ(joinLaunchBrackets("k <<<g, b>>>(x);"), "k <<<g, b>>>(x);");
}

TEST(SplitLaunchBrackets, TemplatesStreamsAndTextStay) {
  for (const char *Text : {"vector<vector<vector<int>> > v;", "cout << \"<< <\" << a;",
                           "// k << <g>> >(x)", "/* << < */ a >> > b", "x = a << b;"})
    EXPECT_EQ(joinLaunchBrackets(Text), Text);
}

TEST(SplitLaunchBrackets, BracedExtentsHaveAType) {
  EXPECT_EQ(cu2cl::nameBracedExtents("k<<<{1, 2}, {3}>>>(x);"), "k<<<dim3{1, 2}, dim3{3}>>>(x);");
  EXPECT_EQ(cu2cl::nameBracedExtents("k<<<g, /* b */ {f(1, {2}), n}, 0, s>>>({x});"),
            "k<<<g, /* b */ dim3{f(1, {2}), n}, 0, s>>>({x});");
  for (const char *Text : {"k<<<dim3{1, 2}, b>>>(x);", "k<<<f({1}, {2}), b>>>({x}, {y});",
                           "k<<<g, b, {}>>>(x);", "\"k<<<{1}, {2}>>>\"", "a <<< b; { c >>> d; }"})
    EXPECT_EQ(cu2cl::nameBracedExtents(Text), Text);
}
