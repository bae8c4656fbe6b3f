// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TempFolder.h"
#include "project/Intake.h"
#include "project/Project.h"
#include "llvm/ADT/StringExtras.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace cu2cl;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::UnorderedElementsAre;

namespace {

class Intake : public testing::Test {
protected:
  std::optional<Project> read(std::vector<std::string> Inputs = {}) {
    if (Inputs.empty())
      Inputs.push_back(Dir.path());
    Options.Inputs = Inputs;
    return readProject(Options, Sink);
  }
  std::vector<unsigned> numbers() const {
    std::vector<unsigned> Result;
    for (const Diagnostic &D : Sink.all())
      Result.push_back(D.Number);
    return Result;
  }
  static std::vector<std::string> names(const std::vector<std::string> &Paths) {
    std::vector<std::string> Result;
    for (const std::string &Path : Paths)
      Result.push_back(llvm::sys::path::filename(Path).str());
    return Result;
  }

  TempFolder Dir;
  IntakeOptions Options;
  DiagnosticSink Sink;
};

} // namespace

TEST_F(Intake, MakefileWithObjects) {
  Dir.write("Makefile", "CC = gcc\n"
                        "all: bin/prog\n"
                        "bin/prog: main.o k.o\n\tmkdir -p bin\n\t$(CC) $^ -o $@ -lcudart -lm\n"
                        "main.o: main.c\n\t$(CC) -DFROM_C -c $< -o $@\n"
                        "k.o: k.cu\n\tnvcc -arch=sm_50 -DK=2 -Iinc -c $< -o $@\n");
  Dir.write("main.c", "int main(void) { return 0; }\n");
  Dir.write("k.cu", "__global__ void k() {}\n");
  Dir.write("inc/k.h", "");
  Dir.write("data.txt", "1");
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Source, FlagSource::Makefile);
  ASSERT_EQ(P->Commands.size(), 2u);
  EXPECT_EQ(P->Commands[0].File, Dir / "k.cu");
  EXPECT_EQ(P->Commands[0].Arch, "sm_50");
  EXPECT_THAT(P->Commands[0].Flags, ElementsAre("-DK=2", "-I" + (Dir / "inc")));
  EXPECT_EQ(P->Commands[1].Lang, Language::C);
  ASSERT_EQ(P->Targets.size(), 1u);
  EXPECT_EQ(P->Targets[0].Name, "prog");
  EXPECT_EQ(P->Targets[0].Directory, "bin");
  EXPECT_THAT(names(P->Targets[0].Sources), ElementsAre("main.c", "k.cu"));
  EXPECT_THAT(P->Targets[0].SourceDefinitions[Dir / "k.cu"], ElementsAre("K=2"));
  EXPECT_THAT(P->Targets[0].Libraries, ElementsAre("m"));
  EXPECT_THAT(names(P->OtherFiles), ElementsAre("data.txt"));
  EXPECT_FALSE(Dir.has("bin")); // nothing was built
}

TEST_F(Intake, LibraryWithoutAName) {
  Dir.write("Makefile", "all: app\n"
                        "app: m.cu lib.a\n\tnvcc m.cu lib.a -o app\n"
                        "lib.a: l.cu\n\tnvcc -c l.cu -o l.o\n\tar rcs lib.a l.o\n");
  Dir.write("m.cu", "int main() {}\n");
  Dir.write("l.cu", "__global__ void k() {}\n");
  auto P = read();
  ASSERT_TRUE(P);
  ASSERT_EQ(P->Targets.size(), 2u);
  EXPECT_EQ(P->Targets[1].Name, "lib");
  EXPECT_THAT(P->Targets[0].Libraries, ElementsAre("lib"));
}

TEST_F(Intake, MakefileThatMakesItsDependencies) {
  Dir.write("Makefile", "prog: a.cu\n\tnvcc a.cu -o prog\n"
                        "a.d: a.cu\n\techo made > a.d\n-include a.d\n");
  Dir.write("a.cu", SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Targets.size(), 1u);
  EXPECT_FALSE(Dir.has("a.d"));
}

