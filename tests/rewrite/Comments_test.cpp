// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/Comments.h"
#include <gtest/gtest.h>

using namespace cu2cl;

static unsigned at(llvm::StringRef Text, llvm::StringRef What) { return Text.find(What); }

TEST(Comments, HeadIsTheLicenceNotTheFirstFunctionsComment) {
  EXPECT_EQ(headComment("// Licence\n// two\n\nint a;"), "// Licence\n// two");
  EXPECT_EQ(headComment("/* Licence */\n#include <x>\n"), "/* Licence */");
  EXPECT_EQ(headComment("// about a\nint a;"), "");
  EXPECT_EQ(headComment("int a;"), "");
}

TEST(Comments, LeadingCommentIsTheRunRightAbove) {
  llvm::StringRef Text = "// Licence\n\n// far\n\n// near\n/* block\n * of lines */\nint a;";
  EXPECT_EQ(leadingComment(Text, at(Text, "int a")), "// near\n/* block\n * of lines */\n");
  Text = "int b; // of b\nint a;";
  EXPECT_EQ(leadingComment(Text, at(Text, "int a")), "");
}

TEST(Comments, TrailingCommentStandsOnTheSameLine) {
  llvm::StringRef Text = "int a;  // of a\nint b;";
  EXPECT_EQ(trailingComment(Text, at(Text, ";") + 1), "  // of a");
  EXPECT_EQ(trailingComment(Text, Text.size()), "");
}

TEST(Comments, CloseThingsHaveNoBlankLineBetween) {
  llvm::StringRef Text = "#define A 1\n#define B 2\n\n#define C 3";
  EXPECT_TRUE(staysClose(Text, 11, at(Text, "#define B")));
  EXPECT_FALSE(staysClose(Text, 23, at(Text, "#define C")));
}
