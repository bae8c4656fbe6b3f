// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a CMake project links, and what it does after the link.

#include "IntakeFixture.h"
#include "project/cmake/CMakeRules.h"
#include "project/output/Layout.h"

using namespace cu2cl;
using testing::ElementsAre;
using testing::IsEmpty;

TEST_F(Intake, ObjectsOfObjectLibraries) {
  Dir.write("CMakeLists.txt", R"(
project(demo CUDA)
add_library(oa OBJECT a.cu)
target_compile_definitions(oa PRIVATE OWN=1 PUBLIC SHARED=1)
add_library(ob OBJECT b.cu)
set(OBJECTS $<TARGET_OBJECTS:oa>)
add_library(all STATIC ${OBJECTS})
target_sources(all PRIVATE $<TARGET_OBJECTS:ob>)
add_executable(app main.cu)
target_link_libraries(app all)
add_executable(direct main.cu)
target_link_libraries(direct PRIVATE oa ob)
add_library(unused OBJECT c.cu)
)");
  for (const char *Name : {"a.cu", "b.cu", "c.cu", "main.cu"})
    Dir.write(Name, SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_THAT(numbers(), IsEmpty());
  std::map<std::string, const ProgramTarget *> Targets;
  for (const ProgramTarget &T : P->Targets)
    Targets[T.Name] = &T;
  ASSERT_THAT(Targets, testing::SizeIs(4));
  EXPECT_THAT(names(Targets["all"]->Sources), ElementsAre("a.cu", "b.cu"));
  EXPECT_THAT(Targets["all"]->SourceDefinitions.at(Dir / "a.cu"), ElementsAre("OWN=1", "SHARED=1"));
  EXPECT_THAT(Targets["app"]->Libraries, ElementsAre("all"));
  EXPECT_THAT(names(Targets["direct"]->Sources), ElementsAre("main.cu", "a.cu", "b.cu"));
  EXPECT_THAT(Targets["direct"]->SourceDefinitions.at(Dir / "main.cu"), ElementsAre("SHARED=1"));
  EXPECT_THAT(names(Targets["unused"]->Sources), ElementsAre("c.cu"));
}

TEST_F(Intake, CppTargetsThatCallCuda) {
  Dir.write("CMakeLists.txt", R"(
project(demo CXX)
find_package(CUDAToolkit REQUIRED)
add_library(buffers src/buffers.cpp)
target_include_directories(buffers PUBLIC include)
target_compile_definitions(buffers PRIVATE SIZE=3)
target_link_libraries(buffers PUBLIC CUDA::cudart)
)");
  Dir.write("src/buffers.cpp",
            "#include \"buffers.h\"\nvoid make(float **d) { cudaMalloc(d, 4); }\n");
  Dir.write("include/buffers.h", "#include <cuda_runtime.h>\nvoid make(float **d);\n");
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_NE(P->Source, FlagSource::Folder);
  ASSERT_EQ(P->Targets.size(), 1u);
  EXPECT_THAT(P->Targets[0].IncludeDirs, ElementsAre(Dir / "include"));
  EXPECT_THAT(P->Targets[0].Definitions, ElementsAre("SIZE=3"));
}

TEST_F(Intake, LibrariesOfDeepTargetsOfAConfiguredProject) {
  Dir.write("CMakeLists.txt", "cmake_minimum_required(VERSION 3.18)\nproject(demo CUDA)\n"
                              "configure_file(conf.h.in conf.h)\n"
                              "add_subdirectory(libs/one)\nadd_subdirectory(apps/tool/main)\n");
  Dir.write("conf.h.in", "");
  Dir.write("libs/one/CMakeLists.txt", "add_library(one STATIC a.cu)\n");
  Dir.write("libs/one/a.cu", "__global__ void a() {}\n");
  Dir.write("apps/tool/main/CMakeLists.txt",
            "add_executable(app main.cu)\ntarget_link_libraries(app one)\n");
  Dir.write("apps/tool/main/main.cu", SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  ASSERT_EQ(P->Source, FlagSource::ConfiguredCMake);
  ASSERT_EQ(P->Targets.size(), 2u);
  EXPECT_EQ(P->Targets[0].Directory, "apps/tool/main");
  EXPECT_THAT(P->Targets[0].Libraries, ElementsAre("one"));
}

TEST_F(Intake, WhatFollowsALink) {
  Dir.write("CMakeLists.txt", R"(
project(demo CUDA)
add_subdirectory(apps)
)");
  Dir.write("apps/CMakeLists.txt", R"cmake(
add_executable(app main.cu)
add_custom_command(TARGET app POST_BUILD
  COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_CURRENT_SOURCE_DIR}/data.txt $<TARGET_FILE_DIR:app>/in.txt
  COMMAND ${CMAKE_COMMAND} -E copy_directory ${CMAKE_SOURCE_DIR}/tables ${CMAKE_CURRENT_BINARY_DIR}/tables
  COMMENT "Copying \"data\" for ${X}$" VERBATIM)
add_custom_command(TARGET app POST_BUILD
  COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_CURRENT_SOURCE_DIR}/main.cu ${CMAKE_BINARY_DIR}/main.cu)
add_custom_command(TARGET app POST_BUILD COMMAND strip $<TARGET_FILE:app>)
)cmake");
  Dir.write("apps/main.cu", SmallCuda);
  Dir.write("apps/data.txt", "");
  Dir.write("tables/one.txt", "");
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_THAT(numbers(), ElementsAre(1016)); // strip
  Layout L(*P, {}, {});
  EXPECT_EQ(cmakeRules(*P, L, {{"app", "app"}}),
            "\n# Tests and install rules of the CUDA project.\n"
            "add_custom_command(TARGET app POST_BUILD COMMAND ${CMAKE_COMMAND} -E copy "
            "\"${CMAKE_CURRENT_SOURCE_DIR}/apps/data.txt\" \"$<TARGET_FILE_DIR:app>/in.txt\" "
            "COMMAND ${CMAKE_COMMAND} -E copy_directory \"${CMAKE_CURRENT_SOURCE_DIR}/tables\" "
            "\"${CMAKE_BINARY_DIR}/apps/tables\" COMMENT \"Copying \\\"data\\\" for \\$\" "
            "VERBATIM)\n# Left out: a command at a build that takes apps/main.cu.\n");
}

