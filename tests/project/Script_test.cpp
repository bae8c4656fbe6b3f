// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Projects whose only build description is a shell script.

#include "IntakeFixture.h"

using namespace cu2cl;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

namespace {

using Scripts = Intake;

TEST_F(Scripts, VariablesAndContinuedLines) {
  Dir.write("run/build.sh", "#!/bin/sh\n"
                            "set -e\n"
                            "NVCC=${NVCC:-nvcc}\n"
                            "SRC=\"main.cu ../lib/k.cu\" # two\n"
                            "FLAGS=\"-O3 -DBLOCK=128\"\n"
                            "FLAGS=\"$FLAGS -I../inc\"\n"
                            "$NVCC $FLAGS $1 \\\n"
                            "  -DN=$((1 << 4)) -o prog ${SRC} -lm\n"
                            "./prog 100\n");
  Dir.write("run/main.cu", SmallCuda);
  Dir.write("lib/k.cu", "#include \"k.h\"\n__global__ void g() {}\n");
  Dir.write("inc/k.h", "");
  auto P = read({Dir / "run"});
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Source, FlagSource::Script);
  EXPECT_EQ(describeFlagSource(*P), "build.sh");
  const ProgramTarget &T = target(*P, "prog");
  EXPECT_THAT(T.Sources, UnorderedElementsAre(Dir / "run/main.cu", Dir / "lib/k.cu"));
  EXPECT_THAT(T.Definitions, Contains("BLOCK=128"));
  EXPECT_THAT(T.IncludeDirs, Contains(Dir / "inc"));
}

TEST_F(Scripts, LoopsMakeAProgramOfEachFile) {
  Dir.write("compile.sh", "mkdir -p bin\n"
                          "for f in *.cu; do\n"
                          "  nvcc -O2 \"$f\" -o bin/${f%.cu}_gpu\n"
                          "done\n");
  Dir.write("a.cu", SmallCuda);
  Dir.write("b.cu", SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  ASSERT_EQ(P->Targets.size(), 2u);
  EXPECT_EQ(P->Targets[0].Name, "a_gpu");
  EXPECT_EQ(P->Targets[1].Name, "b_gpu");
}

TEST_F(Scripts, ConditionsAreNotEvaluated) {
  Dir.write("build.sh", "if [ \"$1\" = debug ]; then\n"
                        "  FLAGS=\"-g -DCHECKS\"\n"
                        "else\n"
                        "  FLAGS=-DFAST\n"
                        "fi\n"
                        "nvcc $FLAGS a.cu -o app\n");
  Dir.write("a.cu", SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_THAT(target(*P, "app").Definitions, ElementsAre("FAST"));
  EXPECT_THAT(numbers(), ElementsAre(1025u));
}

TEST_F(Scripts, ConditionsOfOtherThingsAreNotMentioned) {
  Dir.write("build.sh", "if [ ! -d bin ]; then\n"
                        "  mkdir bin\n"
                        "fi\n"
                        "nvcc a.cu -o bin/app\n");
  Dir.write("a.cu", SmallCuda);
  ASSERT_TRUE(read());
  EXPECT_THAT(numbers(), IsEmpty());
}

TEST_F(Scripts, ThoseThatBuildComeFirst) {
  Dir.write("a_test.sh", "nvcc -DFROM=1 a.cu -o other\n");
  Dir.write("make_all.sh", "nvcc -DFROM=2 a.cu -o app\n");
  Dir.write("a.cu", SmallCuda);
  Dir.write("b.cu", SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_THAT(target(*P, "app").Definitions, ElementsAre("FROM=2"));
  // A source that no script builds is read as it is.
  EXPECT_EQ(P->Targets.size(), 2u);
  EXPECT_THAT(numbers(), IsEmpty());
}

TEST_F(Scripts, BuildFilesComeBeforeScripts) {
  Dir.write("build.sh", "nvcc -DFROM=1 a.cu -o app\n");
  Dir.write("Makefile", "app: a.cu\n\tnvcc -DFROM=2 a.cu -o app\n");
  Dir.write("a.cu", SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Source, FlagSource::Makefile);
  EXPECT_THAT(target(*P, "app").Definitions, ElementsAre("FROM=2"));
}

TEST_F(Scripts, ThatCompileNoCudaAreLeftAlone) {
  Dir.write("run.sh", "for n in 1 2 3; do ./app $n; done\nnvcc --version\n");
  Dir.write("a.cu", SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Source, FlagSource::Folder);
}

TEST_F(Scripts, AreFoundInSubFolders) {
  Dir.write("one/build.sh", "nvcc -DONE a.cu -o one\n");
  Dir.write("one/a.cu", SmallCuda);
  Dir.write("two/b.cu", SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_THAT(target(*P, "one").Definitions, ElementsAre("ONE"));
  EXPECT_EQ(P->Targets.size(), 2u);
}

} // namespace
