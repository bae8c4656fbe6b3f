// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Makefiles that cannot be used, that write, and that want targets and variables.

#include "IntakeFixture.h"

using namespace cu2cl;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

namespace {

class Makefiles : public Intake {
protected:
  /// What 1021 says about the Makefile.
  std::string whyGuessed() {
    auto P = read();
    if (!P || P->Source != FlagSource::Folder)
      return "not guessed";
    for (const Diagnostic &D : Sink.all())
      if (D.Number == 1021 && D.Where.File == Dir / "Makefile")
        return D.Arguments[0];
    return "not said";
  }
};

TEST_F(Makefiles, DefaultGoalIsHelp) {
  Dir.write("Makefile", "help:\n\t@echo usage\napp: a.cu\n\tnvcc -DN=$(N) a.cu -o app\n");
  Dir.write("a.cu", SmallCuda);
  EXPECT_THAT(whyGuessed(), HasSubstr("neither its default goal nor 'all'"));
  Options.MakeTargets = {"app"};
  Options.MakeVariables = {"N=4"};
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Source, FlagSource::Makefile);
  EXPECT_THAT(P->Targets.at(0).Definitions, ElementsAre("N=4"));
}

TEST_F(Makefiles, VariablesOfTheEnvironment) {
  Dir.write("Makefile", "ifeq ($(gpu),1)\napp: a.cu\n\tnvcc a.cu -o app\nelse\n"
                        "app: b.c\n\tgcc b.c -o app\nendif\n");
  Dir.write("a.cu", SmallCuda);
  Dir.write("b.c", "int main(void) { return 0; }\n");
  EXPECT_THAT(whyGuessed(), HasSubstr("builds a CUDA source"));
  ::setenv("gpu", "1", 1);
  auto P = read();
  ::unsetenv("gpu");
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Source, FlagSource::Makefile);
}

TEST_F(Makefiles, SyntaxError) {
  Dir.write("Makefile", "app: a.cu\n    nvcc a.cu -o app\n");
  Dir.write("a.cu", SmallCuda);
  EXPECT_THAT(whyGuessed(), HasSubstr("Makefile:2: *** missing separator"));
}

TEST_F(Makefiles, MissingInclude) {
  Dir.write("Makefile", "include settings.mk\napp: a.cu\n\tnvcc a.cu -o app\n");
  Dir.write("a.cu", SmallCuda);
  auto P = read(); // make goes on as far as it can
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Source, FlagSource::Makefile);
  ASSERT_THAT(numbers(), ElementsAre(1022));
  EXPECT_THAT(Sink.all()[0].Arguments[0], HasSubstr("settings.mk: No such file"));
}

TEST_F(Makefiles, TargetThatCannotBeMade) {
  Dir.write("Makefile", "all: app lost\napp: a.cu\n\tnvcc a.cu -o app\n"
                        "lost: b.cu missing.h\n\tnvcc b.cu -o lost\n");
  Dir.write("a.cu", SmallCuda);
  Dir.write("b.cu", SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Source, FlagSource::Makefile);
  EXPECT_THAT(numbers(), Contains(1022));
}

TEST_F(Makefiles, NothingIsWrittenToTheProject) {
  Dir.write("app/Makefile", "MADE := $(shell mkdir -p made && touch made/by_shell)\n"
                            "all: app\n\t+touch by_plus\n"
                            "app: a.cu\n\tnvcc -DROOT='\"$(CURDIR)\"' -I$(CURDIR)/inc -I../common "
                            "$(CURDIR)/a.cu -o app\n"
                            "HERE := $(dir $(abspath $(lastword $(MAKEFILE_LIST))))\n"
                            "rules.mk:\n\techo X=1 > rules.mk\ninclude rules.mk\n");
  Dir.write("app/a.cu", SmallCuda);
  Dir.write("app/inc/h.h", "");
  Dir.write("common/c.h", "");
  auto P = read({Dir / "app"});
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Source, FlagSource::Makefile);
  for (const char *Name : {"app/made", "app/by_plus", "app/rules.mk"})
    EXPECT_FALSE(Dir.has(Name)) << Name;
  EXPECT_THAT(P->Commands.at(0).Flags,
              ElementsAre("-DROOT=\"" + (Dir / "app") + "\"", "-I" + (Dir / "app/inc"),
                          "-I" + (Dir / "common")));
  EXPECT_EQ(P->Commands.at(0).File, Dir / "app/a.cu");
}