TEST_F(Intake, MakefilesInSubfolders) {
  Dir.write("Makefile", "all:\n\t$(MAKE) -C sub\n\tcd other; nvcc o.cu -o o\n");
  Dir.write("sub/Makefile", "s: s.cu\n\tnvcc $< -o $@\n");
  Dir.write("sub/s.cu", SmallCuda);
  Dir.write("other/o.cu", SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  ASSERT_EQ(P->Targets.size(), 2u);
  EXPECT_EQ(P->Targets[0].Directory, "other");
  EXPECT_EQ(P->Targets[1].Directory, "sub");
}

TEST_F(Intake, OneMakefileForEachProgram) {
  for (std::string Name : {"a", "b"}) {
    Dir.write(Name + "/Makefile", "all:\n\tnvcc x.cu -o x.exe\n");
    Dir.write(Name + "/x.cu", SmallCuda);
    Dir.write(Name + "/old.cu", SmallCuda);
  }
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Targets.size(), 2u);
  EXPECT_THAT(numbers(), ElementsAre(1006, 1006)); // old.cu is not built
}

TEST_F(Intake, CompileCommandsOfCMake) {
  Dir.write("a.cu", SmallCuda);
  Dir.write("b.cpp", "int f() { return 1; }\n");
  std::string Build = Dir / "build";
  Dir.write("build/compile_commands.json",
            "[{\"directory\": \"" + Build + "\", \"command\": \"/usr/bin/nvcc -DX -I" + Dir.path() +
                "/i -x cu -c " + Dir.path() +
                "/a.cu -o CMakeFiles/prog.dir/a.cu.o\", \"file\": \"" + Dir.path() +
                "/a.cu\", \"output\": \"CMakeFiles/prog.dir/a.cu.o\"},{\"directory\": \"" + Build +
                "\", \"command\": \"/usr/bin/c++ -c ../b.cpp -o CMakeFiles/prog.dir/b.cpp.o\", "
                "\"file\": \"../b.cpp\", \"output\": \"CMakeFiles/prog.dir/b.cpp.o\"}]");
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Source, FlagSource::CompileCommands);
  ASSERT_EQ(P->Targets.size(), 1u);
  EXPECT_EQ(P->Targets[0].Name, "prog");
  EXPECT_THAT(names(P->Targets[0].Sources), ElementsAre("a.cu", "b.cpp"));
}

TEST_F(Intake, CompileCommandsWithoutLinking) {
  Dir.write("one.cu", SmallCuda);
  Dir.write("two.cu", SmallCuda);
  Dir.write("compile_commands.json",
            "[{\"directory\": \"" + Dir.path() +
                "\", \"command\": \"nvcc -DX=5 -c one.cu -o one.o\", \"file\": \"one.cu\"},"
                "{\"directory\": \"" +
                Dir.path() + "\", \"command\": \"nvcc -c two.cu\", \"file\": \"two.cu\"}]");
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Source, FlagSource::CompileCommands);
  ASSERT_EQ(P->Targets.size(), 2u);
  EXPECT_EQ(P->Targets[0].Name, "one");
  EXPECT_THAT(P->Targets[0].Definitions, ElementsAre("X=5"));
  EXPECT_EQ(P->Targets[1].Name, "two");
}

