// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Units that share the parse of the standard headers they begin with.

#include "TempFolder.h"
#include "frontend/ForkedParses.h"
#include "frontend/LateDefinitions.h"
#include "frontend/ParsedUnit.h"
#include "clang/AST/Decl.h"
#include "gmock/gmock.h"

using namespace cu2cl;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

namespace {

using Strings = std::vector<std::string>;

Strings leadingOf(const TempFolder &Folder, llvm::StringRef Source) {
  Folder.write("unit.cu", Source);
  return leadingHeaders(Folder / "unit.cu", {Folder / "include"}, [](const std::string &Path) {
    std::string Text;
    return readFile(Path, Text) ? std::optional(Text) : std::nullopt;
  });
}

TEST(LeadingHeaders, AreThoseThatAreIncludedForSure) {
  TempFolder F;
  F.write("include/own.h", "#pragma once\n#include <map>\n");
  EXPECT_THAT(leadingOf(F, "#include <vector>\n#include \"own.h\"\n#include <own.h>\n"
                           "#ifdef SOME\n#include <set>\n#endif\n#include <cstdio>\n"),
              ElementsAre("vector", "map", "cstdio"));
}

TEST(LeadingHeaders, EndWhereSomethingMayChangeWhatAHeaderMeans) {
  TempFolder F;
  for (const char *Line : {"#define _GNU_SOURCE", "#define NDEBUG", "#define data x", "#undef min",
                           "#pragma pack(1)", "#include <unknown.h>", "#include HEADER"})
    EXPECT_THAT(leadingOf(F, std::string("#include <vector>\n") + Line + "\n#include <map>\n"),
                ElementsAre("vector"))
        << Line;
  EXPECT_THAT(leadingOf(F, "#define SIZE 16\n/* #define x */ // #define y\nint f(); // 'a\n"
                           "#include <map>\n"),
              ElementsAre("map"));
}

TEST(GroupByStart, TakesHeadersThatMostUnitsHave) {
  std::vector<Strings> Units = {{"map", "vector"}, {"vector"}, {"vector", "map"}, {"map"}, {}};
  std::vector<StartGroup> Groups = groupByStart(Units, 2);
  ASSERT_EQ(Groups.size(), 2u);
  EXPECT_THAT(Groups[0].Headers, ElementsAre("map", "vector"));
  EXPECT_THAT(Groups[0].Members, ElementsAre(0, 2));
  EXPECT_THAT(Groups[1].Headers, IsEmpty());
  EXPECT_THAT(Groups[1].Members, ElementsAre(1, 3, 4));
  EXPECT_THAT(groupByStart(Units, 6), IsEmpty());
}

TEST(GroupAlike, TellsDefinitionsThatMayComeLate) {
  std::vector<AlikeLines> Groups = groupAlike({{"", {"-DTEST=1", "-O2", "-DALL"}},
                                               {"", {"-D", "TEST=2", "-O2", "-DALL=1"}},
                                               {"", {"-O2", "-DALL", "-DOLD", "-UOLD"}},
                                               {"", {"-O2", "-DALL", "-D_GNU_SOURCE"}},
                                               {"other", {"-O2", "-DALL"}}});
  ASSERT_EQ(Groups.size(), 3u);
  EXPECT_THAT(Groups[0].Flags, ElementsAre("-O2", "-DALL"));
  EXPECT_THAT(Groups[0].Members, ElementsAre(0, 1, 2));
  EXPECT_THAT(Groups[0].Late, ElementsAre(Strings{"TEST"}, Strings{"TEST=2"}, Strings{}));
  EXPECT_THAT(Groups[1].Members, ElementsAre(3));
  EXPECT_THAT(Groups[2].Members, ElementsAre(4));
}

TEST(DirectivesFor, WritesDefinitionsOfTheCommandLine) {
  EXPECT_EQ(directivesFor({"A", "B=", "C=x = y", "F(X)=X + 1"}),
            "#define A 1\n#define B \n#define C x = y\n#define F(X) X + 1\n");
}

/// What a parse says: the variables of the main file with their values, and whether a macro of the
/// command line has the name LATE.
std::string describe(const ParsedSide &Side) {
  std::string Text = Side.HasErrors ? "errors " : "";
  for (const clang::Decl *D : Side.context().getTranslationUnitDecl()->decls())
    if (const auto *V = llvm::dyn_cast<clang::VarDecl>(D);
        V && Side.sources().isInMainFile(V->getLocation()))
      Text += V->getNameAsString() + "=" +
              std::to_string(V->evaluateValue()->getInt().getExtValue()) + " ";
  clang::Preprocessor &PP = Side.preprocessor();
  const clang::MacroInfo *Late = PP.getMacroInfo(PP.getIdentifierInfo("LATE"));
  if (Late && Side.sources().isWrittenInCommandLineFile(Late->getDefinitionLoc()))
    Text += "LATE";
  return Text;
}

/// The answers of sources a.cu, b.cu ... that go on after \p Headers, each with definitions.
std::map<size_t, std::string> parseFrom(const TempFolder &Folder, const Strings &Headers,
                                        const std::vector<std::pair<std::string, Strings>> &Texts) {
  ForkedGroup Group;
  Group.Headers = Headers;
  for (const auto &[Text, Definitions] : Texts) {
    std::string Name = std::string(1, char('a' + Group.Sources.size())) + ".cu";
    Folder.write(Name, Text);
    Group.Sources.push_back({Group.Sources.size(), {Folder / Name, Definitions}});
  }
  CompileCommand Command;
  Command.File = Folder / "none.cu";
  Command.Directory = Folder.path();
  Command.Flags = {"-DCOMMON=5"};
  Group.Parse = [&](const SharedStart &Start, const size_t &) {
    std::unique_ptr<ParsedSide> Parsed = parseSide(Command, Side::Host, {}, {}, &Start);
    return Start.counts() ? describe(*Parsed) : "refused";
  };
  std::map<size_t, std::string> Answers;
  parseForked({Group}, 1,
              [&](size_t Which, llvm::StringRef Answer) { Answers[Which] = Answer.str(); });
  return Answers;
}

TEST(ForkedParses, GoOnWithEachSourceAndItsDefinitions) {
  TempFolder F;
  EXPECT_THAT(
      parseFrom(F, {"vector"},
                {{"#include <vector>\nint a = LATE + COMMON;\n", {"LATE=2"}},
                 {"#ifdef LATE\nint b = LATE;\n#endif\n#include <vector>\n", {"LATE"}},
                 {"#define JOINED(X) LA##X\n#include <vector>\nint c = JOINED(TE);\n", {"LATE=7"}},
                 {"#include <vector>\nint d = COMMON;\n#ifdef LATE\nint e;\n#endif\n", {}}}),
      ElementsAre(Pair(0, "a=7 LATE"), Pair(1, "b=1 LATE"), Pair(2, "c=7 LATE"), Pair(3, "d=5 ")));
}

TEST(ForkedParses, DoNotCountWhereTheStartWouldSayOtherwise) {
  TempFolder F;
  EXPECT_THAT(
      parseFrom(F, {"cstdio"},
                {{"#include <cstdio>\nint a = 1;\n", {"BUFSIZ=1"}}, // <cstdio> has one
                 {"int b = 2;\n", {}},                              // no <cstdio>
                 {"#include <cstdio>\nint c = 3;\n", {}},
                 // Takes <cmath> in front, as nvcc does.
                 {"#include <cstdio>\ndouble d() { return std::pow(2.0, 3.0); }\n", {}}}),
      ElementsAre(Pair(0, "refused"), Pair(1, "refused"), Pair(2, "c=3 "), Pair(3, "refused")));
}

} // namespace
