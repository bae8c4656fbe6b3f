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

TEST(SplitLaunchBrackets, AlignmentsComeFirst) {
  EXPECT_EQ(cu2cl::moveAlignments("{ __shared__ alignas(16) float s[4]; }"),
            "{ alignas(16)__shared__  float s[4]; }");
  EXPECT_EQ(cu2cl::moveAlignments("extern __shared__ alignas(alignof(float4)) char s[];"),
            "alignas(alignof(float4))extern __shared__  char s[];");
  for (const char *Text : {"alignas(16) __shared__ int a;", "// __shared__ alignas(16) int a;",
                           "my__shared__ alignas(16) int a;", "__shared__ int a; alignas(4) int b;",
                           "__shared__ alignas", "__shared__ alignas(("})
    EXPECT_EQ(cu2cl::moveAlignments(Text), Text);
}
