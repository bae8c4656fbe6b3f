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

namespace cu2cl {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

/// make looks for these, in this order.
const char *const Names[] = {"GNUmakefile", "makefile", "Makefile"};

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

/// Runs make -n and returns what it printed. make's messages are lost, unless it printed nothing.
std::string dryRun(MakeRun &Run, const std::string &Folder, const std::string &Makefile,
                   std::vector<StringRef> Goals) {
  auto Make = llvm::sys::findProgramByName("make");
  if (!Make)
    return "";
  std::vector<StringRef> Words = {*Make, "-n", "-B", "-k", "-w", "-C", Folder};
  if (!Makefile.empty())
    Words.insert(Words.end(), {"-f", Makefile});
  Words.insert(Words.end(), Goals.begin(), Goals.end());
  std::string Out = Run.file("out"), Err = Run.file("err");
  std::optional<StringRef> Redirects[] = {StringRef("/dev/null"), StringRef(Out), StringRef(Err)};
  llvm::sys::ExecuteAndWait(*Make, Words, std::nullopt, Redirects, /*SecondsToWait=*/120);
  std::string Text;
  readFile(Out, Text);
  return Text;
}

/// Reads make's output: recipe lines, continued by a backslash, and "Entering directory '...'".
class OutputReader {
public:
  OutputReader(std::string Folder, const Place &Where, BuildGraph &Graph, DiagnosticSink &Sink)
      : Folders{std::move(Folder)}, Where(Where), Graph(Graph), Sink(Sink) {}

  void read(StringRef Text) {
    std::string Line;
    while (!Text.empty()) {
      auto [Head, Tail] = Text.split('\n');
      Text = Tail;
      Line += Head;
      if (!Line.empty() && Line.back() == '\\') {
        Line.back() = ' ';
        continue;
      }
      handle(Line);
      Line.clear();
    }
  }

private:
  void handle(StringRef Line) {
    if (Line.starts_with("make")) {
      size_t At = Line.find(": Entering directory '");
      if (At != StringRef::npos)
        return Folders.push_back(Line.substr(At).split('\'').second.rtrim("'").str());
      if (Line.contains(": Leaving directory '") && Folders.size() > 1)
        return Folders.pop_back();
    }
    for (const ShellCommand &C : splitShellLine(Line, Folders.back()))
      if (auto Command = parseBuildCommand(C, Where, Sink))
        Graph.add(*Command);
  }

  std::vector<std::string> Folders;
  Place Where;
  BuildGraph &Graph;
  DiagnosticSink &Sink;
};

} // namespace

std::optional<std::string> readMakefile(const std::string &Folder, BuildGraph &Graph,
                                        DiagnosticSink &Sink) {
  std::string Path, Text;
  for (const char *Name : Names)
    if (Path.empty() && readFile(Folder + "/" + Name, Text))
      Path = Folder + "/" + Name;
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
  fs::setPermissions(Run.file("nvcc"), fs::all_read | fs::all_exe);
  const char *Env = std::getenv("PATH");
  std::string OldPath = Env ? Env : "";
  ::setenv("PATH", (OldPath + ":" + path::parent_path(Run.file("nvcc")).str()).c_str(), 1);
  auto Restore = llvm::make_scope_exit([&] { ::setenv("PATH", OldPath.c_str(), 1); });

  std::string Copy, Filtered = withoutDependencies(Text);
  if (!Filtered.empty() && Run.write("Makefile", Filtered))
    Copy = Run.file("Makefile");
  for (std::vector<StringRef> Goals : {std::vector<StringRef>{}, std::vector<StringRef>{"all"}}) {
    BuildGraph Trial = Graph;
    OutputReader(Folder, {Path}, Trial, Sink).read(dryRun(Run, Folder, Copy, Goals));
    if (Trial.hasCuda()) {
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
