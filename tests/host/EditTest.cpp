// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Collecting and applying edits of one file, without an AST.

#include "core/source/Edit.h"
#include "gtest/gtest.h"

namespace cu2cl {
namespace {

Edit edit(Edit::Kind K, unsigned Offset, unsigned Length, std::string Text, unsigned Depth = 0) {
  Edit E;
  E.File = "f";
  E.Offset = Offset;
  E.Length = Length;
  E.Replacement = std::move(Text);
  E.K = K;
  E.Depth = Depth;
  return E;
}

TEST(EditSet, NothingToDo) {
  EditSet Set;
  EXPECT_TRUE(Set.empty());
  EXPECT_EQ(Set.apply("f", "text\n"), "text\n");
}

TEST(EditSet, EqualEditsOfTwoUnitsCountOnce) {
  EditSet A, B;
  A.add(edit(Edit::Replace, 0, 1, "xx"));
  B.add(edit(Edit::Replace, 0, 1, "xx"));
  B.add(edit(Edit::Before, 2, 0, "("));
  A.merge(B);
  EXPECT_EQ(A.apply("f", "a b"), "xx (b");
  EXPECT_TRUE(A.conflicts().empty());
}

TEST(EditSet, InsertionsNest) {
  EditSet Set;
  Set.add(edit(Edit::Before, 0, 0, "inner(", 2));
  Set.add(edit(Edit::Before, 0, 0, "outer(", 1));
  Set.add(edit(Edit::After, 1, 0, ")i", 2));
  Set.add(edit(Edit::After, 1, 0, ")o", 1));
  Set.add(edit(Edit::Replace, 0, 1, "b"));
  EXPECT_EQ(Set.apply("f", "a"), "outer(inner(b)i)o");
}

TEST(EditSet, CoveredEditsAreDropped) {
  EditSet Set;
  Set.add(edit(Edit::Replace, 2, 1, "x"));
  Set.add(edit(Edit::Cover, 1, 3, ""));
  Set.add(edit(Edit::Replace, 4, 1, "y"));
  EXPECT_EQ(Set.apply("f", "abcde"), "ay");
  EXPECT_TRUE(Set.conflicts().empty());
}

TEST(EditSet, DifferentReplacementsConflict) {
  EditSet Set;
  Set.add(edit(Edit::Replace, 1, 1, "x"));
  Set.add(edit(Edit::Replace, 1, 1, "y"));
  ASSERT_EQ(Set.conflicts().size(), 1u);
  EXPECT_EQ(Set.conflicts()[0].Offset, 1u);
}

TEST(EditSet, UsesOfAMacroMustAgree) {
  EditSet Set;
  MacroUse Use;
  Use.BodyFile = "f";
  Use.BodyBegin = 10;
  Use.BodyEnd = 20;
  Use.Edits = {edit(Edit::Replace, 12, 1, "x")};
  for (const char *Key : {"f:30", "f:40"}) {
    Use.Key = Key;
    Set.addMacroUse(Use);
  }
  EXPECT_TRUE(Set.conflicts().empty());
  Use.Key = "f:50";
  Use.Edits.clear();
  Set.addMacroUse(Use);
  EXPECT_EQ(Set.conflicts().size(), 1u);
}

TEST(EditSet, BackslashesKeepTheirColumn) {
  EditSet Set;
  Set.add(edit(Edit::Replace, 0, 2, "longer"));
  EXPECT_EQ(Set.apply("f", "ab      \\\nb\n"), "longer  \\\nb\n");
  EditSet Lines;
  Lines.add(edit(Edit::Cover, 0, 4, ""));
  EXPECT_EQ(Lines.apply("f", "a\nb\nc    \\\nd\n"), "c    \\\nd\n");
}

} // namespace
} // namespace cu2cl
