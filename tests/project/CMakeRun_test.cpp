// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Over 400 lines: each test writes a whole project.

// Projects that cmake itself configures, with a stand-in for nvcc.

#include "IntakeFixture.h"
#include "project/cmake/CMakeRun.h"
#include "project/output/Layout.h"
#include "llvm/ADT/StringExtras.h"
#include <chrono>

using namespace cu2cl;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
using testing::UnorderedElementsAre;

namespace {

class ConfiguredIntake : public Intake {
protected:
  /// The project, which must have been configured without a word.
  std::optional<Project> configured() {
    auto P = read();
    EXPECT_THAT(texts(), IsEmpty());
    if (P)
      EXPECT_EQ(P->Source, FlagSource::ConfiguredCMake);
    return P;
  }
  std::vector<std::string> texts() const {
    std::vector<std::string> Result;
    for (const Diagnostic &D : Sink.all())
      Result.push_back(std::to_string(D.Number) + ": " + D.text());
    return Result;
  }
  static const CompileCommand &command(const Project &P, llvm::StringRef Name) {
    for (const CompileCommand &C : P.Commands)
      if (llvm::sys::path::filename(C.File) == Name)
        return C;
    ADD_FAILURE() << "no source " << Name.str();
    return P.Commands.front();
  }
};

} // namespace

