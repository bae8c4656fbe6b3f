// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TempFolder.h"
#include "project/intake/ShellWords.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace cu2cl;
using testing::ElementsAre;

TEST(ShellWords, QuotesAndBackslashes) {
  auto C = splitShellLine(R"(nvcc -DNAME=\"x\" '-DA=b c' "-I my dir" a\ b.cu)", "/d");
  ASSERT_EQ(C.size(), 1u);
  EXPECT_THAT(C[0].Words, ElementsAre("nvcc", "-DNAME=\"x\"", "-DA=b c", "-I my dir", "a b.cu"));
}

TEST(ShellWords, FollowsCd) {
  auto C = splitShellLine("cd src && nvcc -c a.cu; cd ..; ls", "/d");
  ASSERT_EQ(C.size(), 2u);
  EXPECT_EQ(C[0].Directory, "/d/src");
  EXPECT_EQ(C[1].Directory, "/d");
}

TEST(ShellWords, LeavesSubshells) {
  auto C = splitShellLine("(cd a; make); (cd b && (cd c; ls)); nvcc x.cu", "/d");
  ASSERT_EQ(C.size(), 3u);
  EXPECT_EQ(C[0].Directory, "/d/a");
  EXPECT_EQ(C[1].Directory, "/d/b/c");
  EXPECT_EQ(C[2].Directory, "/d");
}

TEST(ShellWords, GoesThroughLoops) {
  auto C = splitShellLine("for d in a b; do X=1 make -C ${d} W=$d $dir; done; ls", "/d");
  ASSERT_EQ(C.size(), 3u);
  EXPECT_THAT(C[1].Words, ElementsAre("make", "-C", "b", "W=b", "$dir"));
  EXPECT_THAT(C[1].Assignments, ElementsAre("X=1"));
}

TEST(ShellWords, DropsKeywordsAssignmentsAndRedirections) {
  auto C = splitShellLine("if test -d x; then CPATH=/i nvcc a.cu > log 2>&1; fi", "/d");
  ASSERT_EQ(C.size(), 2u);
  EXPECT_THAT(C[1].Words, ElementsAre("nvcc", "a.cu"));
}

TEST(ShellWords, FindsFilesOfPatterns) {
  TempFolder F;
  for (const char *Name : {"src/b.cu", "src/a.cu", "src/[c].cu", "src/d.h", "more/e1.cu"})
    F.write(Name, "");
  auto C = splitShellLine("nvcc src/*.cu -o 'x*' *.none \"src/*.cu\" src/\\[c].cu", F.path());
  ASSERT_EQ(C.size(), 1u);
  EXPECT_THAT(C[0].Words, ElementsAre("nvcc", "src/[c].cu", "src/a.cu", "src/b.cu", "-o", "x*",
                                      "*.none", "src/*.cu", "src/[c].cu"));
  C = splitShellLine("cd src && nvcc [ab].cu ../m*/e?.cu " + F.path() +
                         "/*/d.*; for f in *.cu; do nvcc -c $f; done",
                     F.path());
  ASSERT_EQ(C.size(), 4u);
  EXPECT_THAT(C[0].Words,
              ElementsAre("nvcc", "a.cu", "b.cu", "../more/e1.cu", F.path() + "/src/d.h"));
  EXPECT_THAT(C[2].Words, ElementsAre("nvcc", "-c", "a.cu"));
}

TEST(ShellWords, EndingsOfLoopVariables) {
  auto C = splitShellLine("for f in a.x.cu b.cu; do nvcc $f -o ${f%.cu} ${f%.*}.o; done", "");
  ASSERT_EQ(C.size(), 2u);
  EXPECT_THAT(C[0].Words, ElementsAre("nvcc", "a.x.cu", "-o", "a.x", "a.x.o"));
  // A value that is such a text itself comes to an end.
  C = splitShellLine("for f in '${f%.cu}'; do nvcc ${f%.cu}; done", "");
  ASSERT_EQ(C.size(), 1u);
}

TEST(ShellWords, RunsNothing) {
  auto C = splitShellLine("nvcc `pkg-config --libs x` $(shell rm -rf /) a.cu", "/d");
  ASSERT_EQ(C.size(), 1u);
  EXPECT_THAT(C[0].Words,
              ElementsAre("nvcc", "`pkg-config --libs x`", "$(shell rm -rf /)", "a.cu"));
}