// Of CUDA's libraries, those that clrt replaces go without a word, the others with one; the rest is
// linked.
TEST_F(Makefiles, Libraries) {
  Dir.write("Makefile", "LIBS = -lGL -lglut -lpng -lcurl -lm -lcublas -lnccl -lnvjpeg -lnvrtc "
                        "-lnvToolsExt -lnvidia-ml -lcudart -lcuda\n"
                        "all: a b\n"
                        "a: a.cu\n\tnvcc a.cu -o a $(LIBS)\nb: b.cu\n\tnvcc b.cu -o b $(LIBS)\n");
  Dir.write("a.cu", SmallCuda);
  Dir.write("b.cu", SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  std::vector<std::string> Told;
  for (const Diagnostic &D : Sink.all()) {
    EXPECT_EQ(D.Number, 1012u);
    Told.push_back(D.Arguments.at(0));
  }
  EXPECT_THAT(Told, ElementsAre("cublas", "nccl", "nvjpeg", "nvrtc"));
  for (const ProgramTarget &T : P->Targets)
    EXPECT_THAT(T.Libraries, ElementsAre("GL", "glut", "png", "curl", "m"));
}

// nvcc -lib with an object of nvcc -dlink.
TEST_F(Makefiles, LibraryOfSeveralSteps) {
  Dir.write("Makefile", "app: main.o libs.a\n\tg++ main.o libs.a -o app\n"
                        "libs.a: part1 part2\n"
                        "part1: k.o a.o\n\tar ru libs.a k.o a.o; ranlib libs.a\n"
                        "part2: a.o b.o\n\tar ru libs.a a.o b.o; ranlib libs.a\n"
                        "%.o: %.cu\n\tnvcc -DK -c $< -o $@\n%.o: %.cpp\n\tg++ -DP -c $< -o $@\n");
  Dir.write("k.cu", SmallCuda);
  for (const char *File : {"main.cpp", "a.cpp", "b.cpp"})
    Dir.write(File, "");
  auto P = read();
  ASSERT_TRUE(P);
  ASSERT_EQ(P->Targets.size(), 2u);
  const ProgramTarget &Library = P->Targets[P->Targets[0].Name == "app" ? 1 : 0];
  EXPECT_EQ(Library.Name, "s");
  EXPECT_THAT(names(Library.Sources), UnorderedElementsAre("k.cu", "a.cpp", "b.cpp"));
  EXPECT_THAT(Library.SourceDefinitions.at(Dir / "k.cu"), ElementsAre("K"));
}

TEST_F(Makefiles, LibraryThatIsMadeAnew) {
  Dir.write("Makefile", "all: host device\n"
                        "host: a.o\n\trm -f lib/libs.a\n\tar rc lib/libs.a a.o\n"
                        "device: k.o\n\trm -f lib/libs.a\n\tar rc lib/libs.a k.o\n"
                        "%.o: %.cu\n\tnvcc -c $< -o $@\n%.o: %.cpp\n\tg++ -c $< -o $@\n");
  Dir.write("k.cu", SmallCuda);
  Dir.write("a.cpp", "");
  auto P = read();
  ASSERT_TRUE(P);
  ASSERT_EQ(P->Targets.size(), 1u);
  EXPECT_THAT(names(P->Targets[0].Sources), ElementsAre("k.cu"));
}

TEST_F(Makefiles, LibraryWithDeviceLink) {
  Dir.write("Makefile", "all: app\n%.o: %.cu\n\tnvcc -dc -o $@ $<\n"
                        "link.o: part.o\n\tnvcc -dlink -o $@ $^\n"
                        "libpart.a: part.o link.o\n\tnvcc -lib -o $@ $^\n"
                        "app: main.o libpart.a\n\tnvcc -o $@ main.o -L. -lpart\n");
  Dir.write("part.cu", SmallCuda);
  Dir.write("main.cu", SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_THAT(numbers(), ElementsAre());
  ASSERT_EQ(P->Targets.size(), 2u);
  const ProgramTarget &Part = target(*P, "part");
  EXPECT_EQ(Part.Kind, ProgramKind::StaticLibrary);
  EXPECT_THAT(names(Part.Sources), ElementsAre("part.cu"));
  EXPECT_THAT(target(*P, "app").Libraries, ElementsAre("part"));
}

} // namespace
