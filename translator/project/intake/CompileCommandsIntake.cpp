// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/intake/Intake.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

namespace cu2cl {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

/// CMake's name of the target in "CMakeFiles/<target>.dir/x.cu.o"; empty if it is none.
std::string targetOfObject(StringRef Object) {
  size_t Begin = Object.find("CMakeFiles/");
  size_t End = Object.find(".dir/");
  if (Begin == StringRef::npos || End == StringRef::npos)
    return "";
  Begin += StringRef("CMakeFiles/").size();
  return Object.slice(Begin, End).str();
}

/// Programs of a CMake build: its Makefiles keep one link script for each target; without them the
/// objects' folders still tell which sources belong together.
class TargetsOfObjects {
public:
  explicit TargetsOfObjects(BuildGraph &Graph) : Graph(Graph) {}

  void addObject(const std::string &Directory, const std::string &Object) {
    std::string Target = targetOfObject(Object);
    if (Target.empty())
      return;
    std::string Path = absolutePath(Object, Directory);
    std::string Folder = Path.substr(0, Path.find("/CMakeFiles/"));
    Objects[{Folder, Target}].push_back(Path);
  }

  /// Libraries first: a program names them.
  void finish(DiagnosticSink &Sink) {
    for (bool Libraries : {true, false})
      for (const auto &[Key, Paths] : Objects)
        finish(Key.first, Key.second, Paths, Libraries, Sink);
  }

private:
  void finish(const std::string &Folder, const std::string &Target,
              const std::vector<std::string> &Paths, bool Libraries, DiagnosticSink &Sink) {
    std::string Script;
    std::string File = Folder + "/CMakeFiles/" + Target + ".dir/link.txt";
    if (readFile(File, Script)) {
      for (const ShellCommand &C : splitShellLine(Script, Folder))
        if (auto Command = parseBuildCommand(C, {File}, Sink)) {
          bool IsLibrary = Command->Does == BuildCommand::Action::Archive ||
                           Command->Part.Kind == ProgramKind::SharedLibrary;
          if (IsLibrary == Libraries)
            Graph.add(*Command);
        }
      return;
    }
    if (Libraries)
      return;
    BuildCommand Link;
    Link.Directory = Folder;
    Link.Objects = Paths;
    Link.Output = Folder + "/" + Target;
    Graph.add(Link);
  }

  BuildGraph &Graph;
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> Objects;
};

std::vector<std::string> argumentsOf(const llvm::json::Object &Entry) {
  std::vector<std::string> Words;
  if (const llvm::json::Array *Arguments = Entry.getArray("arguments")) {
    for (const llvm::json::Value &Argument : *Arguments)
      if (auto Text = Argument.getAsString())
        Words.push_back(Text->str());
  } else if (auto Command = Entry.getString("command")) {
    for (const ShellCommand &C : splitShellLine(*Command, ""))
      Words.insert(Words.end(), C.Words.begin(), C.Words.end());
  }
  return Words;
}

void readEntry(const llvm::json::Object &Entry, const std::string &Path, BuildGraph &Graph,
               TargetsOfObjects &Programs, DiagnosticSink &Sink) {
  auto File = Entry.getString("file");
  std::string Directory = path::parent_path(Path).str();
  if (auto D = Entry.getString("directory"))
    Directory = absolutePath(*D, Directory);
  std::vector<std::string> Words = argumentsOf(Entry);
  if (!File || Words.empty())
    return;
  auto Command = parseBuildCommand({Directory, Words}, {Path}, Sink);
  if (!Command)
    return;
  Command->Does = BuildCommand::Action::Compile;
  Command->Sources = {absolutePath(*File, Directory)};
  if (auto Output = Entry.getString("output"))
    Command->Output = absolutePath(*Output, Directory);
  Graph.add(*Command);
  Programs.addObject(Directory, Command->Output);
}

} // namespace

std::optional<std::string> readCompileCommands(const std::string &Folder, BuildGraph &Graph,
                                               DiagnosticSink &Sink) {
  std::string Path = Folder + "/compile_commands.json", Text;
  if (!fs::exists(Path))
    Path = Folder + "/build/compile_commands.json";
  if (!readFile(Path, Text))
    return std::nullopt;
  llvm::Expected<llvm::json::Value> Parsed = llvm::json::parse(Text);
  if (!Parsed) {
    Sink.report({diag::UnusableBuildDescription, {Path}, {llvm::toString(Parsed.takeError())}, {}});
    return std::nullopt;
  }
  BuildGraph Trial = Graph;
  TargetsOfObjects Programs(Trial);
  if (const llvm::json::Array *Entries = Parsed->getAsArray())
    for (const llvm::json::Value &Entry : *Entries)
      if (const llvm::json::Object *O = Entry.getAsObject())
        readEntry(*O, Path, Trial, Programs, Sink);
  Programs.finish(Sink);
  if (!Trial.usesCuda())
    return std::nullopt;
  Graph = std::move(Trial);
  return Path;
}

} // namespace cu2cl