TEST_F(Intake, CMakeLists) {
  Dir.write("CMakeLists.txt", R"(
cmake_minimum_required(VERSION 3.18)
project(demo LANGUAGES CXX CUDA) # a comment
set(CMAKE_CUDA_STANDARD 14)
option(WITH_EXTRA "more" OFF)
find_package(OpenMP)
set(SRC main.cu)
list(APPEND SRC util.cpp)
add_subdirectory(lib)
add_executable(demo ${SRC})
if(OpenMP_FOUND AND NOT WITH_EXTRA)
  target_link_libraries(demo PRIVATE k OpenMP::OpenMP_CXX m)
else()
  message(FATAL_ERROR "not taken")
endif()
target_compile_options(demo PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:--use_fast_math>)
set_target_properties(demo PROPERTIES CUDA_ARCHITECTURES "60;80")
foreach(N 1 2)
  add_executable(p${N} p.cu)
  target_compile_definitions(p${N} PRIVATE N=${N})
endforeach()
)");
  Dir.write("lib/CMakeLists.txt", "file(GLOB S *.cu)\nadd_library(k STATIC ${S})\n"
                                  "target_include_directories(k PUBLIC include)\n");
  Dir.write("lib/k.cu", "__global__ void k() {}\n");
  Dir.write("lib/include/k.h", "");
  Dir.write("main.cu", SmallCuda);
  Dir.write("p.cu", SmallCuda);
  Dir.write("util.cpp", "");
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Source, FlagSource::CMakeLists);
  ASSERT_EQ(P->Targets.size(), 4u); // sorted by folder, then name
  const ProgramTarget &Demo = P->Targets[0], &K = P->Targets[3];
  EXPECT_EQ(Demo.Name, "demo");
  EXPECT_TRUE(Demo.OpenMP && Demo.Math.FastMath);
  EXPECT_THAT(Demo.Libraries, ElementsAre("k", "m"));
  EXPECT_THAT(Demo.IncludeDirs, ElementsAre(Dir / "lib/include"));
  EXPECT_THAT(names(Demo.Sources), ElementsAre("main.cu", "util.cpp"));
  EXPECT_THAT(P->Targets[2].Definitions, ElementsAre("N=2"));
  EXPECT_EQ(K.Kind, ProgramKind::StaticLibrary);
  for (const CompileCommand &C : P->Commands)
    if (C.File == Dir / "main.cu") {
      EXPECT_EQ(C.Arch, "sm_80");
      EXPECT_THAT(C.Flags, Contains("-std=c++14"));
    }
}

TEST_F(Intake, CMakeFlagsFromEverywhere) {
  Dir.write("CMakeLists.txt", R"(
project(u LANGUAGES CXX CUDA)
add_definitions(-DM1=1)
set(CMAKE_CUDA_FLAGS "${CMAKE_CUDA_FLAGS} -DM2=1")
string(APPEND CMAKE_CUDA_FLAGS " -DM3=1")
add_executable(app m.cu plain.cpp c.cpp)
target_compile_options(app PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-DM4=1>)
set_source_files_properties(m.cu PROPERTIES COMPILE_DEFINITIONS "M5=1;M6")
set_target_properties(app PROPERTIES COMPILE_DEFINITIONS GONE INTERFACE_COMPILE_DEFINITIONS X)
set_target_properties(app PROPERTIES COMPILE_DEFINITIONS M7=1)
set_property(TARGET app APPEND PROPERTY COMPILE_DEFINITIONS M8=1)
set_property(SOURCE m.cu PROPERTY COMPILE_FLAGS "-DM9=1 -DM10=1")
set_source_files_properties(c.cpp PROPERTIES LANGUAGE CUDA)
target_compile_definitions(app PRIVATE $<$<CONFIG:Debug>:GONE=1> $<$<COMPILE_LANGUAGE:CXX>:HOST>)
string(APPEND CMAKE_CUDA_FLAGS " -DM11=1") # flags are read at the end of the file
string(APPEND CMAKE_CXX_FLAGS " -DPLAIN=1")
)");
  Dir.write("m.cu", SmallCuda);
  Dir.write("plain.cpp", "");
  Dir.write("c.cpp", "__global__ void c() {}\n");
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_THAT(numbers(), IsEmpty());
  std::map<std::string, std::set<std::string>> Definitions;
  for (const CompileCommand &C : P->Commands) {
    for (llvm::StringRef Flag : C.Flags)
      if (Flag.consume_front("-D"))
        Definitions[llvm::sys::path::filename(C.File).str()].insert(Flag.str());
    EXPECT_EQ(C.Lang, C.File == Dir / "plain.cpp" ? Language::Cxx : Language::Cuda);
  }
  EXPECT_THAT(Definitions["m.cu"], ElementsAre("M10=1", "M11=1", "M1=1", "M2=1", "M3=1", "M4=1",
                                               "M5=1", "M6", "M7=1", "M8=1", "M9=1"));
  EXPECT_THAT(Definitions["plain.cpp"], ElementsAre("HOST", "M1=1", "M7=1", "M8=1", "PLAIN=1"));
  EXPECT_THAT(Definitions["c.cpp"],
              ElementsAre("M11=1", "M1=1", "M2=1", "M3=1", "M4=1", "M7=1", "M8=1"));
}

