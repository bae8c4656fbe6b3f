// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/Intake.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <set>

namespace cu2cl {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

/// make looks for these, in this order.
const char *const Names[] = {"GNUmakefile", "makefile", "Makefile"};

/// What $(MAKE) means in the run: make, which always says what folder it enters.
const char InnerMakeScript[] = R"(#!/bin/sh
MAKEFLAGS=$(echo "$MAKEFLAGS" | sed 's/ *--no-print-directory//g')
for A; do
  shift
  test "$A" = --no-print-directory || set -- "$@" "$A"
done
exec make "$@" -w
)";

/// A folder for the run of make: a stand-in for nvcc at the end of PATH (makefiles ask it for its
/// version), the copy of the makefile, and make's output.
class MakeRun {
public:
  MakeRun() { Ready = !fs::createUniqueDirectory("cu2cl-make", Dir); }
  ~MakeRun() {
    if (Ready)
      fs::remove_directories(Dir);
  }

  std::string file(StringRef Name) const { return (Dir + "/" + Name).str(); }

  bool write(StringRef Name, StringRef Text) {
    std::error_code EC;
    llvm::raw_fd_ostream OS(file(Name), EC);
    OS << Text;
    return !EC;
  }

  bool Ready = false;

private:
  llvm::SmallString<128> Dir;
};

/// `include x.d`: make would run the rules for x.d even under -n, and they write into the project.
bool includesDependencies(StringRef Line) {
  Line = Line.ltrim(" -s");
  if (!Line.consume_front("include"))
    return false;
  return Line.contains(".d") || Line.contains_insensitive("dep") || Line.contains("wildcard");
}

/// The makefile without such lines; empty if there are none.
std::string withoutDependencies(StringRef Text) {
  std::string Result;
  bool Changed = false;
  for (StringRef Rest = Text; !Rest.empty();) {
    auto [Line, Tail] = Rest.split('\n');
    if (includesDependencies(Line))
      Changed = true;
    else
      Result += (Line + "\n").str();
    Rest = Tail;
  }
  return Changed ? Result : "";
}

/// The makefile that make takes in \p Folder, and its text; empty if there is none.
std::string findMakefile(const std::string &Folder, std::string &Text) {
  for (const char *Name : Names)
    if (readFile(Folder + "/" + Name, Text))
      return Folder + "/" + Name;
  return "";
}

/// Runs make -n in \p Folder and returns what it printed. make's messages are lost, unless it
/// printed nothing. \p Arguments: goals and variables.
std::string dryRun(MakeRun &Run, const std::string &Folder, StringRef MakefileText,
                   const std::vector<std::string> &Environment,
                   const std::vector<std::string> &Arguments) {
  auto Make = llvm::sys::findProgramByName("make"), Env = llvm::sys::findProgramByName("env");
  if (!Make || !Env)
    return "";
  std::string Copy, Filtered = withoutDependencies(MakefileText);
  if (!Filtered.empty() && Run.write("Makefile", Filtered))
    Copy = Run.file("Makefile");
  std::vector<StringRef> Words = {*Env};
  Words.insert(Words.end(), Environment.begin(), Environment.end());
  std::string Inner = "MAKE=" + Run.file("make");
  Words.insert(Words.end(), {*Make, "-C", Folder});
  if (!Copy.empty())
    Words.insert(Words.end(), {"-f", Copy});
  Words.insert(Words.end(), Arguments.begin(), Arguments.end());
  Words.insert(Words.end(), {"-n", "-B", "-k", "-w", Inner});
  std::string Out = Run.file("out"), Err = Run.file("err");
  std::optional<StringRef> Redirects[] = {StringRef("/dev/null"), StringRef(Out), StringRef(Err)};
  llvm::sys::ExecuteAndWait(*Env, Words, std::nullopt, Redirects, /*SecondsToWait=*/120);
  std::string Text;
  readFile(Out, Text);
  return Text;
}

/// A call of make in a recipe that does not say $(MAKE): `make -n` prints it and goes on.
struct InnerMake {
  std::string Folder;
  std::vector<std::string> Environment, Arguments;
};

/// \p C as a call of make, unless only the shell knows what it means.
std::optional<InnerMake> innerMake(const ShellCommand &C) {
  StringRef Program = path::filename(C.Words.front());
  if (Program != "make" && Program != "gmake")
    return std::nullopt;
  auto IsOpen = [](StringRef Word) { return Word.find_first_of("$`") != StringRef::npos; };
  InnerMake M{C.Directory, C.Assignments, {}};
  for (size_t I = 1; I < C.Words.size(); ++I) {
    StringRef Word = C.Words[I], Next;
    if (I + 1 < C.Words.size())
      Next = C.Words[I + 1];
    if (Word.starts_with("-j") || Word.starts_with("--jobs")) { // may be `-j $(nproc)`
      I += Word == "-j" && !Next.empty() && (llvm::isDigit(Next[0]) || IsOpen(Next));
    } else if (IsOpen(Word)) {
      return std::nullopt;
    } else if (Word == "-C" || Word == "--directory") {
      M.Folder = absolutePath(Next, M.Folder);
      ++I;
    } else if (Word.consume_front("-C") || Word.consume_front("--directory=")) {
      M.Folder = absolutePath(Word, M.Folder);
    } else {
      M.Arguments.push_back(Word.str());
    }
  }
  if (IsOpen(M.Folder) || llvm::any_of(M.Environment, IsOpen) || !fs::is_directory(M.Folder))
    return std::nullopt;
  return M;
}

