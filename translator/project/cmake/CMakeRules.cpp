// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tests and install rules of a project's CMake files: kept when they are read, written into the
// port's CMakeLists.txt.

#include "project/cmake/CMakeRules.h"
#include "project/cmake/CMakeInterpreter.h"
#include "project/cmake/CMakeSources.h"
#include "project/output/Layout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

namespace cu2cl {

using llvm::StringRef;
namespace path = llvm::sys::path;
using Words = std::vector<std::string>;

/// True if all that add_custom_command(TARGET ...) runs is `cmake -E` on files that are named in
/// full: this means the same in the port.
static bool runsOnlyCMake(const Words &Args) {
  static const std::set<std::string> Known = {"copy",
                                              "copy_if_different",
                                              "copy_directory",
                                              "make_directory",
                                              "create_symlink",
                                              "touch",
                                              "echo",
                                              "remove",
                                              "rm",
                                              "rename"};
  static const std::set<std::string> Ends = {"COMMENT", "VERBATIM", "BYPRODUCTS", "DEPENDS"};
  auto IsFull = [](StringRef Word) {
    return path::is_absolute(Word) || Word.starts_with("$<") || Word.starts_with("-");
  };
  bool Any = false;
  for (size_t I = 0; I < Args.size(); ++I) {
    if (Args[I] != "COMMAND")
      continue;
    Any = true;
    if (I + 3 >= Args.size() || Args[I + 1] != "cmake" || Args[I + 2] != "-E" ||
        !Known.count(Args[I + 3]))
      return false;
    for (size_t J = I + 4; J < Args.size() && Args[J] != "COMMAND" && !Ends.count(Args[J]); ++J)
      if (Args[J] == "WORKING_DIRECTORY" || (Args[I + 3] != "echo" && !IsFull(Args[J])))
        return false;
  }
  return Any;
}

/// \returns true if the command is a rule of this kind, kept or said to be left out.
bool CMakeKeptRules::keepRule(const std::string &Name, const Words &Args, CMakeScope &S) {
  if (Name == "add_custom_command" && Args.size() > 2 && Args[0] == "TARGET") {
    if (runsOnlyCMake(Args))
      Rules.push_back({Name, Args, S.Folder});
    else
      RuleSink.report({diag::CMakeCommandIgnored,
                       {S.Folder + "/CMakeLists.txt", Line, 1},
                       {"what runs at the build of " + Args[1]},
                       {}});
    return true;
  }
  bool Install = Name == "install";
  if (!Install && Name != "enable_testing" && Name != "add_test" && Name != "set_tests_properties")
    return false;
  static const std::set<std::string> Kinds = {"TARGETS", "FILES", "PROGRAMS", "DIRECTORY"};
  if (Install && (Args.empty() || !Kinds.count(Args[0])))
    RuleSink.report({diag::CMakeCommandIgnored,
                     {S.Folder + "/CMakeLists.txt", Line, 1},
                     {"install(" + (Args.empty() ? "" : Args[0]) + ")"},
                     {}});
  else
    Rules.push_back({Name, Args, S.Folder});
  return true;
}

/// Puts the names that the output has for the targets of a rule. \returns false if none is left.
bool CMakeKeptRules::nameTargets(BuildRule &R) {
  auto NameOf = [&](const std::string &Word) {
    CMakeTarget *T = I.All.find(Word);
    return T && !T->IsInterface && !T->Sources.empty() ? "\1" + T->OutputName + "\1" : "";
  };
  for (std::string &Word : R.Words)
    for (const CMakeTarget &T : I.All.Targets)
      for (StringRef Of : {"TARGET_FILE", "TARGET_FILE_DIR", "TARGET_FILE_NAME"}) {
        std::string From = ("$<" + Of + ":" + T.Name + ">").str();
        if (size_t At = Word.find(From); At != std::string::npos && !NameOf(T.Name).empty())
          Word.replace(At, From.size(), ("$<" + Of + ":" + NameOf(T.Name) + ">").str());
      }
  if (R.Command == "add_test") {
    auto Command = llvm::find(R.Words, "COMMAND");
    size_t At = Command != R.Words.end() ? Command - R.Words.begin() + 1 : 1;
    if (At < R.Words.size())
      if (std::string Name = NameOf(R.Words[At]); !Name.empty())
        R.Words[At] = Name;
    return At < R.Words.size();
  }
  if (R.Command == "add_custom_command")
    return !(R.Words[1] = NameOf(R.Words[1])).empty();
  if (R.Command != "install" || R.Words[0] != "TARGETS")
    return true;
  static const std::set<std::string> Keywords = {
      "EXPORT",    "RUNTIME",  "LIBRARY",        "ARCHIVE",        "DESTINATION", "OBJECTS",
      "FRAMEWORK", "BUNDLE",   "PUBLIC_HEADER",  "PRIVATE_HEADER", "RESOURCE",    "PERMISSIONS",
      "COMPONENT", "OPTIONAL", "CONFIGURATIONS", "INCLUDES"};
  Words Kept = {"TARGETS"};
  size_t I = 1;
  for (; I < R.Words.size() && !Keywords.count(R.Words[I]); ++I)
    if (std::string Name = NameOf(R.Words[I]); !Name.empty())
      Kept.push_back(Name);
  bool Any = Kept.size() > 1;
  for (; I < R.Words.size(); ++I)
    if (R.Words[I] == "EXPORT") // nothing exports the set: its rule is left out
      ++I;
    else
      Kept.push_back(R.Words[I]);
  R.Words = std::move(Kept);
  return Any;
}

namespace {

class RuleWriter {
public:
  RuleWriter(const Project &P, const Layout &L, const RuleTargets &Targets)
      : P(P), L(L), Targets(Targets) {}