TEST_F(Intake, LibrariesOfPackages) {
  Options.RunCMake = false;
  Dir.write("CMakeLists.txt", R"cmake(
project(demo CUDA)
find_package(OpenGL REQUIRED)
find_package(Other REQUIRED)
add_definitions(-DNAME="a b" -DN=2)
add_executable(shows gl.cu)
target_link_libraries(shows PRIVATE OpenGL::GLU CUDA::cudart)
add_executable(other gl.cu)
target_link_libraries(other PRIVATE Other::Other m)
)cmake");
  Dir.write("gl.cu", SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  ASSERT_THAT(numbers(), ElementsAre(1016));
  EXPECT_EQ(Sink.all()[0].Arguments[0], "the library Other::Other");
  EXPECT_THAT(P->Targets.at(0).Libraries, ElementsAre("m"));
  EXPECT_THAT(P->Targets.at(1).Libraries, ElementsAre("GLU", "GL"));
  EXPECT_THAT(P->Targets.at(1).Definitions, ElementsAre("NAME=\"a b\"", "N=2"));
}

TEST_F(Intake, LibrariesThatIncludesName) {
  Dir.write("a.cu", "#include \"show.h\"\n" + std::string(SmallCuda));
  Dir.write("show.h", "#include <GL/freeglut.h>\n#include <zlib.h>\n");
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_THAT(P->Targets.at(0).Libraries, ElementsAre("glut", "GLU", "GL", "z"));
}

TEST_F(Intake, OldC) {
  Dir.write("Makefile",
            "a:\n\tgcc -ansi -c c.c\n\tgcc -std=c89 -c d.c\n\tnvcc -Xcompiler -ansi a.cu "
            "c.o d.o -o a\n");
  for (const char *Name : {"a.cu", "c.c", "d.c"})
    Dir.write(Name, SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_THAT(P->Commands[0].Flags, ElementsAre("-Ulinux", "-Uunix"));
  EXPECT_THAT(P->Commands[1].Flags, ElementsAre("-Ulinux", "-Uunix", "-std=gnu90"));
  EXPECT_THAT(P->Commands[2].Flags, ElementsAre("-std=gnu90"));
}
