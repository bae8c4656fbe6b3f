// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tests and install rules of a project's CMake files: kept when they are read, written into the
// port's CMakeLists.txt.

#include "project/CMakeRules.h"
#include "project/CMakeInterpreter.h"
#include "project/CMakeSources.h"
#include "project/Layout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

namespace cu2cl {

using llvm::StringRef;
namespace path = llvm::sys::path;
using Words = std::vector<std::string>;

/// \returns true if the command is a rule of this kind, kept or said to be left out.
bool CMakeInterpreter::keepRule(const std::string &Name, const Words &Args, CMakeScope &S) {
  bool Install = Name == "install";
  if (!Install && Name != "enable_testing" && Name != "add_test" && Name != "set_tests_properties")
    return false;
  static const std::set<std::string> Kinds = {"TARGETS", "FILES", "PROGRAMS", "DIRECTORY"};
  if (Install && (Args.empty() || !Kinds.count(Args[0])))
    RuleSink.report({1016,
                     {S.Folder + "/CMakeLists.txt", Line, 1},
                     {"install(" + (Args.empty() ? "" : Args[0]) + ")"},
                     {}});
  else
    Rules.push_back({Name, Args, S.Folder});
  return true;
}

/// Puts the names that the output has for the targets of a rule. \returns false if none is left.
bool CMakeInterpreter::nameTargets(BuildRule &R) {
  auto NameOf = [&](const std::string &Word) {
    CMakeTarget *T = find(Word);
    return T && !T->IsInterface && !T->Sources.empty() ? "\1" + T->OutputName + "\1" : "";
  };
  for (std::string &Word : R.Words)
    for (const CMakeTarget &T : Targets)
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
    bool Files = R.Command == "install" && R.Words[0] != "TARGETS", Any = !Files;
    std::string Line = R.Command + "(";
    bool Listing = Files; // the files come first, up to the first keyword
    for (size_t I = 0; I < R.Words.size(); ++I) {
      Listing &= R.Words[I] != "DESTINATION" && R.Words[I] != "TYPE";
      bool IsFile = Listing && I > 0;
      std::optional<std::string> Word = IsFile ? fileOf(R.Words[I], R) : wordOf(R.Words[I], R);
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
    for (const auto &[From, To] :
         {std::pair<std::string, StringRef>(R.Folder + "/build", "${CMAKE_BINARY_DIR}"),
          {P.Root + "/build", "${CMAKE_BINARY_DIR}"},
          {P.Root, "${CMAKE_CURRENT_SOURCE_DIR}"}})
      for (size_t At; (At = Text.find(From)) != std::string::npos; Raw = true)
        Text.replace(At, From.size(), To.str());
    return Raw ? "\"" + Text + "\"" : quotedForCMake(Text);
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