/// Reads make's output: recipe lines, continued by a backslash, and "Entering directory '...'".
class OutputReader {
public:
  OutputReader(MakeRun &Run, const Place &Where, BuildGraph &Graph, DiagnosticSink &Sink)
      : Run(Run), Where(Where), Graph(Graph), Sink(Sink) {}

  void read(StringRef Text, const std::string &Folder) {
    std::string Line;
    Folders.push_back(Folder);
    while (!Text.empty()) {
      auto [Head, Tail] = Text.split('\n');
      Text = Tail;
      Line += Head;
      if (!Line.empty() && Line.back() == '\\') {
        Line.back() = ' ';
        continue;
      }
      handle(Line, Tail);
      Line.clear();
    }
    Folders.pop_back();
  }

private:
  static bool isEntering(StringRef Line) {
    return Line.starts_with("make") && Line.contains(": Entering directory '");
  }

  /// \p Behind: the output behind \p Line.
  void handle(StringRef Line, StringRef Behind) {
    if (isEntering(Line))
      return Folders.push_back(Line.split('\'').second.rtrim("'").str());
    if (Line.starts_with("make") && Line.contains(": Leaving directory '") && Folders.size() > 1)
      return Folders.pop_back();
    bool IsFollowed = isEntering(Behind.split('\n').first);
    for (const ShellCommand &C : splitShellLine(Line, Folders.back())) {
      if (auto Inner = innerMake(C)) {
        if (!IsFollowed)
          follow(*Inner);
      } else if (auto Command = parseBuildCommand(C, Where, Sink)) {
        Graph.add(*Command);
      }
    }
  }

  /// Reads what an inner make would run. Each is read once, so that makefiles that call each other
  /// come to an end.
  void follow(const InnerMake &M) {
    constexpr size_t Most = 100;
    std::string Text, Key = M.Folder + "\n" + llvm::join(M.Environment, "\n") + "\n\n" +
                            llvm::join(M.Arguments, "\n");
    bool NamesMakefile = llvm::any_of(
        M.Arguments, [](StringRef A) { return A.starts_with("-f") || A.starts_with("--file"); });
    if (Followed.size() >= Most || !Followed.insert(Key).second ||
        (!NamesMakefile && findMakefile(M.Folder, Text).empty()))
      return;
    read(dryRun(Run, M.Folder, NamesMakefile ? "" : Text, M.Environment, M.Arguments), M.Folder);
  }

  MakeRun &Run;
  std::vector<std::string> Folders;
  std::set<std::string> Followed;
  Place Where;
  BuildGraph &Graph;
  DiagnosticSink &Sink;
};

} // namespace

std::optional<std::string> readMakefile(const std::string &Folder, BuildGraph &Graph,
                                        DiagnosticSink &Sink) {
  std::string Text, Path = findMakefile(Folder, Text);
  if (Path.empty())
    return std::nullopt;
  if (!llvm::sys::findProgramByName("make")) {
    Sink.report({1014, {Path}, {"make is not installed"}, {}});
    return std::nullopt;
  }
  MakeRun Run;
  if (!Run.Ready)
    return std::nullopt;
  // Only a stand-in: the real nvcc comes first where there is one.
  Run.write("nvcc", "#!/bin/sh\necho 'Cuda compilation tools, release 12.0, V12.0.0'\n");
  Run.write("make", InnerMakeScript);
  for (const char *Name : {"nvcc", "make"})
    fs::setPermissions(Run.file(Name), fs::all_read | fs::all_exe);
  const char *Env = std::getenv("PATH");
  std::string OldPath = Env ? Env : "";
  ::setenv("PATH", (OldPath + ":" + path::parent_path(Run.file("nvcc")).str()).c_str(), 1);
  auto Restore = llvm::make_scope_exit([&] { ::setenv("PATH", OldPath.c_str(), 1); });

  // Sources that only call CUDA do where no goal compiles CUDA.
  for (auto Has : {&BuildGraph::hasCuda, &BuildGraph::usesCuda})
    for (std::vector<std::string> Goals :
         {std::vector<std::string>{}, std::vector<std::string>{"all"}}) {
      BuildGraph Trial = Graph;
      OutputReader(Run, {Path}, Trial, Sink).read(dryRun(Run, Folder, Text, {}, Goals), Folder);
      if ((Trial.*Has)()) {
        Graph = std::move(Trial);
        return Path;
      }
    }
  std::string Message;
  readFile(Run.file("err"), Message);
  StringRef First = StringRef(Message).trim().split('\n').first;
  Sink.report({1014, {Path}, {First.empty() ? "it builds no CUDA source" : First.str()}, {}});
  return std::nullopt;
}

} // namespace cu2cl
