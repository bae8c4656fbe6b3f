// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/FunctionHead.h"
#include <gtest/gtest.h>

using cu2cl::withBrokenHead;

static const std::string Pointer = "__global const float *a_name, ulong a_name_offset";

TEST(FunctionHead, LongLinesGoOnBetweenParameters) {
  const std::string Text = "__kernel __attribute__((reqd_work_group_size(256, 1, 1)))\nvoid add(" +
                           Pointer + ", " + Pointer + ", " + Pointer +
                           ",\n  int n) {\n  return;\n}";
  const std::string Broken =
      withBrokenHead(Text, "__global__ void add(View a, View b, View c,\n  int n) {}");
  EXPECT_EQ(Broken, "__kernel __attribute__((reqd_work_group_size(256, 1, 1)))\nvoid add(" +
                        Pointer + ", " + Pointer + ",\n    " + Pointer +
                        ",\n  int n) {\n  return;\n}");
}

TEST(FunctionHead, EveryLineIsShortEnough) {
  std::string Text = "void f(int n";
  for (int I = 0; I < 12; ++I)
    Text += ", " + Pointer;
  const std::string Broken = withBrokenHead(Text + ") {}", "void f(int n, View v) {}");
  size_t Begin = 0;
  for (size_t End = 0; End != std::string::npos; Begin = End + 1) {
    End = Broken.find('\n', Begin);
    EXPECT_LE((End == std::string::npos ? Broken.size() : End) - Begin, 120u) << Broken;
    if (End == std::string::npos)
      break;
  }
}

TEST(FunctionHead, ShortHeadsAndLongBodiesStay) {
  const std::string Text =
      "void f(int a, int b) { g(" + Pointer + ", " + Pointer + ", " + Pointer + "); }";
  EXPECT_EQ(withBrokenHead(Text, "void f(int a, int b) {}"), Text);
}

TEST(FunctionHead, LongLinesOfTheUsersStay) {
  const std::string Text = "void f(" + Pointer + ", " + Pointer + ", " + Pointer + ") {}";
  EXPECT_EQ(withBrokenHead(Text, "void f(const float *" + std::string(130, 'a') + ") {}"), Text);
}

TEST(FunctionHead, CommentsAreNotBroken) {
  const std::string Text =
      "void f(int a, // one, two, three, " + std::string(120, 'x') + "\n  int b) {}";
  EXPECT_EQ(withBrokenHead(Text, "void f(int a,\n int b) {}"), Text);
}