  std::string run() {
    std::string Text;
    std::string Copies;
    for (const GeneratedFiles &G : P.Generated)
      for (const auto &[Path, InBuild] : G.Data)
        if (const FilePlan *Plan = L.find(Path))
          Copies += "configure_file(" + quotedForCMake(Plan->Host) + " " + quotedForCMake(InBuild) +
                    " COPYONLY)\n";
    if (!Copies.empty())
      Copies = "\n# Files that the CUDA project has in its build folder.\n" + Copies;
    for (const BuildRule &R : P.Rules)
      if (namesTests(R))
        Text += rule(R);
    if (!Text.empty())
      Text = "\n# Tests and install rules of the CUDA project.\n" + Text;
    Text = Copies + Text;
    if (!P.ReadWith.empty())
      Text += "\n# The CUDA project's CMake files were read with " + llvm::join(P.ReadWith, ", ") +
              ".\n";
    return Text;
  }

private:
  /// False for the properties of a test that is left out.
  bool namesTests(const BuildRule &R) const {
    auto End =
        R.Command == "set_tests_properties" ? llvm::find(R.Words, "PROPERTIES") : R.Words.begin();
    return std::all_of(R.Words.begin(), End, [&](const std::string &T) { return Tests.count(T); });
  }

  std::string rule(const BuildRule &R) {
    if (R.Command == "add_custom_command")
      for (const std::string &Word : R.Words)
        if (!isThere(Word, R))
          return "# Left out: a command at a build that takes " + relativePath(Word, P.Root) +
                 ".\n";
    bool Files = R.Command == "install" && R.Words[0] != "TARGETS", Any = !Files;
    std::string Line = R.Command + "(";
    bool Listing = Files; // the files come first, up to the first keyword
    for (size_t I = 0; I < R.Words.size(); ++I) {
      Listing &= R.Words[I] != "DESTINATION" && R.Words[I] != "TYPE";
      bool IsFile = Listing && I > 0;
      std::optional<std::string> Word = IsFile ? fileOf(R.Words[I], R) : wordOf(R.Words[I], R);
      if (I > 0 && R.Words[I - 1] == "COMMAND" && R.Words[I] == "cmake")
        Word = "${CMAKE_COMMAND}";
      if (!Word && IsFile)
        continue; // not in the output
      if (!Word)
        return "";
      Any |= IsFile;
      Line += (I ? " " : "") + *Word;
    }
    if (R.Command == "add_test")
      Tests.insert(R.Words[R.Words[0] == "NAME" ? 1 : 0]);
    return Any ? Line + ")\n" : "";
  }

  /// False for a file or folder of the project that the output has not, or not under its name.
  bool isThere(const std::string &Word, const BuildRule &R) const {
    if (!isInside(Word, P.Root) || Word == P.Root || isBuilt(Word, R) ||
        isInside(Word, P.Root + "/build"))
      return true;
    return llvm::any_of(L.files(), [&](const auto &File) {
      return isInside(File.first, Word) && File.second.Host == relativePath(File.first, P.Root);
    });
  }

