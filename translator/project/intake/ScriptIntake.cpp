// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/intake/Intake.h"
#include "project/intake/ShellWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"
#include <cstdlib>

namespace cu2cl {

using llvm::StringRef;
namespace path = llvm::sys::path;

namespace {

/// The text of a shell script in which each variable that the script or the environment sets has
/// become its value. Nothing is run: `$(...)` stays, and so does the variable of a loop.
class ScriptText {
public:
  explicit ScriptText(StringRef Text) {
    std::string Line;
    while (!Text.empty()) {
      auto [Head, Tail] = Text.split('\n');
      Text = Tail;
      Line += Head.rtrim('\r');
      if (!Line.empty() && Line.back() == '\\') {
        Line.back() = ' ';
        continue;
      }
      add(Line);
      Line.clear();
    }
    add(Line);
  }

  std::string Result;
  /// True if a variable is set or nvcc is called where a condition holds.
  bool HasConditions = false;

private:
  void add(StringRef Line) {
    StringRef Words = Line.trim();
    const bool Opens = Words.starts_with("if ") || Words.starts_with("case ");
    const bool Closes =
        Words == "fi" || Words == "esac" || Words.ends_with("; fi") || Words.ends_with(" esac");
    Depth += Opens;
    if (Words.consume_front("for ")) // its variable has several values
      Loops.insert(Words.ltrim().take_while(isNameChar));
    std::string Text = expand(Line);
    const bool Defines = define(StringRef(Text).trim());
    if (!Defines)
      Result += Text + "\n";
    const bool Calls =
        StringRef(Text).contains("nvcc") || (Opens && Closes && StringRef(Text).contains('='));
    HasConditions |= Depth > 0 && (Defines || Calls);
    Depth -= Closes && Depth > 0;
  }

  /// `NAME=value` alone on a line. \returns false for anything else.
  bool define(StringRef Line) {
    for (StringRef Word : {"export ", "readonly ", "local ", "declare "})
      Line.consume_front(Word);
    StringRef Name = Line.take_while(isNameChar);
    if (Name.empty() || llvm::isDigit(Name[0]) || !Line.substr(Name.size()).starts_with("="))
      return false;
    std::vector<ShellCommand> Commands =
        splitShellLine("echo " + Line.substr(Name.size() + 1).str(), "");
    if (Commands.size() != 1 || Commands[0].Words.size() > 2)
      return false; // `NAME=value command`
    Values[Name] = Commands[0].Words.size() == 2 ? Commands[0].Words[1] : "";
    return true;
  }

  static bool isNameChar(char C) { return llvm::isAlnum(C) || C == '_'; }

  std::string expand(StringRef Line) const {
    std::string Text;
    while (!Line.empty()) {
      Text += Line.take_until([](char C) { return C == '$' || C == '\\'; });
      Line = Line.drop_until([](char C) { return C == '$' || C == '\\'; });
      if (Line.consume_front("\\")) {
        Text += "\\" + Line.take_front().str();
        Line = Line.drop_front(Line.empty() ? 0 : 1);
      } else if (!Line.empty()) {
        Text += takeVariable(Line);
      }
    }
    return Text;
  }

  /// The value of the variable in front of \p Line, which loses it: `$NAME`, `${NAME}` and
  /// `${NAME:-default}`. A `$` of another kind is given back as it is.
  std::string takeVariable(StringRef &Line) const {
    StringRef Rest = Line.drop_front(), Inside = Rest;
    bool IsBraced = Inside.consume_front("{");
    if (IsBraced)
      Inside = Inside.take_until([](char C) { return C == '}'; });
    StringRef Name = Inside.take_while(isNameChar);
    if (Name.empty())
      Name = Inside.take_while([](char C) { return StringRef("@*#?").contains(C); }).take_front();
    StringRef Operation = IsBraced ? Inside.drop_front(Name.size()) : "";
    bool HasDefault = Operation.consume_front(":-") || Operation.consume_front("-");
    if (Name.empty() || Loops.count(Name) || (!HasDefault && !Operation.empty())) {
      Line = Rest;
      return "$";
    }
    Line = Rest.drop_front(IsBraced ? std::min(Rest.size(), Inside.size() + 2) : Name.size());
    if (auto Found = Values.find(Name); Found != Values.end())
      return Found->second;
    const char *Outside = std::getenv(Name.str().c_str());
    return Outside ? Outside : Operation.str();
  }

  llvm::StringMap<std::string> Values;
  llvm::StringSet<> Loops; ///< variables of loops
  unsigned Depth = 0;      ///< of conditions
};

/// The place of a script among those of its folder: those first whose name says that they build.
unsigned rankOf(StringRef Path) {
  StringRef Name = path::filename(Path);
  for (StringRef Word : {"build", "compile", "make"})
    if (Name.contains_insensitive(Word))
      return 0;
  return 1;
}

} // namespace

std::optional<std::string> readScripts(const std::string &Folder, const FolderFiles &Files,
                                       BuildGraph &Graph, DiagnosticSink &Sink) {
  std::vector<std::string> Scripts;
  for (const std::string &Path : Files.Others)
    if (path::extension(Path) == ".sh" && path::parent_path(Path) == Folder)
      Scripts.push_back(Path);
  llvm::stable_sort(
      Scripts, [](const std::string &A, const std::string &B) { return rankOf(A) < rankOf(B); });
  for (const std::string &Path : Scripts) {
    std::string Text;
    if (!readFile(Path, Text) || !StringRef(Text).contains("nvcc"))
      continue;
    BuildGraph Trial = Graph;
    DiagnosticSink Notes;
    const ScriptText Script(Text);
    for (const ShellCommand &C : splitShellLine(Script.Result, Folder))
      if (auto Command = parseBuildCommand(C, {Path}, Notes))
        Trial.add(*Command);
    if (!Trial.hasCuda())
      continue;
    for (const Diagnostic &D : Notes.all())
      Sink.report(D);
    if (Script.HasConditions)
      Sink.report({diag::ScriptConditions, {Path}, {}, {}});
    Graph = std::move(Trial);
    return Path;
  }
  return std::nullopt;
}

} // namespace cu2cl