TEST_F(Intake, CMakeCommandsThatAreNotReadAreSaid) {
  Dir.write("CMakeLists.txt", "project(u LANGUAGES CUDA)\n"
                              "while(FALSE)\nendwhile()\n"
                              "install(EXPORT targets)\n"
                              "add_executable(app m.cu)\n"
                              "somebodys_flags(app)\n"
                              "set_target_properties(app PROPERTIES FOLDER x UNITY_BUILD ON)\n");
  Dir.write("m.cu", SmallCuda);
  ASSERT_TRUE(read());
  EXPECT_THAT(numbers(), ElementsAre(1015, 1016, 1016, 1016));
}

TEST_F(Intake, CMakeFunctionsAndRules) {
  Dir.write("CMakeLists.txt",
            "project(u LANGUAGES CUDA)\noption(FAST \"less exact\" ON)\n"
            "function(add_app name)\n"
            "  cmake_parse_arguments(A \"TESTED\" \"FACTOR\" \"SOURCES\" ${ARGN})\n"
            "  if(NOT A_SOURCES)\n    return()\n  endif()\n"
            "  add_executable(${name} ${A_SOURCES})\n"
            "  target_compile_definitions(${name} PRIVATE FACTOR=${A_FACTOR})\n"
            "  if(A_TESTED)\n    add_test(NAME t_${name} COMMAND ${name} 1)\n  endif()\n"
            "  install(TARGETS ${name} nothing EXPORT e RUNTIME DESTINATION bin)\n"
            "endfunction()\n"
            "macro(twice)\n  add_app(${ARGV0}_2 SOURCES m.cu FACTOR 2)\nendmacro()\n"
            "enable_testing()\n"
            "add_app(one SOURCES m.cu n.cu FACTOR 1 TESTED)\nadd_app(none)\ntwice(more)\n"
            "file(GLOB APPS ${CMAKE_CURRENT_SOURCE_DIR}/app*.cu)\n"
            "foreach(A ${APPS})\n  get_filename_component(N ${A} NAME_WE)\n"
            "  add_executable(${N} ${A})\nendforeach()\n"
            "if(TARGET app1 AND NOT TARGET app2)\n  install(TARGETS nothing)\nendif()\n");
  for (const char *Name : {"m.cu", "n.cu", "app1.cu"})
    Dir.write(Name, SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  std::map<std::string, ProgramTarget> Targets;
  for (const ProgramTarget &T : P->Targets)
    Targets[T.Name] = T;
  EXPECT_EQ(Targets.size(), 3u);
  EXPECT_THAT(Targets["one"].Definitions, ElementsAre("FACTOR=1"));
  EXPECT_EQ(Targets["one"].Sources.size(), 2u);
  EXPECT_THAT(Targets["more_2"].Definitions, ElementsAre("FACTOR=2"));
  EXPECT_EQ(Targets.count("app1"), 1u);
  EXPECT_THAT(P->ReadWith, ElementsAre("FAST=ON"));
  std::vector<std::string> Rules;
  for (const BuildRule &R : P->Rules)
    Rules.push_back(R.Command + " " + llvm::join(R.Words, " "));
  EXPECT_THAT(Rules, ElementsAre("enable_testing ", "add_test NAME t_one COMMAND \1one\1 1",
                                 "install TARGETS \1one\1 RUNTIME DESTINATION bin",
                                 "install TARGETS \1more_2\1 RUNTIME DESTINATION bin"));
}

TEST_F(Intake, OptionsOfFindCuda) {
  Dir.write("CMakeLists.txt", "project(o)\nfind_package(CUDA REQUIRED)\n"
                              "cuda_add_executable(app m.cu OPTIONS -DOPT=1 -arch sm_60)\n");
  Dir.write("m.cu", SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_THAT(P->Targets.at(0).Definitions, ElementsAre("OPT=1"));
  EXPECT_EQ(P->Commands.at(0).Arch, "sm_60");
}

TEST_F(Intake, CompileCommandsOfClang) {
  Dir.write("main.inc", SmallCuda);
  Dir.write("compile_commands.json",
            "[{\"directory\": \"" + Dir.path() + "\", \"file\": \"main.cu\", \"arguments\": "
            "[\"clang++\", \"-x\", \"cuda\", \"--cuda-gpu-arch=sm_70\", \"--cuda-path=/opt/cuda\", "
            "\"-DN=9\", \"-c\", \"main.cu\", \"-o\", \"main.o\"]}]");
  Dir.write("main.cu", SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Source, FlagSource::CompileCommands);
  EXPECT_EQ(P->Commands.at(0).Lang, Language::Cuda);
  EXPECT_EQ(P->Commands.at(0).Arch, "sm_70");
  EXPECT_THAT(P->Targets.at(0).Definitions, ElementsAre("N=9"));
  EXPECT_THAT(numbers(), IsEmpty());
}

TEST_F(Intake, ValuesThatIfCannotCompareAreNumbered) {
  Dir.write("Makefile", "all: f d n\n"
                        "f: k.cu\n\tnvcc -DREAL=float -DN=1 -DSIZE=4 -o f k.cu\n"
                        "d: k.cu\n\tnvcc -DREAL=double -DN=2 -DSIZE=4 -o d k.cu\n"
                        "n: k.cu\n\tnvcc -DREAL= -DN -DZ=0 -o n k.cu\n");
  Dir.write("k.cu", "#ifndef SIZE\n#define SIZE 8\n#endif\n" + std::string(SmallCuda));
  auto P = read();
  ASSERT_TRUE(P);
  ASSERT_EQ(P->Targets.size(), 3u);
  EXPECT_THAT(P->Targets[0].Definitions, // N is a number, and defined(Z) can be asked
              ElementsAre("REAL=double", "N=2", "SIZE=4", "CU2CL_REAL=2", "CU2CL_SIZE=1"));
  EXPECT_THAT(P->Targets[1].Definitions,
              ElementsAre("REAL=float", "N=1", "SIZE=4", "CU2CL_REAL=3", "CU2CL_SIZE=1"));
  EXPECT_THAT(P->Targets[2].Definitions, ElementsAre("REAL=", "N", "Z=0", "CU2CL_REAL=1"));
  EXPECT_THAT(P->Commands[0].Flags, Contains("-DCU2CL_REAL=1"));
}

TEST_F(Intake, OneSourceWithSeveralCommandLines) {
  Dir.write("Makefile", "all:\n\tnvcc -DT=float a.cu -o f\n\tnvcc -DT=double a.cu -o d\n"
                        "\tnvcc -DT=double a.cu -o e\n");
  Dir.write("a.cu", SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Commands.size(), 2u); // equal ones are one
  EXPECT_EQ(P->Targets.size(), 3u);
}

TEST_F(Intake, FolderItself) {
  Dir.write("src/main.cu", "#include \"k.h\"\nint main() { run(); }\n");
  Dir.write("src/k.cu", "#include <k.h>\n__global__ void k() {}\nvoid run() { k<<<1,1>>>(); }\n");
  Dir.write("include/k.h", "void run();\n");
  Dir.write("src/other.cu", "void unused() { cudaMalloc(0, 0); }\n");
  Dir.write("src/part.cu", "// included\n");
  // A macro without a semicolon before main.
  Dir.write("src/top.cu", "#include \"part.cu\"\n#define F(n) void n() {}\nF(f)\nint main() {}\n");
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Source, FlagSource::Folder);
  ASSERT_EQ(P->Targets.size(), 3u);
  EXPECT_EQ(P->Targets[0].Name, "main");
  EXPECT_THAT(names(P->Targets[0].Sources), ElementsAre("main.cu", "k.cu"));
  EXPECT_THAT(P->Targets[0].IncludeDirs, ElementsAre(Dir / "include"));
  EXPECT_EQ(P->Targets[1].Kind, ProgramKind::StaticLibrary); // other.cu
  EXPECT_EQ(P->Targets[2].Name, "top");
  EXPECT_THAT(names(P->Headers), Contains("part.cu"));
}

TEST_F(Intake, MethodsOfTheSameName) {
  Dir.write(
      "main.cu",
      "#include \"ab.h\"\n__global__ void k() {}\nint main() { A a; a.print(); B().print(); }\n");
  Dir.write(
      "ab.h",
      "struct A { void print(); };\nstruct B { void print(); };\nstruct C { void print(); };\n");
  for (std::string Name : {"A", "B", "C"})
    Dir.write(Name + ".cpp", "#include \"ab.h\"\nvoid " + Name + "::print() {}\n");
  auto P = read();
  ASSERT_TRUE(P);
  ASSERT_EQ(P->Targets.size(), 1u);
  EXPECT_THAT(names(P->Targets[0].Sources), IsSupersetOf({"A.cpp", "B.cpp"}));
}

TEST_F(Intake, MpiWhereItsMacroIsDefined) {
  Dir.write(
      "m.cu",
      "#include \"config.h\"\n#ifdef PARALLEL\n#include <mpi.h>\n#endif\n__global__ void k() {}\n"
      "int main() {\n#if defined(PARALLEL) && 1\n  MPI_Init(0, 0);\n#else\n  k<<<1, "
      "1>>>();\n#endif\n}\n");
  Dir.write("config.h", "");
  EXPECT_FALSE(read()->Targets.at(0).Mpi);
  Options.ExtraFlags = {"-DPARALLEL"};
  EXPECT_TRUE(read()->Targets.at(0).Mpi);
  Options.ExtraFlags = {};
  Dir.write("config.h", "#define PARALLEL 1\n");
  EXPECT_TRUE(read()->Targets.at(0).Mpi);
  Dir.write("config.h", "");
  Dir.write("m.cu", "__global__ void k() {}\n#ifdef OTHER\n#endif\nint main() {\n#ifndef SERIAL\n  "
                    "MPI_Init(0, 0);\n#endif\n}\n");
  EXPECT_TRUE(read()->Targets.at(0).Mpi);
}

TEST_F(Intake, ConfigurationsAndUserFlags) {
  Dir.write("a.cu", SmallCuda);
  Options.ExtraFlags = {"-DU=1", "-std=c++14"};
  Options.Configurations = {{"-DBIG"}};
  auto P = read();
  ASSERT_TRUE(P);
  ASSERT_EQ(P->Commands.size(), 2u);
  EXPECT_THAT(P->Commands[0].Flags, ElementsAre("-DU=1", "-std=c++14"));
  EXPECT_THAT(P->Commands[1].Flags, ElementsAre("-DU=1", "-std=c++14", "-DBIG"));
  EXPECT_EQ(P->Targets[0].CxxStandard, "14");
  EXPECT_THAT(P->Targets[0].Definitions, ElementsAre("U=1"));
}

TEST_F(Intake, SingleFile) {
  Dir.write("a.cu", "#include \"a.h\"\n" + std::string(SmallCuda));
  Dir.write("a.h", "");
  Dir.write("b.cu", SmallCuda);
  auto P = read({Dir / "a.cu"});
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Commands.size(), 1u);
  EXPECT_EQ(P->Targets.size(), 1u);
  EXPECT_THAT(names(P->Headers), ElementsAre("a.h"));
  EXPECT_THAT(P->OtherFiles, IsEmpty());
}