  /// The file in the output, with a slash at the end if the rule has one.
  std::optional<std::string> fileOf(const std::string &Word, const BuildRule &R) {
    std::string Path = absolutePath(Word, R.Folder);
    if (const FilePlan *Plan = L.find(Path))
      return quotedForCMake(Plan->Host);
    if (const FilePlan *Plan = L.find(generatedFor(Path, R)))
      return quotedForCMake(Plan->Host);
    if (!isInside(Path, P.Root) || isBuilt(Path, R))
      return std::nullopt;
    std::string Inside = relativePath(Path, P.Root);
    return quotedForCMake(StringRef(Word).ends_with("/") ? Inside + "/" : Inside);
  }

  /// The file that cmake's run has for \p Path, which names the build folder as it was read: under
  /// the folder of the rule, or the project's.
  std::string generatedFor(const std::string &Path, const BuildRule &R) const {
    std::string Own = R.Folder + "/build";
    for (const GeneratedFiles &G : P.Generated) {
      std::string Project = path::parent_path(G.Named).str();
      if (!G.InBuild || !isInside(R.Folder, Project))
        continue;
      for (const auto &[From, To] :
           {std::pair(Own, absolutePath(relativePath(R.Folder, Project), G.Folder)),
            std::pair(Project + "/build", G.Folder)})
        if (isInside(Path, From) && L.find(absolutePath(relativePath(Path, From), To)))
          return absolutePath(relativePath(Path, From), To);
    }
    return "";
  }

  static bool isBuilt(StringRef Path, const BuildRule &R) {
    return isInside(Path.str(), R.Folder + "/build");
  }

  /// Nothing if the rule names a target that the output does not have.
  std::optional<std::string> wordOf(StringRef Word, const BuildRule &R) {
    std::string Text;
    bool Raw = Word.contains("$<");
    while (!Word.empty()) {
      auto [Before, Rest] = Word.split('\1');
      Text += Before;
      if (Before.size() == Word.size())
        break;
      auto [Name, After] = Rest.split('\1');
      auto Found = Targets.find(Name.str());
      if (Found == Targets.end())
        return std::nullopt;
      Text += Found->second;
      Word = After;
    }
    std::string Below = R.Folder == P.Root ? "" : "/" + relativePath(R.Folder, P.Root);
    std::string Quoted = escaped(Text);
    for (const auto &[From, To] :
         {std::pair<std::string, std::string>(R.Folder + "/build", "${CMAKE_BINARY_DIR}" + Below),
          {P.Root + "/build", "${CMAKE_BINARY_DIR}"},
          {P.Root, "${CMAKE_CURRENT_SOURCE_DIR}"}})
      Raw |= replaceFolder(Quoted, escaped(From), To);
    return Raw ? "\"" + Quoted + "\"" : quotedForCMake(Text);
  }

  /// \p Text as CMake takes it between quotes, where generators are the only thing to expand.
  static std::string escaped(StringRef Text) {
    std::string Result;
    for (size_t I = 0; I < Text.size(); ++I) {
      bool Expands = Text[I] == '$' && !Text.substr(I + 1).starts_with("<");
      Result +=
          (Expands || Text[I] == '"' || Text[I] == '\\' ? "\\" : "") + Text.substr(I, 1).str();
    }
    return Result;
  }

  /// Puts \p To for the folder \p From where \p Text names it. \returns true if it does.
  static bool replaceFolder(std::string &Text, const std::string &From, const std::string &To) {
    auto IsName = [](char C) { return llvm::isAlnum(C) || StringRef("_-.}").contains(C); };
    bool Any = false;
    for (size_t At = 0; (At = Text.find(From, At)) != std::string::npos;) {
      size_t End = At + From.size();
      if ((At > 0 && IsName(Text[At - 1])) || (End < Text.size() && IsName(Text[End]))) {
        At = End;
        continue;
      }
      Text.replace(At, From.size(), To);
      At += To.size();
      Any = true;
    }
    return Any;
  }

  const Project &P;
  const Layout &L;
  const RuleTargets &Targets;
  std::set<std::string> Tests; ///< written so far
};

} // namespace

std::string cmakeRules(const Project &P, const Layout &L, const RuleTargets &Targets) {
  return RuleWriter(P, L, Targets).run();
}

} // namespace cu2cl
