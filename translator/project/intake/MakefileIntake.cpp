// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/intake/CudaStandIn.h"
#include "project/intake/Intake.h"
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

/// The value of $(MAKE) in the run: make, which always says what folder it enters.
const char InnerMakeScript[] = R"(#!/bin/sh
MAKEFLAGS=$(echo "$MAKEFLAGS" | sed 's/ *--no-print-directory//g')
for A; do
  shift
  test "$A" = --no-print-directory || set -- "$@" "$A"
done
exec make "$@" -w
)";

/// Runs of make in a copy of the project, with a stand-in for nvcc at the end of PATH (makefiles
/// ask it for its version).
class MakeRun {
public:
  explicit MakeRun(const ProjectCopy &Copy) : Copy(Copy) {
    // Only a stand-in: the real nvcc comes first where there is one.
    write("nvcc", "#!/bin/sh\necho 'Cuda compilation tools, release 12.0, V12.0.0'\n");
    write("make", InnerMakeScript);
    for (const char *Name : {"nvcc", "make"})
      fs::setPermissions(Copy.temporary(Name), fs::all_read | fs::all_exe);
    const char *Env = std::getenv("PATH");
    OldPath = Env ? Env : "";
    ::setenv("PATH", (OldPath + ":" + path::parent_path(Copy.temporary("nvcc")).str()).c_str(), 1);
  }
  ~MakeRun() { ::setenv("PATH", OldPath.c_str(), 1); }

  const ProjectCopy &Copy;

private:
  void write(StringRef Name, StringRef Text) const {
    std::error_code EC;
    llvm::raw_fd_ostream(Copy.temporary(Name), EC) << Text;
  }

  std::string OldPath;
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

/// The output of make -n.
struct DryRun {
  std::string Output;
  std::string Error;      ///< its first message; empty if it had none
  bool HasFailed = false; ///< for a part of it at least
};

/// Runs make -n in the copy of \p Folder; paths of the copy become the project's.
/// \p Arguments: goals and variables.
DryRun dryRun(const MakeRun &Run, const std::string &Folder,
              const std::vector<std::string> &Environment,
              const std::vector<std::string> &Arguments) {
  auto Make = llvm::sys::findProgramByName("make"), Env = llvm::sys::findProgramByName("env");
  if (!Make || !Env)
    return {};
  std::string There = isInside(Folder, Run.Copy.project()) ? Run.Copy.copyOf(Folder) : Folder, Text;
  std::string Makefile = findMakefile(There, Text), Filtered = withoutDependencies(Text);
  if (!Filtered.empty() && There != Folder)
    writeTextFile(Makefile, Filtered);
  std::vector<StringRef> Words = {*Env};
  Words.insert(Words.end(), Environment.begin(), Environment.end());
  std::string Inner = "MAKE=" + Run.Copy.temporary("make");
  Words.insert(Words.end(), {*Make, "-C", There});
  Words.insert(Words.end(), Arguments.begin(), Arguments.end());
  Words.insert(Words.end(), {"-n", "-B", "-k", "-w", Inner});
  std::string Out = Run.Copy.temporary("out"), Err = Run.Copy.temporary("err");
  std::optional<StringRef> Redirects[] = {StringRef("/dev/null"), StringRef(Out), StringRef(Err)};
  llvm::sys::ExecuteAndWait(*Env, Words, std::nullopt, Redirects, /*SecondsToWait=*/120);
  DryRun Said;
  readFile(Out, Said.Output);
  readFile(Err, Said.Error);
  Said.Output = Run.Copy.inProject(Said.Output);
  Said.HasFailed = StringRef(Said.Error).contains("*** ");
  Said.Error = Run.Copy.inProject(StringRef(Said.Error).trim().split('\n').first);
  return Said;
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
  OutputReader(const MakeRun &Run, const Place &Where, BuildGraph &Graph, DiagnosticSink &Sink)
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

  /// \p Behind: the output after \p Line.
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
    read(dryRun(Run, M.Folder, M.Environment, M.Arguments).Output, M.Folder);
  }

  const MakeRun &Run;
  std::vector<std::string> Folders;
  std::set<std::string> Followed;
  Place Where;
  BuildGraph &Graph;
  DiagnosticSink &Sink;
};

} // namespace

/// Why no CUDA was found.
static std::string reasonOf(const DryRun &Said, const IntakeOptions &Options) {
  if (!Said.Error.empty())
    return Said.Error;
  if (!Options.MakeTargets.empty())
    return llvm::join(Options.MakeTargets, " ") + " builds no CUDA source";
  return "neither its default goal nor 'all' builds a CUDA source";
}

std::optional<std::string> readMakefile(const std::string &Folder, const IntakeOptions &Options,
                                        std::unique_ptr<ProjectCopy> &Copy, BuildGraph &Graph,
                                        DiagnosticSink &Sink) {
  std::string Text, Path = findMakefile(Folder, Text);
  if (Path.empty())
    return std::nullopt;
  auto Fail = [&](const std::string &Why) {
    Sink.report({diag::MakeDryRunWithoutCuda, {Path}, {Why}, {}});
    return std::nullopt;
  };
  if (!llvm::sys::findProgramByName("make"))
    return Fail("make is not installed");
  if (!Copy) {
    Copy = std::make_unique<ProjectCopy>(Graph.root());
    Copy->make("cu2cl-make");
  }
  if (!Copy->failure().empty())
    return Fail(Copy->failure());
  MakeRun Run(*Copy);
  std::vector<std::vector<std::string>> Goals = {{}, {"all"}};
  if (!Options.MakeTargets.empty())
    Goals = {Options.MakeTargets};
  std::optional<DryRun> First;
  // Sources that only call CUDA do where no goal compiles CUDA.
  for (auto Has : {&BuildGraph::hasCuda, &BuildGraph::usesCuda})
    for (std::vector<std::string> Arguments : Goals) {
      Arguments.insert(Arguments.end(), Options.MakeVariables.begin(), Options.MakeVariables.end());
      DryRun Said = dryRun(Run, Folder, {}, Arguments);
      BuildGraph Trial = Graph;
      DiagnosticSink Notes;
      OutputReader(Run, {Path}, Trial, Notes).read(Said.Output, Folder);
      if ((Trial.*Has)()) {
        for (const Diagnostic &D : Notes.all())
          Sink.report(D);
        if (Said.HasFailed)
          Sink.report({diag::IncompleteMake, {Path}, {Said.Error}, {}});
        Graph = std::move(Trial);
        return Path;
      }
      if (!First)
        First = std::move(Said);
    }
  return Fail(reasonOf(*First, Options));
}

} // namespace cu2cl
