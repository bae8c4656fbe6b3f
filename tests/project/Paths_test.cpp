// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Files of equal names in several folders, and projects that symbolic links lead to.

#include "IntakeFixture.h"
#include "core/source/PlainPath.h"
#include "project/cmake/CMakeWriter.h"

using namespace cu2cl;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST_F(Intake, ProgramsHaveDifferentIds) {
  for (const char *Name : {"a-b/util.cu", "a_b/util.cu", "a_b_util.cu", "a/b/util.cu"})
    Dir.write(Name, "__global__ void k() {}\n");
  auto P = read();
  ASSERT_TRUE(P);
  Layout L(*P, {}, {});
  std::set<std::string> Ids;
  for (const auto &[Path, Plan] : L.files())
    EXPECT_TRUE(Ids.insert(Plan.ProgramId).second) << Plan.ProgramId;
}

TEST_F(Intake, ProjectBehindALink) {
  Dir.write("real/Makefile", "app: m.o sub/k.o\n\tnvcc $^ -o bin/app\n"
                             "m.o: m.cu\n\tnvcc -I$(CURDIR)/inc -c m.cu\n"
                             "sub/k.o:\n\t$(MAKE) -C sub\n");
  Dir.write("elsewhere/Makefile", "k.o: k.cu\n\tnvcc -I../inc -c k.cu -o k.o\n");
  Dir.write("real/m.cu", SmallCuda);
  Dir.write("elsewhere/k.cu", "__global__ void other() {}\n");
  Dir.write("real/inc/h.h", "");
  ASSERT_FALSE(llvm::sys::fs::create_link(Dir / "real", Dir / "link"));
  ASSERT_FALSE(llvm::sys::fs::create_link(Dir / "elsewhere", Dir / "real/sub"));
  auto P = read({Dir / "link"});
  ASSERT_TRUE(P);
  EXPECT_THAT(numbers(), IsEmpty());
  EXPECT_EQ(P->Root, Dir / "link");
  ASSERT_EQ(P->Commands.size(), 2u);
  EXPECT_EQ(P->Commands[0].File, Dir / "link/m.cu");
  EXPECT_THAT(P->Commands[0].Flags, ElementsAre("-I" + (Dir / "link/inc")));
  EXPECT_EQ(P->Commands[1].File, Dir / "link/sub/k.cu");
  ASSERT_EQ(P->Targets.size(), 1u);
  EXPECT_EQ(P->Targets[0].Directory, "bin");
  EXPECT_EQ(P->Targets[0].Sources.size(), 2u);
}

TEST_F(Intake, CompileCommandsOfAnotherPathToTheProject) {
  Dir.write("real/a.cu", SmallCuda);
  ASSERT_FALSE(llvm::sys::fs::create_link(Dir / "real", Dir / "link"));
  Dir.write("real/compile_commands.json",
            R"([{"directory": ")" + (Dir / "link/build") + R"(", "file": ")" + (Dir / "link/a.cu") +
                R"(", "command": "nvcc -I)" + (Dir / "link") + R"( -c ../a.cu -o a.o"}])");
  auto P = read({Dir / "real"});
  ASSERT_TRUE(P);
  ASSERT_EQ(P->Commands.size(), 1u);
  EXPECT_EQ(P->Commands[0].File, Dir / "real/a.cu");
  EXPECT_THAT(P->Commands[0].Flags, ElementsAre("-I" + (Dir / "real")));
}

/// The port's CMakeLists.txt, as if every source had been translated.
static std::string buildFileOf(const Project &P) {
  Layout L(P, {}, {});
  OutputFiles Files;
  for (const CompileCommand &C : P.Commands)
    Files[L.find(C.File)->Host].Origin = C.File;
  return cmakeText(P, L, Files);
}

TEST_F(Intake, SourcesThatSearchOtherFolders) {
  Dir.write("Makefile", "app: a.o b.o c.o\n\tnvcc $^ -o app\n"
                        "a.o: a.cu\n\tnvcc -Ione -Ishared -c a.cu\n"
                        "b.o: b.cu\n\tnvcc -Itwo -isystem shared -c b.cu\n"
                        "c.o: c.cu\n\tnvcc -Ishared -Ione -c c.cu\n");
  for (const char *Name : {"a.cu", "b.cu", "c.cu"})
    Dir.write(Name, SmallCuda);
  for (const char *Name : {"one/common.h", "two/common.h", "shared/more.h"})
    Dir.write(Name, "");
  auto P = read();
  ASSERT_TRUE(P);
  std::string Text = buildFileOf(*P);
  // Only b.cu would find another header in the folders of the whole program.
  EXPECT_THAT(Text, HasSubstr("set_source_files_properties(b.cpp PROPERTIES INCLUDE_DIRECTORIES "
                              "\"${CMAKE_CURRENT_SOURCE_DIR}/two;${CMAKE_CURRENT_SOURCE_DIR}/"
                              "shared\")"));
  EXPECT_THAT(Text, Not(HasSubstr("(a.cpp PROPERTIES INCLUDE")));
  EXPECT_THAT(Text, Not(HasSubstr("(c.cpp PROPERTIES INCLUDE")));
}

