// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Command lines of one source that differ in what its text does not mention.

#include "frontend/ParsedUnit.h"
#include "frontend/Twins.h"
#include "gmock/gmock.h"

using namespace cu2cl;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

using Names = std::set<std::string>;

CompileCommand command(std::vector<std::string> Flags, std::string File = "/p/a.cu") {
  CompileCommand C;
  C.File = std::move(File);
  C.Directory = "/p";
  C.Flags = std::move(Flags);
  return C;
}

TEST(TwinSearch, FindsWhatDiffersInUnmentionedNames) {
  TwinSearch Search({command({"-DTARGET=1"}), command({"-DTARGET=2"}), command({"-DOTHER"}),
                     command({"-DTARGET=1", "-O3"}), command({"-DTARGET=2"}, "/p/b.cu")});
  EXPECT_EQ(Search.varying("/p/a.cu"), (Names{"OTHER", "TARGET"}));
  EXPECT_EQ(Search.varying("/p/b.cu"), Names());
  std::vector<size_t> Rest = {0, 1, 2, 3, 4};
  EXPECT_THAT(Search.takeRound(Rest), ElementsAre(0, 3, 4));
  EXPECT_THAT(Rest, ElementsAre(1, 2));
  EXPECT_EQ(Search.twinOf(1), std::nullopt);
  Search.addParsed(0, {});
  EXPECT_EQ(Search.twinOf(1), 0u);
  EXPECT_EQ(Search.twinOf(2), 0u);
  EXPECT_EQ(Search.twinOf(3), std::nullopt);
}

TEST(TwinSearch, ParsesWhatDiffersInMentionedNames) {
  TwinSearch Search({command({"-DMODE=1", "-DTARGET=1"}), command({"-DMODE=2", "-DTARGET=1"}),
                     command({"-DMODE=2", "-DTARGET=2"}), command({"-DTARGET=2"})});
  std::vector<size_t> Rest = {0, 1, 2, 3};
  EXPECT_THAT(Search.takeRound(Rest), ElementsAre(0));
  Search.addParsed(0, {"MODE"});
  for (size_t I : {1, 2, 3})
    EXPECT_EQ(Search.twinOf(I), std::nullopt);
  // 2 may be like 1.
  EXPECT_THAT(Search.takeRound(Rest), ElementsAre(1, 3));
  Search.addParsed(1, {"MODE", "TARGET"}); // under MODE=2 it is mentioned
  Search.addParsed(3, {"MODE"});
  EXPECT_EQ(Search.twinOf(2), std::nullopt);
  EXPECT_THAT(Search.takeRound(Rest), ElementsAre(2));
  EXPECT_THAT(Rest, IsEmpty());
}

TEST(MentionedIn, SeesEveryWayToMentionAName) {
  std::string Path = "/p/a.cu";
  auto Mentioned = [&](const std::string &Text, std::vector<std::string> Flags) {
    std::unique_ptr<ParsedSide> Parsed =
        parseSide(command(std::move(Flags)), Side::Host, {}, {{Path, Text}});
    return mentionedIn(*Parsed, {"TARGET"});
  };
  for (const std::vector<std::string> &Flags : {std::vector<std::string>{"-DTARGET=1"}, {}}) {
    for (const char *Text :
         {"#ifdef TARGET\n#endif\n", "#if defined(TARGET)\n#endif\n", "#if TARGET > 2\n#endif\n",
          "#define SHOW TARGET\n", "#undef TARGET\n", "#ifdef NONE\nint TARGET;\n#endif\n",
          "#define P(A, B) A##B\n#define TARGETS(X) P(X, GET)\nint i = 0\n#if P(TAR, GET)\n+ 1\n"
          "#endif\n;\n",
          "#define P(A, B) A##B\nenum { P(TAR, GET) };\n", "// TARGET\n"})
      EXPECT_EQ(Mentioned(Text, Flags), Names{"TARGET"}) << Text;
    EXPECT_EQ(Mentioned("int TARGETS, MY_TARGET;\n", Flags), Names());
  }
}

} // namespace
