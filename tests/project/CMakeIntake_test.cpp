// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "IntakeFixture.h"
#include "llvm/ADT/StringExtras.h"

using namespace cu2cl;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::UnorderedElementsAre;

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

TEST_F(Intake, CudaThatIsOffByDefaultIsSwitchedOn) {
  Dir.write("CMakeLists.txt",
            "project(p CXX)\noption(ENABLE_CUDA \"x\" OFF)\noption(TESTS \"x\" OFF)\n"
            "if(ENABLE_CUDA)\n  enable_language(CUDA)\nendif()\n"
            "add_executable(a)\nadd_subdirectory(src)\n");
  Dir.write("src/CMakeLists.txt", "target_sources(a PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/a.cpp)\n"
                                  "if(ENABLE_CUDA)\n  add_subdirectory(cuda)\nendif()\n");
  Dir.write("src/cuda/CMakeLists.txt",
            "target_sources(a PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/k.cu)\n");
  Dir.write("src/cuda/k.cu", SmallCuda);
  Dir.write("src/a.cpp", "#include <cuda_runtime.h>\nvoid f() { cudaDeviceSynchronize(); }\n");
  auto P = read();
  ASSERT_TRUE(P);
  ASSERT_EQ(P->Targets.size(), 1u);
  EXPECT_THAT(names(P->Targets[0].Sources), UnorderedElementsAre("a.cpp", "k.cu"));
  EXPECT_THAT(P->ReadWith, ElementsAre("ENABLE_CUDA=ON", "TESTS=OFF"));
  EXPECT_THAT(numbers(), Contains(1026));
}

TEST_F(Intake, CudaThatNoConditionLetsInIsSaid) {
  Dir.write("CMakeLists.txt", "project(p CXX)\nadd_executable(a a.cpp)\n"
                              "if(BACKEND STREQUAL \"device\")\n  target_sources(a PRIVATE k.cu)\n"
                              "endif()\n");
  Dir.write("k.cu", SmallCuda);
  Dir.write("a.cpp", "#include \"h.h\"\n");
  Dir.write("h.h", "#ifdef DEVICE\n#include <cuda_runtime.h>\n#endif\n");
  EXPECT_FALSE(read());
  EXPECT_THAT(numbers(), Contains(1027));
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

// What cmake itself refuses is said, also where something can be guessed.
TEST_F(Intake, CMakeSyntaxErrors) {
  Dir.write("a.cu", SmallCuda);
  const std::string Head = "project(p CUDA)\nadd_executable(a a.cu)\n";
  for (auto [Text, Line, What] :
       {std::tuple("set(A b\n", 3u, "the parenthesis after 'set' is not closed"),
        std::tuple("set(A \"b)\n\n", 3u, "a string is not closed"),
        std::tuple("if (A)\n  set\nendif()\n", 4u, "no parenthesis follows 'set'"),
        std::tuple("# fine\n)\n", 4u, "a command is expected, not ')'")}) {
    Dir.write("CMakeLists.txt", Head + Text);
    Options.Inputs = {Dir.path()};
    DiagnosticSink Said;
    ASSERT_TRUE(readProject(Options, Said));
    const auto All = Said.all();
    auto Guessed = llvm::find_if(All, [](const Diagnostic &D) { return D.Number == 1021; });
    ASSERT_NE(Guessed, All.end()) << Text;
    EXPECT_EQ(Guessed->Where.Line, Line) << Text;
    EXPECT_THAT(Guessed->Arguments, ElementsAre(What)) << Text;
  }
  Dir.write("CMakeLists.txt", Head + "set(A [[(\"]] \"x)\" -DB=\"(\") # (\n#[[ ( ]]\nset(C (d))\n");
  DiagnosticSink Said;
  ASSERT_TRUE(readProject(Options, Said));
  const auto All = Said.all();
  EXPECT_TRUE(llvm::none_of(All, [](const Diagnostic &D) { return D.Number == 1021; }));
}

TEST_F(Intake, CMakeCommandsThatAreNotReadAreSaid) {
  Dir.write("CMakeLists.txt", "project(u LANGUAGES CUDA)\n"
                              "while(FALSE)\nendwhile()\n"
                              "install(EXPORT targets)\n"
                              "add_executable(app m.cu)\n"
                              "somebodys_flags(app)\n"
                              "set_target_properties(app PROPERTIES FOLDER x UNITY_BUILD ON)\n");
  Dir.write("m.cu", SmallCuda);
  Options.RunCMake = false;
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

TEST_F(Intake, CMakeLibrariesPassOnWhatIsTheirs) {
  Dir.write(
      "CMakeLists.txt",
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
  EXPECT_EQ(P->Name, "p");
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
      EXPECT_THAT(names(T.Sources), ElementsAre("c.cu", "o.cu"));
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
  Dir.write("CMakeLists.txt",
            "project(p CUDA)\nadd_executable(app a.cu)\n"
            "target_compile_definitions(app PRIVATE X=$<TARGET_PROPERTY:app,Y>)\n");
  Dir.write("a.cu", "int main() {}\n");
  Options.RunCMake = false;
  ASSERT_TRUE(read());
  EXPECT_THAT(numbers(), ElementsAre(1016));
}

TEST_F(Intake, CMakeSystemFoldersAreSearchedLast) {
  Dir.write("CMakeLists.txt", "project(t LANGUAGES CXX CUDA)\ninclude_directories(SYSTEM all)\n"
                              "add_executable(t t.cu)\n"
                              "target_include_directories(t SYSTEM PRIVATE last)\n"
                              "target_include_directories(t PRIVATE third)\n"
                              "target_include_directories(t BEFORE PRIVATE first second)\n");
  Dir.write("t.cu", SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_THAT(P->Targets.at(0).IncludeDirs,
              ElementsAre(Dir / "first", Dir / "second", Dir / "third"));
  EXPECT_THAT(P->Targets.at(0).SystemDirs, ElementsAre(Dir / "all", Dir / "last"));
  EXPECT_EQ(P->Commands.at(0).Flags.at(0), "-I" + (Dir / "first"));
}

TEST_F(Intake, CMakeLibrariesOfCuda) {
  Dir.write(
      "CMakeLists.txt",
      "project(p LANGUAGES CXX CUDA)\nfind_package(CUDAToolkit)\nadd_executable(a a.cu)\n"
      "target_link_libraries(a PRIVATE CUDA::cudart CUDA::nvToolsExt CUDA::nvml CUDA::cublas\n"
      "  CUDA::cuda_driver CUDA::toolkit PNG::PNG)\n");
  Dir.write("a.cu", SmallCuda);
  Options.RunCMake = false;
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_THAT(numbers(), ElementsAre(1012));
  EXPECT_THAT(Sink.all()[0].Arguments, ElementsAre("cublas"));
  EXPECT_THAT(target(*P, "a").Libraries, ElementsAre("png"));
}
