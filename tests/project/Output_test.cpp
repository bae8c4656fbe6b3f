// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TempFolder.h"
#include "project/cmake/CMakeWriter.h"
#include "project/output/InactiveRegions.h"
#include "project/output/Manifest.h"
#include "project/output/MarkedItems.h"
#include "project/output/OutputTree.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace cu2cl;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

class Output : public testing::Test {
protected:
  Output() {
    Dir.write("in/a.cu", SmallCuda);
    Dir.write("in/data/x.txt", "data");
    P.Root = Dir / "in";
    CompileCommand C;
    C.File = Dir / "in/a.cu";
    P.Commands.push_back(C);
    P.OtherFiles = {Dir / "in/data/x.txt"};
    ProgramTarget T;
    T.Name = "a";
    T.Sources = {C.File};
    P.Targets.push_back(T);
    Options.OutputDir = Dir / "out";
    Options.Version = "1";
    L = std::make_unique<Layout>(P, std::set<std::string>(), std::set<std::string>());
    Files["a.cpp"] = {"// host\n", C.File, OutputFile::Host, {"a.cl"}};
    Files["a.cl"] = {
        "__kernel void k(__global int *v) { v[0] = 1; }\n", C.File, OutputFile::Device, {}};
  }
  bool write() {
    return checkOutputFolder(P, Options, Sink) && writeProject(P, *L, Files, Options, Sink).Written;
  }
  std::vector<unsigned> numbers() const {
    std::vector<unsigned> Result;
    for (const Diagnostic &D : Sink.all())
      Result.push_back(D.Number);
    return Result;
  }
  /// The entries of the test's folder: nothing but input and output may be left.
  std::set<std::string> entries() const {
    std::set<std::string> Names;
    std::error_code EC;
    for (llvm::sys::fs::directory_iterator I(Dir.path(), EC), E; I != E; I.increment(EC))
      Names.insert(llvm::sys::path::filename(I->path()).str());
    return Names;
  }

  TempFolder Dir;
  Project P;
  std::unique_ptr<Layout> L;
  OutputFiles Files;
  WriteOptions Options;
  DiagnosticSink Sink;
};

} // namespace

TEST_F(Output, WritesAndRefreshes) {
  ASSERT_TRUE(write());
  EXPECT_EQ(Dir.read("out/a.cpp"), "// host\n");
  EXPECT_EQ(Dir.read("out/data/x.txt"), "data");
  EXPECT_FALSE(Dir.has("out/a.cu"));
  EXPECT_THAT(entries(), ElementsAre("in", "out"));
  Files["a.cpp"].Content = "// new\n";
  Files.erase("a.cl");
  ASSERT_TRUE(write());
  EXPECT_EQ(Dir.read("out/a.cpp"), "// new\n");
  EXPECT_FALSE(Dir.has("out/a.cl"));
  EXPECT_THAT(entries(), ElementsAre("in", "out"));
}

TEST_F(Output, RefusesEditedOutput) {
  ASSERT_TRUE(write());
  Dir.write("out/a.cpp", "// mine\n");
  EXPECT_FALSE(write());
  EXPECT_THAT(numbers(), ElementsAre(1031));
  EXPECT_EQ(Dir.read("out/a.cpp"), "// mine\n");
  Options.Force = true;
  EXPECT_TRUE(write());
  EXPECT_EQ(Dir.read("out/a.cpp"), "// host\n");
}

TEST_F(Output, KeepsWhatOthersPutThere) {
  ASSERT_TRUE(write());
  Dir.write("out/build/a.o", "object");
  Dir.write("out/notes.txt", "notes");
  ASSERT_TRUE(write());
  EXPECT_EQ(Dir.read("out/build/a.o"), "object");
  EXPECT_EQ(Dir.read("out/notes.txt"), "notes");
}

TEST_F(Output, RefusesFileInTheWay) {
  ASSERT_TRUE(write());
  Dir.write("out/b.cpp", "// theirs\n");
  Files["b.cpp"] = {"// ours\n", "", OutputFile::Generated, {}};
  EXPECT_FALSE(write());
  EXPECT_THAT(numbers(), ElementsAre(1034));
  EXPECT_EQ(Dir.read("out/b.cpp"), "// theirs\n");
}

