// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Collects what a configuration leaves in its build folder: files for the sources and programs of
// the project, and FindCUDA's scripts.

#include "project/cmake/CMakeFileApi.h"
#include "project/intake/CudaStandIn.h"
#include "project/intake/FolderScan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace cu2cl {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// Lets scripts write down what they would run, and run nothing.
static const char ScriptReader[] = R"(cmake_minimum_required(VERSION 3.14)
function(execute_process)
  set(text "run\n")
  math(EXPR last "${ARGC} - 1")
  foreach(i RANGE ${last})
    string(APPEND text "=${ARGV${i}}\n")
  endforeach()
  file(APPEND "${CALLS}" "${text}")
endfunction()
function(read_script script generated_file)
  set(build_configuration Release)
  include("${script}")
endfunction()
)";

/// FindCUDA's scripts, `<object>.<configuration>.cmake`.
static std::vector<std::string> findScripts(const CMakeRun &Run) {
  std::vector<std::string> Scripts;
  std::error_code EC;
  for (fs::recursive_directory_iterator I(Run.build(), EC, /*follow_symlinks=*/false), E;
       I != E && !EC; I.increment(EC)) {
    StringRef Name = path::filename(I->path());
    std::string Text;
    if (Name.ends_with(".cmake") && Name.contains(".o.") && readFile(I->path(), Text) &&
        StringRef(Text).contains("set(CUDA_NVCC_EXECUTABLE "))
      Scripts.push_back(I->path());
  }
  llvm::sort(Scripts);
  return Scripts;
}

/// The call of nvcc that compiles, among what a script would run.
static bool isCompilation(const CMakeRun &Run, const ShellCommand &C) {
  return !C.Words.empty() && C.Words[0] == Run.toolkit() + "/bin/nvcc" &&
         !llvm::is_contained(C.Words, "-M") && !llvm::is_contained(C.Words, "-cubin");
}

bool readFindCudaScripts(CMakeRun &Run, unsigned Seconds, std::vector<ShellCommand> &Commands) {
  std::vector<std::string> Scripts = findScripts(Run);
  if (Scripts.empty())
    return true;
  std::string Text = ScriptReader, Reader = Run.temporary("scripts.cmake"),
              Calls = Run.temporary("calls");
  for (StringRef Script : Scripts) {
    StringRef Object = Script.drop_back(StringRef(".cmake").size());
    Object = Object.take_front(Object.rfind('.'));
    Text += ("read_script([==[" + Script + "]==] [==[" + Object + "]==])\n").str();
  }
  if (!writeTextFile(Reader, Text) || !Run.runScript(Reader, {"CALLS=" + Calls}, Seconds))
    return false;
  readFile(Calls, Text);
  std::vector<ShellCommand> All;
  for (StringRef Rest = Text; !Rest.empty();) {
    auto [Line, Tail] = Rest.split('\n');
    Rest = Tail;
    if (Line == "run")
      All.push_back({Run.build(), {}});
    else if (Line == "=RESULT_VARIABLE" && !All.empty())
      Rest = Rest.split('\n').second;
    else if (Line.consume_front("=") && !All.empty() && Line != "COMMAND")
      All.back().Words.push_back(Line.str());
  }
  for (ShellCommand &C : All)
    if (isCompilation(Run, C))
      Commands.push_back(std::move(C));
  return true;
}

namespace {

class GeneratedReader {
public:
  GeneratedReader(const CMakeRun &Run, const std::string &Root, DiagnosticSink &Sink)
      : Run(Run), Root(Root), Sink(Sink) {}

  std::vector<GeneratedFiles> read() {
    std::string Folder = relativePath(Run.project(), Root);
    std::string Prefix = Folder == "." ? "" : Folder + "/";
    GeneratedFiles Build, Added;
    Build.Folder = Run.build();
    Build.Named = Run.buildInProject();
    Build.InBuild = Folder == "." ? "" : "/" + Folder;
    Build.Place = Prefix + "generated";
    while (fs::exists(Root + "/" + Build.Place))
      Build.Place += "_files";
    Added.Folder = Run.added();
    Added.Named = Run.project();
    Added.Place = Folder == "." ? "" : Folder;
    addAll(Build, /*ForPrograms=*/true, Prefix);
    addAll(Added, /*ForPrograms=*/false, Prefix);
    return {std::move(Build), std::move(Added)};
  }

private:
  void addAll(GeneratedFiles &G, bool ForPrograms, const std::string &Prefix) {
    if (!fs::exists(G.Folder))
      return;
    DiagnosticSink Unused;
    FolderFiles Files = scanFolder(G.Folder, Unused);
    for (const auto *List : {&Files.Sources, &Files.Headers})
      for (const std::string &Path : *List)
        if (!isOfCMake(relativePath(Path, G.Folder))) {
          giveProjectsPaths(Path, G);
          G.Headers.push_back(Path);
        }
    for (const std::string &Path : Files.Others) {
      std::string Name = relativePath(Path, G.Folder);
      if (!ForPrograms || isOfCMake(Name))
        continue;
      giveProjectsPaths(Path, G);
      G.Data.push_back({asInProject(Path, Name), Prefix + Name});
    }
  }

  /// The project's own file if a copy of it is what was written.
  std::string asInProject(const std::string &Path, const std::string &Name) const {
    std::string Own = Run.project() + "/" + Name, Text, OwnText;
    return readFile(Path, Text) && readFile(Own, OwnText) && Text == OwnText ? Own : Path;
  }

  static bool isOfCMake(StringRef Name) {
    StringRef First = Name.split('/').first;
    return First == ".cmake" || First == "_deps" || First == "Testing" ||
           llvm::is_contained({"CMakeCache.txt", "DartConfiguration.tcl", "build.ninja",
                               ".ninja_deps", ".ninja_log", "install_manifest.txt"},
                              path::filename(Name)) ||
           Name.contains("CMakeFiles/");
  }

  /// The copy is gone when the port is used.
  void giveProjectsPaths(const std::string &Path, const GeneratedFiles &G) {
    std::string Text;
    if (!readFile(Path, Text) || StringRef(Text).contains('\0'))
      return;
    std::string New = Run.inProject(Text);
    std::string Named = G.Named + "/" + relativePath(Path, G.Folder);
    Sink.standsFor(Path, Named);
    if (New != Text)
      writeTextFile(Path, New);
    size_t At = New.find(Run.buildInProject());
    if (At != std::string::npos) {
      unsigned Line = 1 + StringRef(New).take_front(At).count('\n');
      Sink.report({diag::BuildFolderInGeneratedFile, {Named, Line, 1}, {Run.buildInProject()}, {}});
    }
  }

  const CMakeRun &Run;
  const std::string &Root;
  DiagnosticSink &Sink;
};

} // namespace

std::vector<GeneratedFiles> generatedFiles(const CMakeRun &Run, const std::string &Root,
                                           DiagnosticSink &Sink) {
  return GeneratedReader(Run, Root, Sink).read();
}

} // namespace cu2cl