TEST_F(Intake, RefusesWhatIsNoProject) {
  EXPECT_FALSE(read());
  EXPECT_THAT(numbers(), ElementsAre(1008));
}

TEST_F(Intake, FolderLinksWhatDefinesVariables) {
  Dir.write("main.cu", "#include \"config.h\"\n"
                       "template <class T> struct Pool { static T *first; };\n"
                       "struct Log { static int level, depth; };\n"
                       "__global__ void k() {}\n"
                       "int main() { int size = block; k<<<size, names[0]>>>();\n"
                       "  return Pool<float>::first != 0 || Log::depth; }\n");
  Dir.write("config.h", "extern int block;\nextern const char *const names[2];\nextern int unused;\n");
  Dir.write("config.cpp", "#include \"config.h\"\nint other = 2, block = 64;\n");
  Dir.write("names.cpp", "extern const char *const names[2] = {\"a\", \"b\"};\n");
  Dir.write("pool.cpp", "#include \"pool.h\"\ntemplate <> float *Pool<float>::first = 0;\n");
  Dir.write("log.cpp", "int Log::level = 1, Log::depth = 2;\n");
  // A variable of a name that is local elsewhere, and one that no other file can see.
  Dir.write("size.cpp", "int size = 1;\n");
  Dir.write("own.cpp", "static int block = 3;\nconst int names = 4;\ntypedef int unused;\n");
  auto P = read();
  ASSERT_TRUE(P);
  ASSERT_GE(P->Targets.size(), 1u);
  EXPECT_THAT(names(P->Targets[0].Sources),
              UnorderedElementsAre("main.cu", "config.cpp", "names.cpp", "pool.cpp", "log.cpp"));
}