TEST_F(Output, RefusesForeignFolder) {
  Dir.write("out/thesis.txt", "years of work");
  EXPECT_FALSE(write());
  EXPECT_THAT(numbers(), ElementsAre(1030));
  EXPECT_EQ(Dir.read("out/thesis.txt"), "years of work");
}

TEST_F(Output, RefusesInputAsOutput) {
  Options.OutputDir = Dir / "in";
  EXPECT_FALSE(write());
  Options.OutputDir = Dir.path();
  EXPECT_FALSE(write());
  EXPECT_THAT(numbers(), ElementsAre(1033, 1033));
}

TEST_F(Output, UnchangedFilesKeepTheirTime) {
  ASSERT_TRUE(write());
  llvm::sys::fs::file_status Before, After;
  llvm::sys::fs::status(Dir / "out/a.cpp", Before);
  Files["a.cl"].Content += "\n";
  ASSERT_TRUE(write());
  llvm::sys::fs::status(Dir / "out/a.cpp", After);
  EXPECT_EQ(Before.getUniqueID(), After.getUniqueID());
}

TEST_F(Output, NothingIsLeftWhenWritingFails) {
  // A file where a folder is needed stands for a full disk: the write fails half-way.
  Files["x"] = {"file", "", OutputFile::Generated, {}};
  Files["x/y"] = {"in a folder of the same name", "", OutputFile::Generated, {}};
  EXPECT_FALSE(write());
  EXPECT_THAT(numbers(), ElementsAre(1032));
  EXPECT_THAT(entries(), ElementsAre("in"));
}