TEST_F(ConfiguredIntake, LanguageWithWrittenHeader) {
  Dir.write("CMakeLists.txt", R"(
cmake_minimum_required(VERSION 3.14)
project(demo VERSION 1.5 LANGUAGES C CXX)
enable_language(CUDA)
find_package(CUDAToolkit REQUIRED)
set(CMAKE_CUDA_STANDARD 14)
configure_file(config.h.in inc/config.h)
file(WRITE ${PROJECT_BINARY_DIR}/data.txt "1")
add_library(k SHARED k.cu)
target_include_directories(k PUBLIC ${CMAKE_CURRENT_BINARY_DIR}/inc SYSTEM ext)
target_compile_options(k PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:--use_fast_math>)
add_executable(app main.cu util.c)
set_target_properties(app PROPERTIES CUDA_ARCHITECTURES "60;80" OUTPUT_NAME program
  RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
target_compile_definitions(app PRIVATE WHERE="${PROJECT_BINARY_DIR}/data.txt"
  IN="${PROJECT_SOURCE_DIR}/d")
target_link_libraries(app PRIVATE k CUDA::cufft m)
add_test(NAME t COMMAND app)
)");
  Dir.write("config.h.in", "#define VERSION \"@PROJECT_VERSION@\"\n");
  Dir.write("ext/e.h", "");
  for (const char *Name : {"k.cu", "main.cu"})
    Dir.write(Name, SmallCuda);
  Dir.write("util.c", "");
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_THAT(numbers(), ElementsAre(1012)) << llvm::join(texts(), "\n"); // cufft
  ASSERT_EQ(P->Source, FlagSource::ConfiguredCMake);
  EXPECT_EQ(describeFlagSource(*P), "CMakeLists.txt (configured by cmake)");
  EXPECT_THAT(names(P->Headers), ElementsAre("config.h", "e.h"));
  const std::string Config =
      llvm::sys::path::filename(P->Headers[0]) == "config.h" ? P->Headers[0] : P->Headers[1];
  std::string Text;
  ASSERT_TRUE(readFile(Config, Text));
  EXPECT_EQ(Text, "#define VERSION \"1.5\"\n");
  EXPECT_EQ(placeInOutput(*P, Config), "generated/inc/config.h");
  EXPECT_THAT(P->Generated[0].Data,
              ElementsAre(testing::Pair(P->Generated[0].Folder + "/data.txt", "data.txt")));
  const ProgramTarget &App = target(*P, "program"), &K = target(*P, "k");
  EXPECT_EQ(App.Directory, "bin");
  EXPECT_EQ(K.Kind, ProgramKind::SharedLibrary);
  EXPECT_TRUE(K.Math.FastMath);
  EXPECT_FALSE(App.Math.FastMath);
  EXPECT_THAT(App.Libraries, ElementsAre("k", "m"));
  EXPECT_THAT(App.Options, IsEmpty());
  EXPECT_THAT(App.Definitions, UnorderedElementsAre("WHERE=\"" + (Dir / "build/data.txt") + "\"",
                                                    "IN=\"" + (Dir / "d") + "\""));
  EXPECT_THAT(App.IncludeDirs, Contains(P->Generated[0].Folder + "/inc"));
  EXPECT_THAT(App.IncludeDirs, Contains(Dir / "ext"));
  EXPECT_THAT(names(App.Sources), ElementsAre("main.cu", "util.c"));
  EXPECT_EQ(command(*P, "main.cu").Arch, "sm_80");
  EXPECT_EQ(command(*P, "k.cu").Arch, "sm_70"); // as without a word about it
  EXPECT_THAT(command(*P, "k.cu").Flags, Contains("-std=c++14"));
  EXPECT_EQ(command(*P, "util.c").Lang, Language::C);
  ASSERT_EQ(P->Rules.size(), 1u);
  EXPECT_THAT(P->Rules[0].Words, Contains("\1program\1"));
  EXPECT_FALSE(Dir.has("build")); // nothing is written there
}

TEST_F(ConfiguredIntake, FolderIsRemovedWithTheProject) {
  Dir.write("CMakeLists.txt", "cmake_minimum_required(VERSION 3.14)\nproject(p LANGUAGES CUDA)\n"
                              "file(WRITE ${CMAKE_SOURCE_DIR}/own.h \"\")\n"
                              "file(WRITE ${CMAKE_SOURCE_DIR}/there.h \"2\")\n"
                              "file(WRITE ${CMAKE_SOURCE_DIR}/../beside.h \"2\")\n"
                              "add_executable(app a.cu)\n");
  TempFolder Surroundings; // the project lies in a folder of its own
  for (const char *Name : {"app/CMakeLists.txt", "app/there.h"})
    Surroundings.write(Name, Dir.read(llvm::StringRef(Name).drop_front(4)));
  Surroundings.write("app/a.cu", SmallCuda);
  Surroundings.write("app/there.h", "1");
  Surroundings.write("other/x.h", "1");
  std::string Folder;
  {
    auto P = read({Surroundings / "app"});
    ASSERT_TRUE(P);
    ASSERT_EQ(P->Generated.size(), 2u);
    Folder = llvm::sys::path::parent_path(P->Generated[1].Folder).str();
    EXPECT_THAT(names(P->Headers), Contains("own.h"));
    EXPECT_EQ(placeInOutput(*P, P->Generated[1].Folder + "/own.h"), "own.h");
    EXPECT_TRUE(llvm::sys::fs::exists(Folder));
  }
  EXPECT_FALSE(llvm::sys::fs::exists(Folder));
  EXPECT_FALSE(Surroundings.has("app/own.h"));
  EXPECT_FALSE(Surroundings.has("beside.h"));
  EXPECT_EQ(Surroundings.read("app/there.h"), "1");
  EXPECT_EQ(Surroundings.read("other/x.h"), "1"); // was linked in, and is no one's to remove
}

TEST_F(ConfiguredIntake, SettingsFromOutside) {
  Dir.write("CMakeLists.txt", "cmake_minimum_required(VERSION 3.14)\nproject(p CXX)\n"
                              "option(WIDE \"wide\" OFF)\nset(MODEL none CACHE STRING \"\")\n"
                              "if(MODEL STREQUAL cuda)\n  include(models/${MODEL}.cmake)\n"
                              "  file(READ size.txt SIZE)\nendif()\n");
  Dir.write("models/cuda.cmake", "enable_language(CUDA)\nadd_executable(app a.cu)\n"
                                 "target_compile_definitions(app PRIVATE WIDE_IS_${WIDE})\n");
  Dir.write("size.txt", "1");
  Dir.write("a.cu", SmallCuda);
  Options.Inputs = {Dir.path()};
  DiagnosticSink Guessing;
  auto P = readProject(Options, Guessing);
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Source, FlagSource::Folder);
  ASSERT_EQ(Guessing.all().size(), 1u);
  EXPECT_EQ(Guessing.all()[0].Number, 1021u);
  Options.CMakeSettings = {"MODEL=cuda", "WIDE:BOOL=ON"};
  P = configured();
  ASSERT_TRUE(P);
  EXPECT_THAT(P->Targets.at(0).Definitions, ElementsAre("WIDE_IS_ON"));
  Options.RunCMake = false;
  P = read();
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Source, FlagSource::CMakeLists);
  EXPECT_THAT(P->Targets.at(0).Definitions, ElementsAre("WIDE_IS_ON"));
  EXPECT_THAT(P->ReadWith, ElementsAre("WIDE=ON"));
}