TEST_F(Intake, CMakeLibrariesPassOnWhatIsTheirs) {
  Dir.write("CMakeLists.txt",
            "project(p VERSION 2.5 LANGUAGES CXX CUDA)\n"
            "option(WIDE \"\" ON)\n"
            "add_library(flags INTERFACE)\n"
            "target_compile_definitions(flags INTERFACE V=${PROJECT_VERSION_MAJOR}\n"
            "  $<$<COMPILE_LANGUAGE:CUDA>:ONLY_CUDA> $<$<BOOL:${WIDE}>:WIDE=$<IF:$<BOOL:OFF>,4,8>>)\n"
            "target_compile_options(flags INTERFACE $<$<COMPILE_LANGUAGE:CUDA>:-DONE -DTWO>)\n"
            "add_library(objects OBJECT o.cu)\n"
            "target_compile_definitions(objects PRIVATE OWN=1)\n"
            "add_library(core STATIC c.cu $<TARGET_OBJECTS:objects>)\n"
            "add_library(p::core ALIAS core)\n"
            "target_link_libraries(core PUBLIC flags)\n"
            "target_compile_definitions(core PRIVATE HIDDEN=1)\n"
            "add_library(outer STATIC x.cu)\n"
            "target_link_libraries(outer PUBLIC p::core)\n"
            "add_executable(app main.cu)\n"
            "target_link_libraries(app PRIVATE outer)\n");
  for (const char *Name : {"o.cu", "c.cu", "x.cu", "main.cu"})
    Dir.write(Name, "__global__ void k();\n");
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_THAT(numbers(), IsEmpty());
  for (const CompileCommand &C : P->Commands) {
    std::string Name = llvm::sys::path::filename(C.File).str();
    std::vector<std::string> Flags;
    for (const std::string &F : C.Flags)
      if (llvm::StringRef(F).starts_with("-D"))
        Flags.push_back(F);
    if (Name == "o.cu")
      EXPECT_THAT(Flags, UnorderedElementsAre("-DOWN=1"));
    if (Name == "main.cu" || Name == "x.cu")
      EXPECT_THAT(Flags,
                  UnorderedElementsAre("-DV=2", "-DONLY_CUDA", "-DWIDE=8", "-DONE", "-DTWO"));
  }
  for (const ProgramTarget &T : P->Targets)
    if (T.Name == "core")
      EXPECT_THAT(T.Libraries, Contains("objects"));
}