TEST_F(Output, ProjectFile) {
  ProgramTarget &T = P.Targets[0];
  T.Math = {true, true, false, false, true};
  T.OpenMP = true;
  T.Libraries = {"m"};
  T.Definitions = {"TITLE=\"a b\""};
  std::string Text = cmakeText(P, *L, Files);
  EXPECT_THAT(Text, HasSubstr("add_executable(a a.cpp)"));
  EXPECT_THAT(Text, HasSubstr("clrt_add_program(a a.cl\n  OPTIONS -cl-denorms-are-zero)"));
  EXPECT_THAT(Text, HasSubstr("target_link_libraries(a PRIVATE m clrt::clrt OpenMP::OpenMP_CXX)"));
  EXPECT_THAT(Text, HasSubstr("find_package(OpenMP REQUIRED)"));
  EXPECT_THAT(Text, HasSubstr(R"("TITLE=\"a b\"")"));
  T.Math = {};
  EXPECT_THAT(cmakeText(P, *L, Files),
              HasSubstr("OPTIONS -cl-fp32-correctly-rounded-divide-sqrt)"));
}

TEST_F(Output, ReleaseKeepsAsserts) {
  EXPECT_THAT(cmakeText(P, *L, Files),
              HasSubstr(R"(string(REGEX REPLACE "[-/]DNDEBUG" "" CMAKE_${flags})"));
}

TEST_F(Output, TestsAndInstallRules) {
  std::string In = Dir / "in";
  P.Headers = {In + "/first.h"};
  P.Rules = {{"enable_testing", {}, In},
             {"add_test", {"NAME", "small", "COMMAND", "\1a\1", "-n", "4"}, In},
             {"add_test", {"NAME", "lost", "COMMAND", "\1gone\1"}, In},
             {"set_tests_properties", {"small", "PROPERTIES", "TIMEOUT", "9"}, In},
             {"set_tests_properties", {"lost", "PROPERTIES", "TIMEOUT", "9"}, In},
             {"add_test", {"script", In + "/run.sh", "$<TARGET_FILE:\1a\1>", In + "/build/x"}, In},
             {"install", {"TARGETS", "\1a\1", "RUNTIME", "DESTINATION", "bin"}, In},
             {"install", {"FILES", "first.h", "build/made.h", "DESTINATION", "include"}, In},
             {"install", {"FILES", "build/made.h", "DESTINATION", "include"}, In}};
  P.ReadWith = {"FAST=ON"};
  Layout WithHeader(P, {}, {});
  EXPECT_THAT(
      cmakeText(P, WithHeader, Files),
      HasSubstr("\n# Tests and install rules of the CUDA project.\n"
                "enable_testing()\n"
                "add_test(NAME small COMMAND a -n 4)\n"
                "set_tests_properties(small PROPERTIES TIMEOUT 9)\n"
                "add_test(script \"${CMAKE_CURRENT_SOURCE_DIR}/run.sh\" \"$<TARGET_FILE:a>\" "
                "\"${CMAKE_BINARY_DIR}/x\")\n"
                "install(TARGETS a RUNTIME DESTINATION bin)\n"
                "install(FILES first.h DESTINATION include)\n"
                "\n# The CUDA project's CMake files were read with FAST=ON.\n"));
}

TEST_F(Output, OneSourceWithDefinitionsOfTwoTargets) {
  ProgramTarget Second = P.Targets[0];
  Second.Name = "b";
  P.Targets[0].SourceDefinitions[Dir / "in/a.cu"] = {"N=4"};
  Second.SourceDefinitions[Dir / "in/a.cu"] = {"N=8", "M"};
  P.Targets.push_back(Second);
  std::string Text = cmakeText(P, *L, Files);
  EXPECT_THAT(Text, HasSubstr("set_source_files_properties(a.cpp PROPERTIES COMPILE_DEFINITIONS "
                              "\"$<TARGET_PROPERTY:definitions_of_a_cpp>\")\n"
                              "set_target_properties(a PROPERTIES definitions_of_a_cpp "
                              "\"N=4\")\n"));
  EXPECT_THAT(Text,
              HasSubstr("set_target_properties(b PROPERTIES definitions_of_a_cpp \"N=8;M\")\n"));
  EXPECT_EQ(Text.find("set_source_files_properties"), Text.rfind("set_source_files_properties"));
}

TEST_F(Output, OneSourceWithTheSameDefinitionsInTwoTargets) {
  P.Targets[0].SourceDefinitions[Dir / "in/a.cu"] = {"N=4"};
  P.Targets.push_back(P.Targets[0]);
  EXPECT_THAT(
      cmakeText(P, *L, Files),
      HasSubstr("set_source_files_properties(a.cpp PROPERTIES COMPILE_DEFINITIONS \"N=4\")\n"));
}

TEST_F(Output, IncludedFirst) {
  P.Headers = {Dir / "in/first.h"};
  P.Targets[0].Options = {"-include", Dir / "in/first.h"};
  Layout WithHeader(P, {}, {});
  EXPECT_THAT(cmakeText(P, WithHeader, Files),
              HasSubstr(R"("SHELL:-include \"${CMAKE_CURRENT_SOURCE_DIR}/first.h\"")"));
}

TEST(Layout, Names) {
  Project P;
  P.Root = "/p";
  for (const char *File : {"/p/x.cu", "/p/d/x.cu", "/p/y.cu", "/p/y.cpp"}) {
    CompileCommand C;
    C.File = File;
    P.Commands.push_back(C);
  }
  P.Headers = {"/p/h.h", "/p/h.cuh", "/p/part.cu", "/p/x.cuh"};
  Layout L(P, {"/p/part.cu", "/p/h.cuh", "/p/x.cuh"}, {"/common/inc/c.h"});
  EXPECT_EQ(L.find("/p/x.cu")->Host, "x.cpp");
  EXPECT_EQ(L.find("/p/x.cu")->Device, "x.cl");
  EXPECT_EQ(L.find("/p/x.cu")->KernelHandles, "x_kernels.hpp");
  EXPECT_EQ(L.find("/p/y.cpp")->Host, "y.cpp");
  EXPECT_EQ(L.find("/p/y.cu")->Host, "y_cu.cpp");
  EXPECT_EQ(L.find("/p/h.h")->Host, "h.h");
  EXPECT_EQ(L.find("/p/h.cuh")->Host, "h.hpp");
  EXPECT_EQ(L.find("/p/h.cuh")->Device, "h.clh");
  EXPECT_EQ(L.find("/p/h.h")->Device, "h_h.clh");
  EXPECT_EQ(L.find("/p/part.cu")->Host, "part.hpp");
  EXPECT_EQ(L.find("/p/x.cuh")->Program, "x_cuh.cl");
  EXPECT_EQ(L.find("/common/inc/c.h")->Host, "external/common/inc/c.h");
  EXPECT_NE(L.find("/p/d/x.cu")->ProgramId, L.find("/p/x.cu")->ProgramId);
  EXPECT_EQ(Layout::includeSpelling("a/b.cpp", "c/d.hpp"), "../c/d.hpp");
  EXPECT_EQ(Layout::includeSpelling("b.cpp", "d.hpp"), "d.hpp");
}

TEST(MarkedItems, UpToTheEndOfTheDeclaration) {
  MarkedItems Items("int f() {\n  a();\n  CU2CL_ERROR_2051 x; /* } */\n  b(\"}\");\n}\n"
                    "int g() {\n  c();\n}\n"
                    "namespace n {\nint h() { CU2CL_ERROR_2002(p()); }\nint i;\n}\n");
  EXPECT_FALSE(Items.isBehindMark(2));
  EXPECT_TRUE(Items.isBehindMark(3));
  EXPECT_TRUE(Items.isBehindMark(4));
  EXPECT_FALSE(Items.isBehindMark(7));
  EXPECT_TRUE(Items.isBehindMark(10));
  EXPECT_FALSE(Items.isBehindMark(11));
}

TEST(MarkedItems, TypesWithMarkedMembers) {
  MarkedItems Items(
      "/* { */\n#include \"a.clh\"\n\n// A\ntypedef struct A {\n  CU2CL_ERROR_2305 *p;\n} A;\n"
      "typedef struct B {\n  A a;\n} B;\ntypedef struct C { int a; } C;\n");
  EXPECT_TRUE(Items.isMarkedType("A"));
  EXPECT_TRUE(Items.isMarkedType("B"));
  EXPECT_FALSE(Items.isMarkedType("C"));
}

TEST(InactiveRegions, FromLineToLine) {
  llvm::StringRef Text = "a\n// cu2cl: off\nb\n  // cu2cl: on\nc\n//cu2cl: off\nd";
  InactiveRegions R = findInactiveRegions(Text);
  ASSERT_EQ(R.size(), 2u);
  EXPECT_EQ(Text.slice(R[0].first, R[0].second), "// cu2cl: off\nb\n  // cu2cl: on\n");
  EXPECT_EQ(R[1].second, Text.size());
  EXPECT_TRUE(touchesOffRegion(R, 3, 4));
  EXPECT_FALSE(touchesOffRegion(R, 0, 2));
  EXPECT_TRUE(touchesOffRegion(R, R[0].first, R[0].first));
}

// A program that lacks MPI does not keep the others from being built.
TEST_F(Output, MpiOfOneProgram) {
  P.Targets[0].Mpi = true;
  EXPECT_THAT(cmakeText(P, *L, Files), HasSubstr("find_package(MPI REQUIRED)"));
  P.Targets.push_back(P.Targets[0]);
  P.Targets[1].Name = "b";
  P.Targets[1].Mpi = false;
  std::string Text = cmakeText(P, *L, Files);
  EXPECT_THAT(Text, HasSubstr("find_package(MPI)"));
  EXPECT_THAT(Text, HasSubstr("if(MPI_FOUND)\nadd_executable(a a.cpp)"));
  EXPECT_THAT(Text, HasSubstr("endif()\n\nadd_executable(b a.cpp)"));
  // Where a test names it, it is needed.
  P.Rules.push_back({"add_test", {"NAME", "t", "COMMAND", "a"}, P.Root});
  EXPECT_THAT(cmakeText(P, *L, Files), HasSubstr("find_package(MPI REQUIRED)"));
}

TEST_F(Output, NamesThatCMakeReadsOtherwise) {
  P.Targets[0].Name = "two words;#(1)";
  P.Targets[0].Definitions = {"A=${b}", "B=x;y", "C=#1", "D=50%", "E=\\n"};
  std::string Text = cmakeText(P, *L, Files);
  EXPECT_THAT(Text, HasSubstr("add_executable(two_words___1_ a.cpp)"));
  EXPECT_THAT(Text, HasSubstr(R"x(OUTPUT_NAME "two words_#(1)")x"));
  EXPECT_THAT(Text, HasSubstr(R"("A=\${b}" "B=x\;y" D=50% "E=\\n")"));
  EXPECT_THAT(Text, HasSubstr(R"("-DC=#1")")); // CMake would cut the definition at the #
}