TEST_F(ConfiguredIntake, WhatLiesBesideTheProject) {
  Dir.write("app/CMakeLists.txt", "cmake_minimum_required(VERSION 3.14)\nproject(p CUDA)\n"
                                  "include(../common/flags.cmake)\n"
                                  "add_executable(app a.cu ../common/b.cu)\n"
                                  "target_include_directories(app PRIVATE ../common)\n");
  Dir.write("common/flags.cmake", "file(READ ${CMAKE_CURRENT_LIST_DIR}/size.txt SIZE)\n"
                                  "add_compile_definitions(SIZE=${SIZE})\n");
  Dir.write("common/size.txt", "12");
  Dir.write("app/a.cu", SmallCuda);
  Dir.write("common/b.cu", "__global__ void b() {}\n");
  auto P = read({Dir / "app"});
  EXPECT_THAT(texts(), IsEmpty());
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Source, FlagSource::ConfiguredCMake);
  EXPECT_THAT(P->Targets.at(0).Sources, ElementsAre(Dir / "app/a.cu", Dir / "common/b.cu"));
  EXPECT_THAT(P->Targets.at(0).Definitions, ElementsAre("SIZE=12"));
  EXPECT_THAT(P->Targets.at(0).IncludeDirs, ElementsAre(Dir / "common"));
}

/// What is compiled and how, without the order of the flags. CMake passes nvcc's default standard.
static std::set<std::string> commandsOf(const Project &P) {
  std::set<std::string> Result;
  for (const CompileCommand &C : P.Commands) {
    std::set<std::string> Flags;
    for (const std::string &Flag : C.Flags)
      if (Flag != "-std=c++17")
        Flags.insert(Flag);
    Result.insert(relativePath(C.File, P.Root) + " " + C.Arch + " " + std::to_string(int(C.Lang)) +
                  " " + llvm::join(Flags, " "));
  }
  return Result;
}

TEST_F(ConfiguredIntake, BothWaysSayTheSame) {
  for (const char *Name : {"modern_cmake", "same_names", "separable_library"}) {
    TempFolder Copy;
    DiagnosticSink Unused;
    std::string From = std::string(CU2CL_TEST_PROJECTS) + "/" + Name, Text;
    FolderFiles Files = scanFolder(From, Unused);
    for (const auto *List : {&Files.Sources, &Files.Headers, &Files.BuildFiles, &Files.Others})
      for (const std::string &File : *List)
        if (readFile(File, Text))
          Copy.write(relativePath(File, From), Text);
    auto Read = read({Copy.path()});
    Copy.write("CMakeLists.txt", Copy.read("CMakeLists.txt") +
                                     "\nexecute_process(COMMAND ${CMAKE_COMMAND} -E echo)\n");
    auto Configured = read({Copy.path()});
    ASSERT_TRUE(Read && Configured) << Name;
    EXPECT_EQ(Read->Source, FlagSource::CMakeLists) << Name;
    EXPECT_EQ(Configured->Source, FlagSource::ConfiguredCMake) << Name;
    EXPECT_EQ(commandsOf(*Read), commandsOf(*Configured)) << Name;
  }
}

