// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "IntakeFixture.h"

using namespace cu2cl;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::UnorderedElementsAre;

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

TEST_F(Intake, MakefilesCalledByName) {
  // make -n follows $(MAKE) alone. The objects are there before the line that links them.
  Dir.write("Makefile",
            "MAKEFLAGS += --no-print-directory\n.DEFAULT_GOAL := all\n"
            "app: m.o avi/a.o\n\tnvcc m.o avi/a.o -o app\n"
            "m.o: m.cu\n\tnvcc -c m.cu\n"
            "avi/a.o:\n\tcd avi; make;\n"
            "all: app\n\tN=3 make -C one -j $(shell nproc) fast W=4\n"
            "\tfor d in two none three; do (cd $$d && make); done\n"
            "\t$(MAKE) --no-print-directory -C four\n\tmake -C five; make -C missing\n");
  Dir.write("m.cu", SmallCuda);
  Dir.write("avi/makefile", "a.o: a.c\n\tgcc -c a.c\n");
  Dir.write("avi/a.c", "int a;\n");
  Dir.write("none/x.txt", "");
  Dir.write("one/Makefile", "o:\n\tfalse\nfast:\n\tnvcc -DN=$(N) -DW=$(W) x.cu -o one\n");
  for (std::string Name : {"two", "three", "four"})
    Dir.write(Name + "/Makefile", "o: x.cu\n\tnvcc x.cu -o " + Name + "\n");
  Dir.write("five/Makefile", "o:\n\tnvcc x.cu -o five\n\tcd ..; make all\n");
  for (std::string Name : {"one", "two", "three", "four", "five"})
    Dir.write(Name + "/x.cu", SmallCuda);
  // What no command compiles has its folder read on its own, too.
  Dir.write("two/x.cu", "#include \"k.cu\"\nint main() {}\n");
  Dir.write("two/k.cu", "__global__ void k() {}\n");
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_THAT(numbers(), IsEmpty());
  EXPECT_EQ(P->Commands.size(), 7u);
  std::vector<std::string> Programs;
  for (const ProgramTarget &T : P->Targets) {
    Programs.push_back(T.Directory + "/" + T.Name);
    if (T.Name == "one")
      EXPECT_THAT(T.Definitions, ElementsAre("N=3", "W=4"));
    if (T.Name == "app")
      EXPECT_THAT(names(T.Sources), ElementsAre("m.cu", "a.c"));
  }
  EXPECT_THAT(Programs, UnorderedElementsAre("/app", "one/one", "two/two", "three/three",
                                             "four/four", "five/five"));
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

TEST_F(Intake, CompileCommandsOfClang) {
  Dir.write("main.inc", SmallCuda);
  Dir.write(
      "compile_commands.json",
      "[{\"directory\": \"" + Dir.path() +
          "\", \"file\": \"main.cu\", \"arguments\": "
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

TEST_F(Intake, OneSourceWithSeveralCommandLines) {
  Dir.write("Makefile", "all:\n\tnvcc -DT=float a.cu -o f\n\tnvcc -DT=double a.cu -o d\n"
                        "\tnvcc -DT=double a.cu -o e\n");
  Dir.write("a.cu", SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Commands.size(), 2u); // equal ones are one
  EXPECT_EQ(P->Targets.size(), 3u);
}

TEST_F(Intake, ObjectsOfOneSource) {
  Dir.write("Makefile", "app: f.o d.o\n\tnvcc -o app f.o d.o\n"
                        "f.o: a.cu\n\tnvcc -c a.cu -o f.o\n"
                        "d.o: a.cu\n\tnvcc -DWIDE -c a.cu -o d.o\n");
  Dir.write("a.cu", SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  ASSERT_EQ(P->Targets.size(), 2u); // a target compiles a source once
  EXPECT_EQ(P->Targets[0].Name, "app");
  EXPECT_TRUE(P->Targets[0].Definitions.empty());
  EXPECT_THAT(P->Targets[0].Libraries, ElementsAre("d_objects"));
  EXPECT_THAT(P->Targets[0].PartLibraries, ElementsAre("d_objects"));
  EXPECT_EQ(P->Targets[1].Name, "d_objects");
  EXPECT_EQ(P->Targets[1].Kind, ProgramKind::StaticLibrary);
  EXPECT_THAT(P->Targets[1].Definitions, ElementsAre("WIDE"));
}

TEST_F(Intake, ObjectsOfOneSourceAndName) {
  std::string Rules = "all: one two\none: a/k.o b/k.o c/k.o\n\tnvcc -o $@ $^\n"
                      "two: a/k.o b/k.o d/k.o\n\tnvcc -o $@ $^\n";
  for (std::string Name : {"a", "b", "c", "d"}) {
    Rules += Name + "/k.o: k.cu\n\tnvcc -DIN=" + Name + " -c k.cu -o $@\n";
    Dir.write(Name + "/note.txt", "");
  }
  Dir.write("Makefile", Rules);
  Dir.write("k.cu", SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  std::map<std::string, std::vector<std::string>> Parts, Definitions;
  for (const ProgramTarget &T : P->Targets) {
    Parts[T.Name] = T.PartLibraries;
    Definitions[T.Name] = T.Definitions;
  }
  // b/k.o is one library for both programs.
  EXPECT_THAT(Parts["one"], ElementsAre("k_objects", "k_objects_2"));
  EXPECT_THAT(Parts["two"], ElementsAre("k_objects", "k_objects_3"));
  EXPECT_THAT(Definitions["k_objects"], Contains("IN=b"));
  EXPECT_THAT(Definitions["k_objects_2"], Contains("IN=c"));
  EXPECT_THAT(Definitions["k_objects_3"], Contains("IN=d"));
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

TEST_F(Intake, OpenMPWhereItsFunctionsAreCalled) {
  Dir.write("a.cu", "#include \"parallel.h\"\n__global__ void k() {}\n"
                    "int main() { return omp_get_num_procs(); }\n");
  Dir.write("b.cu",
            "__global__ void k() {}\nint main() { int omp_threads = 1; return omp_threads; }\n");
  Dir.write("parallel.h", "#include <omp.h>\n");
  auto P = read();
  ASSERT_TRUE(P);
  ASSERT_EQ(P->Targets.size(), 2u);
  for (const ProgramTarget &T : P->Targets)
    EXPECT_EQ(T.OpenMP, T.Name == "a") << T.Name;
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

TEST_F(Intake, SingleFileBringsWhatItsFlagsInclude) {
  Dir.write("CMakeLists.txt", "cmake_minimum_required(VERSION 3.18)\nproject(p CXX CUDA)\n"
                              "include_directories(. inc)\nadd_executable(a a.cu)\n");
  Dir.write("a.cu", "#include \"inner.h\"\n" + std::string(SmallCuda));
  Dir.write("inc/inner.h", "#include <outer.h>\n");
  Dir.write("outer.h", "");
  Dir.write("other.h", "");
  auto P = read({Dir / "a.cu"});
  ASSERT_TRUE(P);
  EXPECT_THAT(names(P->Headers), ElementsAre("inner.h", "outer.h"));
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
  Dir.write("config.h",
            "extern int block;\nextern const char *const names[2];\nextern int unused;\n");
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

// What every compiler does: -I first, then -isystem; what is both is the latter.
TEST_F(Intake, SystemFoldersAreSearchedLast) {
  Dir.write("Makefile", "t: t.cu\n\tnvcc -isystem last -I both -I first -isystem both -o t t.cu\n");
  Dir.write("t.cu", SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_THAT(P->Commands.at(0).Flags,
              ElementsAre("-I" + (Dir / "first"), "-I" + (Dir / "last"), "-I" + (Dir / "both")));
  EXPECT_THAT(P->Targets.at(0).SystemDirs, ElementsAre(Dir / "last", Dir / "both"));
}

TEST_F(Intake, FoldersFromElsewhereStaySystemFolders) {
  Dir.write("Makefile", "t: t.cu\n\tnvcc -isystem a -isystem /elsewhere -isystem b -o t t.cu\n");
  Dir.write("t.cu", SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_THAT(P->Commands.at(0).Flags,
              ElementsAre("-I" + (Dir / "a"), "-isystem/elsewhere", "-isystem" + (Dir / "b")));
}

// There is one kind for the whole port.
TEST_F(Intake, DefaultStreams) {
  Dir.write("Makefile", "all: a b\n"
                        "a: a.cu\n\tnvcc --default-stream per-thread -o a a.cu\n"
                        "b: b.cu\n\tnvcc -default-stream=legacy -o b b.cu\n");
  Dir.write("a.cu", SmallCuda);
  Dir.write("b.cu", SmallCuda);
  auto P = read();
  ASSERT_TRUE(P);
  EXPECT_THAT(P->Commands.at(0).Flags, ElementsAre("-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1"));
  EXPECT_THAT(P->Commands.at(1).Flags, testing::IsEmpty());
  EXPECT_THAT(numbers(), ElementsAre(1023));
  EXPECT_EQ(Sink.all().at(0).Where.File, Dir / "b.cu");
}
