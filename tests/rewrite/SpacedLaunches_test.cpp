// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/SpacedLaunches.h"
#include <gtest/gtest.h>

using cu2cl::joinLaunchBrackets;

TEST(SpacedLaunches, BracketsAreJoinedAndNothingMoves) {
  EXPECT_EQ(joinLaunchBrackets("k << <g, b >> > (x);"), "k <<< g, b >>>  (x);");
  EXPECT_EQ(joinLaunchBrackets("k <<<g, b>>>(x);"), "k <<<g, b>>>(x);");
}

TEST(SpacedLaunches, TemplatesStreamsAndTextStay) {
  for (const char *Text : {"vector<vector<vector<int>> > v;", "cout << \"<< <\" << a;",
                           "// k << <g>> >(x)", "/* << < */ a >> > b", "x = a << b;"})
    EXPECT_EQ(joinLaunchBrackets(Text), Text);
}