TEST_F(ConfiguredIntake, WrittenSourcesAndObjectLibraries) {
  Dir.write("CMakeLists.txt", R"(
cmake_minimum_required(VERSION 3.14)
project(demo LANGUAGES CXX CUDA)
configure_file(k.cu.in k_int.cu)
add_library(parts OBJECT ${CMAKE_CURRENT_BINARY_DIR}/k_int.cu own.cpp)
set_source_files_properties(own.cpp PROPERTIES LANGUAGE CUDA)
target_compile_definitions(parts PRIVATE P=1)
add_executable(one main.cu $<TARGET_OBJECTS:parts>)
add_executable(two main.cu)
target_link_libraries(two PRIVATE parts)
)");
  Dir.write("k.cu.in", "// @PROJECT_NAME@ in @PROJECT_BINARY_DIR@ of @PROJECT_SOURCE_DIR@\n");
  Dir.write("own.cpp", "__global__ void own() {}\n");
  Dir.write("main.cu", SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_THAT(texts(), ElementsAre(HasSubstr("1018: "))); // which folder, the port cannot know
  EXPECT_EQ(Sink.all()[0].Where.File, Dir / "build/k_int.cu");
  EXPECT_THAT(names(target(*P, "one").Sources), ElementsAre("main.cu", "k_int.cu", "own.cpp"));
  EXPECT_THAT(names(target(*P, "two").Sources), ElementsAre("main.cu", "k_int.cu", "own.cpp"));
  EXPECT_EQ(P->Targets.size(), 2u);
  const CompileCommand &K = command(*P, "k_int.cu");
  EXPECT_THAT(K.Flags, Contains("-DP=1"));
  EXPECT_EQ(placeInOutput(*P, K.File), "generated/k_int.cu");
  std::string Text;
  ASSERT_TRUE(readFile(K.File, Text));
  EXPECT_EQ(Text, "// demo in " + (Dir / "build") + " of " + Dir.path() + "\n");
  EXPECT_EQ(command(*P, "own.cpp").Lang, Language::Cuda);
  Layout L(*P, {}, {});
  ASSERT_TRUE(L.find(K.File));
  EXPECT_EQ(L.find(K.File)->Host, "generated/k_int.cpp");
  EXPECT_FALSE(L.find(K.File)->IsExternal);
}

TEST_F(ConfiguredIntake, OldFindCuda) {
  Dir.write("CMakeLists.txt", R"(
cmake_minimum_required(VERSION 3.5)
if(POLICY CMP0146)
  cmake_policy(SET CMP0146 OLD)
endif()
project(old)
find_package(CUDA REQUIRED)
if(CUDA_VERSION VERSION_LESS 9.0)
  message(FATAL_ERROR "too old")
endif()
file(STRINGS n.txt N)
set(CUDA_NVCC_FLAGS ${CUDA_NVCC_FLAGS} -arch=sm_60)
add_definitions(-DALL=1)
include_directories(inc)
configure_file(c.h.in c.h)
cuda_include_directories(${CMAKE_CURRENT_BINARY_DIR})
cuda_add_library(l l.cu)
cuda_add_executable(app m.cu u.cpp OPTIONS -DN=${N} "-DQ=\"x y\"")
target_link_libraries(app l)
cuda_add_cufft_to_target(app)
)");
  Dir.write("n.txt", "4\n");
  Dir.write("c.h.in", "");
  Dir.write("inc/i.h", "");
  for (const char *Name : {"l.cu", "m.cu"})
    Dir.write(Name, SmallCuda);
  Dir.write("u.cpp", "");
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_THAT(numbers(), ElementsAre(1012)); // cufft
  ASSERT_EQ(P->Source, FlagSource::ConfiguredCMake);
  const ProgramTarget &App = target(*P, "app");
  EXPECT_THAT(names(App.Sources), ElementsAre("m.cu", "u.cpp"));
  EXPECT_EQ(App.Libraries.front(), "l");
  const CompileCommand &M = command(*P, "m.cu");
  EXPECT_EQ(M.Lang, Language::Cuda);
  EXPECT_EQ(M.Arch, "sm_60");
  EXPECT_THAT(M.Flags, IsSupersetOf(std::vector<std::string>{"-DALL=1", "-DN=4", "-DQ=\"x y\"",
                                                             "-I" + (Dir / "inc"),
                                                             "-I" + P->Generated[0].Folder}));
  EXPECT_THAT(command(*P, "l.cu").Flags, Not(Contains("-DN=4")));
  EXPECT_THAT(command(*P, "u.cpp").Flags, Contains("-DALL=1"));
  EXPECT_THAT(names(P->Headers), Contains("c.h"));
  EXPECT_THAT(M.Flags, Not(Contains("-DNVCC")));
  Dir.write("u.h", "#if __NVCC__ || !defined(NVCC)\n#error not FindCUDA\n#endif\n");
  P = read();
  ASSERT_TRUE(P);
  EXPECT_THAT(command(*P, "m.cu").Flags, Contains("-DNVCC"));
}

TEST_F(ConfiguredIntake, WhatFailsIsRead) {
  Dir.write("CMakeLists.txt",
            "cmake_minimum_required(VERSION 3.14)\nproject(p LANGUAGES CUDA)\n"
            "find_package(NoSuchPackageAnywhere QUIET)\n"
            "if(NOT NoSuchPackageAnywhere_FOUND)\n"
            "  message(FATAL_ERROR \"no package, as was said \"\n"
            "    \"in a line that is so long that cmake has to break it\")\nendif()\n"
            "add_executable(app a.cu)\nsomebodys_flags(app)\n");
  Dir.write("a.cu", SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Source, FlagSource::CMakeLists);
  EXPECT_EQ(P->Targets.size(), 1u);
  EXPECT_THAT(P->Generated, IsEmpty());
  ASSERT_THAT(numbers(), ElementsAre(1017, 1016));
  EXPECT_THAT(texts()[0], HasSubstr("no package, as was said in a line that is so long that "
                                    "cmake has to break it"));
  EXPECT_EQ(Sink.all()[0].Where.File, Dir / "CMakeLists.txt");
  EXPECT_EQ(Sink.all()[0].Where.Line, 5u);
}

TEST_F(ConfiguredIntake, ErrorsOfModulesHaveTheirCallers) {
  Dir.write("CMakeLists.txt", "cmake_minimum_required(VERSION 3.14)\nproject(p LANGUAGES CUDA)\n"
                              "add_executable(app a.cu)\nadd_subdirectory(sub)\n");
  Dir.write("sub/CMakeLists.txt", "include(FindPackageHandleStandardArgs)\n"
                                  "find_library(NO_SUCH cu2cl_no_such_library)\n"
                                  "set(None_FIND_REQUIRED ON)\n"
                                  "find_package_handle_standard_args(None DEFAULT_MSG NO_SUCH)\n");
  Dir.write("a.cu", SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  ASSERT_FALSE(texts().empty());
  const Diagnostic Last = Sink.all().back();
  EXPECT_EQ(Last.Number, 1017u);
  EXPECT_EQ(Last.Where.File, Dir / "sub/CMakeLists.txt");
  EXPECT_EQ(Last.Where.Line, 4u);
  EXPECT_THAT(Last.text(), HasSubstr("Could NOT find None"));
}

TEST_F(ConfiguredIntake, WhatHangsIsEnded) {
  Dir.write("CMakeLists.txt", "cmake_minimum_required(VERSION 3.14)\nproject(p LANGUAGES CUDA)\n"
                              "execute_process(COMMAND sleep 1000)\nadd_executable(app a.cu)\n");
  Dir.write("a.cu", SmallCuda);
  Options.SecondsForCMake = 1;
  auto Begin = std::chrono::steady_clock::now();
  auto P = read();
  EXPECT_LT(std::chrono::steady_clock::now() - Begin, std::chrono::seconds(50));
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Source, FlagSource::CMakeLists);
  EXPECT_THAT(texts(), ElementsAre(HasSubstr("longer than 1 seconds")));
}

TEST_F(ConfiguredIntake, PlainFilesAreOnlyRead) {
  Dir.write("CMakeLists.txt", "cmake_minimum_required(VERSION 3.14)\nproject(p LANGUAGES CUDA)\n"
                              "find_package(CUDAToolkit)\nadd_executable(app a.cu)\n"
                              "include(GNUInstallDirs)\ninstall(TARGETS app DESTINATION bin)\n");
  Dir.write("a.cu", SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Source, FlagSource::CMakeLists);
  EXPECT_THAT(numbers(), IsEmpty());
}

TEST_F(ConfiguredIntake, WhatCMakeDoesNotTellEither) {
  Dir.write("CMakeLists.txt", R"(
cmake_minimum_required(VERSION 3.14)
project(p LANGUAGES CUDA)
execute_process(COMMAND ${CMAKE_COMMAND} -E echo)
add_custom_command(OUTPUT made.cu COMMAND make_it)
add_custom_command(OUTPUT x.o COMMAND compile_it)
add_executable(app a.cu made.cu ${CMAKE_CURRENT_BINARY_DIR}/x.o)
install(TARGETS app EXPORT e DESTINATION bin)
install(EXPORT e DESTINATION lib)
)");
  Dir.write("a.cu", SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Source, FlagSource::ConfiguredCMake);
  EXPECT_THAT(numbers(), ElementsAre(1016, 1007, 1005)); // the rule, made.cu, x.o
  EXPECT_EQ(Sink.all()[1].Where.File, Dir / "build/made.cu");
}

TEST_F(ConfiguredIntake, WhatAnEarlierBuildMade) {
  Dir.write("CMakeLists.txt", R"(
cmake_minimum_required(VERSION 3.14)
project(p LANGUAGES CUDA)
configure_file(now.h.in now.h)
add_custom_command(OUTPUT made.cu made.h COMMAND make_it)
add_executable(app a.cu made.cu)
target_include_directories(app PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
)");
  Dir.write("a.cu", SmallCuda);
  Dir.write("now.h.in", "new\n");
  for (const char *Name : {"CMakeCache.txt", "CMakeFiles/c.cu", "made.cu", "made.h", "now.h"})
    Dir.write("build/" + std::string(Name), "old\n");
  auto P = configured();
  ASSERT_TRUE(P);
  EXPECT_THAT(names(P->Targets.at(0).Sources), ElementsAre("a.cu", "made.cu"));
  EXPECT_EQ(placeInOutput(*P, command(*P, "made.cu").File), "generated/made.cu");
  EXPECT_THAT(names(P->Headers), UnorderedElementsAre("made.h", "now.h"));
  for (const std::string &Header : P->Headers) {
    std::string Text;
    ASSERT_TRUE(readFile(Header, Text));
    EXPECT_EQ(Text, llvm::sys::path::filename(Header) == "now.h" ? "new\n" : "old\n");
  }
  EXPECT_EQ(Dir.read("build/now.h"), "old\n");
}

TEST_F(ConfiguredIntake, UnitedSourcesAreRead) {
  Dir.write("CMakeLists.txt", "cmake_minimum_required(VERSION 3.16)\nproject(p CXX CUDA)\n"
                              "configure_file(CMakeLists.txt x.txt)\nset(CMAKE_UNITY_BUILD ON)\n"
                              "add_executable(app a.cu b.cpp c.cpp)\n");
  Dir.write("a.cu", SmallCuda);
  Dir.write("b.cpp", "");
  Dir.write("c.cpp", "");
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Source, FlagSource::CMakeLists);
  EXPECT_THAT(names(P->Targets.at(0).Sources), ElementsAre("a.cu", "b.cpp", "c.cpp"));
  EXPECT_THAT(numbers(), ElementsAre(1017));
}

// What a driver or a package of NVIDIA's would have put into the system is found, and not linked.
TEST_F(ConfiguredIntake, LibrariesOfTheDriver) {
  Dir.write("CMakeLists.txt", R"(
cmake_minimum_required(VERSION 3.18)
project(p LANGUAGES CXX CUDA)
file(WRITE ${PROJECT_BINARY_DIR}/x.txt "1")
find_library(NVML nvidia-ml)
find_library(NCCL nccl)
find_path(NCCL_FOLDER nccl.h)
add_executable(a a.cu)
target_link_libraries(a PRIVATE ${NVML} m)
add_executable(b b.cu)
target_include_directories(b PRIVATE ${NCCL_FOLDER})
target_link_libraries(b PRIVATE ${NCCL} z)
)");
  Dir.write("a.cu", SmallCuda);
  Dir.write("b.cu", SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Source, FlagSource::ConfiguredCMake);
  EXPECT_THAT(numbers(), ElementsAre(1012)) << llvm::join(texts(), "\n"); // nccl
  EXPECT_THAT(target(*P, "a").Libraries, ElementsAre("m"));
  EXPECT_THAT(target(*P, "b").Libraries, ElementsAre("z"));
}