TEST_F(Intake, CMakeVariablesOfAllKinds) {
  Dir.write("CMakeLists.txt",
            "project(p CUDA)\n"
            "add_subdirectory(src)\n"
            "math(EXPR N \"(1 << 4) + 6 / 2 - 0x1\")\n"
            "set(MORE \"-DA=1 -DB=2\")\n"
            "separate_arguments(MORE)\n"
            "list(FILTER SOURCES EXCLUDE REGEX skip)\n"
            "list(LENGTH SOURCES COUNT)\n"
            "foreach(i RANGE 1 2)\n"
            "  add_executable(app${i} ${SOURCES})\n"
            "  target_compile_options(app${i} PRIVATE ${MORE})\n"
            "  target_compile_definitions(app${i} PRIVATE N=${N} I=${i} COUNT=${COUNT})\n"
            "endforeach()\n");
  Dir.write("src/CMakeLists.txt", "set(SOURCES ${CMAKE_CURRENT_SOURCE_DIR}/a.cu\n"
                                  "  ${CMAKE_CURRENT_SOURCE_DIR}/skip.cu PARENT_SCOPE)\n");
  Dir.write("src/a.cu", "int main() {}\n");
  Dir.write("src/skip.cu", "");
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_THAT(numbers(), ElementsAre(1006)); // skip.cu is not built
  ASSERT_EQ(P->Targets.size(), 2u);
  EXPECT_EQ(P->Targets[1].Name, "app2");
  EXPECT_THAT(names(P->Targets[1].Sources), ElementsAre("a.cu"));
  EXPECT_THAT(P->Commands[1].Flags,
              IsSupersetOf({"-DA=1", "-DB=2", "-DN=18", "-DI=2", "-DCOUNT=1"}));
}

