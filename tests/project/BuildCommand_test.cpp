// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/intake/BuildCommand.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace cu2cl;
using testing::ElementsAre;

namespace {

struct Parsed {
  std::optional<BuildCommand> Command;
  DiagnosticSink Sink;
  explicit Parsed(const char *Line) {
    for (const ShellCommand &C : splitShellLine(Line, "/p"))
      Command = parseBuildCommand(C, {"/p/Makefile"}, Sink);
  }
  BuildCommand *operator->() { return &*Command; }
};

} // namespace

TEST(BuildCommand, CompileLineOfNvcc) {
  Parsed P(
      "nvcc -gencode arch=compute_35,code=sm_35 -gencode arch=compute_60,code=sm_60 -O3 -std=c++14 "
      "-Iinc -DN=3 -Xcompiler -fopenmp,-Wall --expt-relaxed-constexpr -dc a.cu -o a.o");
  ASSERT_TRUE(P.Command);
  EXPECT_EQ(P->Does, BuildCommand::Action::Compile);
  EXPECT_EQ(P->Arch, "sm_60");
  EXPECT_THAT(P->Flags, ElementsAre("-std=c++14", "-I/p/inc", "-DN=3", "-fopenmp",
                                    "-D__CUDACC_RELAXED_CONSTEXPR__"));
  EXPECT_THAT(P->Sources, ElementsAre("/p/a.cu"));
  EXPECT_TRUE(P->Part.OpenMP);
  EXPECT_EQ(P->Part.CxxStandard, "14");
  EXPECT_TRUE(P.Sink.all().empty());
}

TEST(BuildCommand, LaterOptionsTakeDefinitionsBack) {
  Parsed P("nvcc -DM=1 -DN=2 -UM -UN -DN=3 a.cu");
  EXPECT_THAT(P->Part.Definitions, ElementsAre("N=3"));
  EXPECT_THAT(P->Part.Options, ElementsAre("-UM"));
}

TEST(BuildCommand, LinkLine) {
  Parsed P("g++ main.o k.o libx.a -o bin/prog -L/usr/local/cuda/lib64 -lcudart -lm -lpthread");
  ASSERT_TRUE(P.Command);
  EXPECT_EQ(P->Does, BuildCommand::Action::Link);
  EXPECT_THAT(P->Objects, ElementsAre("/p/main.o", "/p/k.o", "/p/libx.a"));
  EXPECT_EQ(P->Output, "/p/bin/prog");
  EXPECT_THAT(P->Part.Libraries, ElementsAre("m"));
  EXPECT_TRUE(P->Part.Threads);
  EXPECT_TRUE(P->Part.LibraryDirs.empty());
}

TEST(BuildCommand, ArchiveOfObjectsWithOtherEndings) {
  Parsed P("ar -csru lib/libk.a main.o k.cuo io.cppo @more");
  ASSERT_TRUE(P.Command);
  EXPECT_EQ(P->Does, BuildCommand::Action::Archive);
  EXPECT_EQ(P->Output, "/p/lib/libk.a");
  EXPECT_THAT(P->Objects, ElementsAre("/p/main.o", "/p/k.cuo", "/p/io.cppo"));
}

TEST(BuildCommand, MathOptions) {
  Parsed Fast("nvcc --use_fast_math a.cu");
  EXPECT_TRUE(Fast->Part.Math.FastMath && Fast->Part.Math.FlushDenormals);
  EXPECT_FALSE(Fast->Part.Math.PreciseDivide || Fast->Part.Math.PreciseSqrt);
  Parsed Single("nvcc -ftz=true -prec-div=false -fmad false a.cu");
  EXPECT_TRUE(Single->Part.Math.FlushDenormals && Single->Part.Math.PreciseSqrt);
  EXPECT_FALSE(Single->Part.Math.PreciseDivide || Single->Part.Math.Contract);
}

TEST(BuildCommand, MissingNvccLeavesOptionsInFront) {
  Parsed P("-O3 -arch=sm_20 a.cu -o a");
  ASSERT_TRUE(P.Command);
  EXPECT_TRUE(P->ByNvcc);
  EXPECT_EQ(P->Arch, "sm_30"); // the oldest that is still known
}

TEST(BuildCommand, UnknownOptionIsSaid) {
  Parsed P("nvcc --no-such-thing a.cu");
  ASSERT_EQ(P.Sink.all().size(), 1u);
  EXPECT_EQ(P.Sink.all()[0].Number, 1010u);
}

TEST(BuildCommand, WhatIsNoCompiler) {
  EXPECT_FALSE(Parsed("mkdir -p bin").Command);
  EXPECT_FALSE(Parsed("nvcc -arch=sm_60 -dlink a.o b.o -o link.o").Command);
  EXPECT_FALSE(Parsed("nvcc --version").Command);
}

TEST(BuildCommand, CompilersWithPrefixesAndMpi) {
  EXPECT_TRUE(Parsed("x86_64-linux-gnu-g++-12 -c a.cpp").Command);
  EXPECT_TRUE(Parsed("mpicxx -c a.cpp")->Part.Mpi);
  EXPECT_TRUE(Parsed("nvcc -ccbin mpicxx -c a.cu")->Part.Mpi);
}