TEST_F(Intake, SourceThatSearchesOtherFoldersInEachProgram) {
  Dir.write("Makefile", "all:\n\tnvcc -Ione -c a.cu -o a1.o\n\tnvcc -Itwo -c a.cu -o a2.o\n"
                        "\tnvcc -Itwo -c m.cu -o m.o\n"
                        "\tnvcc a1.o m.o -o first\n\tnvcc a2.o m.o -o second\n");
  Dir.write("a.cu", SmallCuda);
  Dir.write("m.cu", SmallCuda);
  Dir.write("one/common.h", "");
  Dir.write("two/common.h", "");
  auto P = read();
  ASSERT_TRUE(P);
  std::string Text = buildFileOf(*P);
  EXPECT_THAT(Text, HasSubstr("INCLUDE_DIRECTORIES \"$<TARGET_PROPERTY:folders_of_m_cpp>\""));
  EXPECT_THAT(Text, HasSubstr("set_target_properties(first PROPERTIES folders_of_m_cpp "
                              "\"${CMAKE_CURRENT_SOURCE_DIR}/two\")"));
}

TEST_F(Intake, CNamesThatAreNotC) {
  Dir.write("Makefile", "app: a.o k.o c.o\n\tnvcc $^ -o app\n"
                        "a.o: a.c\n\tg++ -c a.c\nc.o: c.c\n\tgcc -c c.c\n"
                        "k.o: k.c\n\tnvcc -x cu -c k.c\n");
  for (const char *Name : {"a.c", "c.c", "k.c"})
    Dir.write(Name, SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  std::string Text = buildFileOf(*P);
  for (const char *Name : {"a.c", "k.c"})
    EXPECT_THAT(Text, HasSubstr("set_source_files_properties(" + std::string(Name) +
                                " PROPERTIES LANGUAGE CXX)"));
  EXPECT_THAT(Text, Not(HasSubstr("(c.c PROPERTIES")));
}

TEST_F(Intake, LibrariesThatNvccMakes) {
  Dir.write("Makefile", "all:\n\tnvcc -dc a.cu b.cu -odir objects\n"
                        "\tnvcc -dlink objects/a.o objects/b.o -o link.o\n"
                        "\tnvcc -lib objects/a.o objects/b.o link.o -o libone.a\n"
                        "\tnvcc -lib -dlink -rdc=true a.cu b.cu -o libtwo.a\n");
  Dir.write("a.cu", SmallCuda);
  Dir.write("b.cu", SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  ASSERT_EQ(P->Targets.size(), 2u);
  for (const ProgramTarget &T : P->Targets) {
    EXPECT_EQ(T.Kind, ProgramKind::StaticLibrary);
    EXPECT_EQ(T.Sources.size(), 2u);
  }
}

TEST_F(Intake, ParentOfALink) {
  Dir.write("proj/deep/inc/h.h", "");
  Dir.write("proj/deep/common/c.h", "");
  ASSERT_FALSE(llvm::sys::fs::create_link("deep/inc", Dir / "proj/inc"));
  ASSERT_FALSE(llvm::sys::fs::create_link(Dir / "proj", Dir / "link"));
  EXPECT_EQ(plainPath(Dir / "proj/inc/../common/./c.h"), Dir / "proj/deep/common/c.h");
  EXPECT_EQ(plainPath(Dir / "link/inc/../common/c.h"), Dir / "link/deep/common/c.h");
  EXPECT_EQ(plainPath(Dir / "link/inc/h.h"), Dir / "link/inc/h.h");
  EXPECT_EQ(plainPath(Dir / "link/.."), Dir.path());
  EXPECT_EQ(plainPath(Dir / "proj/deep/inc/../../x"), Dir / "proj/x");
  EXPECT_EQ(plainPath(Dir / "none/../x"), Dir / "x");
}

TEST_F(Intake, LibrariesLieWhereProgramsLoadThem) {
  Dir.write("Makefile", "all:\n\tnvcc -shared -o plugins/libscale.so scale.cu\n"
                        "\tnvcc -c k.cu -o k.o\n\tar rcs parts/libk.a k.o\n"
                        "\tnvcc main.cu parts/libk.a -o bin/main\n");
  Dir.write("scale.cu", SmallCuda);
  Dir.write("k.cu", SmallCuda);
  Dir.write("main.cu", "int main() {}");
  auto P = read();
  ASSERT_TRUE(P);
  std::string Text = buildFileOf(*P);
  EXPECT_THAT(Text, HasSubstr("LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/plugins)"));
  EXPECT_THAT(Text, HasSubstr("RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)"));
  EXPECT_THAT(Text, Not(HasSubstr("/parts)")));
}

TEST_F(Intake, NamesThatCMakeCannotHave) {
  Dir.write("Makefile", "all:\n\tnvcc -D'A=b #;c' -L/usr/lib 'x;y/k $$1.cu' -o 'x;y/a \"b\"'\n");
  Dir.write("x;y/k $1.cu", SmallCuda);
  Dir.write("x;y/h.h", "");
  Dir.write("x;y/data;1.txt", "");
  auto P = read();
  ASSERT_TRUE(P);
  Layout L(*P, {}, {});
  EXPECT_EQ(L.find(Dir / "x;y/k $1.cu")->Host, "x_y/k _1.cpp");
  EXPECT_EQ(L.find(Dir / "x;y/h.h")->Host, "x_y/h.h");
  EXPECT_EQ(L.find(Dir / "x;y/data;1.txt")->Host, "x;y/data;1.txt"); // programs open it
  std::string Text = buildFileOf(*P);
  EXPECT_THAT(Text, HasSubstr("add_executable(a__b_ \"x_y/k _1.cpp\")"));
  EXPECT_THAT(Text, HasSubstr("OUTPUT_NAME \"a _b_\"\n  RUNTIME_OUTPUT_DIRECTORY "
                              "${CMAKE_BINARY_DIR}/x_y)"));
  EXPECT_THAT(Text, HasSubstr("target_compile_options(a__b_ PRIVATE \"-DA=b #\\;c\")"));
}