TEST_F(Intake, CMakeGeneratorsThatAreNotReadAreNamed) {
  Dir.write("CMakeLists.txt", "project(p CUDA)\nadd_executable(app a.cu)\n"
                              "target_compile_definitions(app PRIVATE X=$<TARGET_PROPERTY:app,Y>)\n");
  Dir.write("a.cu", "int main() {}\n");
  ASSERT_TRUE(read());
  EXPECT_THAT(numbers(), ElementsAre(1016));
}

TEST_F(Intake, RefusesFolderWithoutCuda) {
  Dir.write("a.cpp", "int main() {}\n");
  EXPECT_FALSE(read());
  EXPECT_THAT(numbers(), ElementsAre(1003));
}

TEST_F(Intake, RefusesMissingInput) {
  EXPECT_FALSE(read({Dir / "nothing"}));
  EXPECT_THAT(numbers(), ElementsAre(1002));
}

TEST_F(Intake, LeavesBuildProductsOut) {
  Dir.write("a.cu", SmallCuda);
  Dir.write("a.o", "x");
  Dir.write(".git/config", "x");
  Dir.write("out/CMakeCache.txt", "");
  Dir.write("out/gen.cu", SmallCuda);
  Dir.write("prog", "\x7f"
                    "ELF...");
  Dir.write("input", "data without extension");
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Commands.size(), 1u);
  EXPECT_THAT(names(P->OtherFiles), ElementsAre("input"));
}
