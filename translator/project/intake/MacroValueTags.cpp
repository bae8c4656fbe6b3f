// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/intake/MacroValueTags.h"
#include "core/source/Definitions.h"
#include "project/intake/BuildGraph.h"
#include "project/intake/FolderScan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

namespace cu2cl {

using llvm::StringRef;

namespace {

/// True if a file of \p P defines or undefines \p Name: then `defined(NAME)` and NAME's value say
/// nothing about the command line.
bool definedInText(const Project &P, StringRef Name) {
  std::set<std::string> Paths(P.Headers.begin(), P.Headers.end());
  for (const CompileCommand &C : P.Commands)
    Paths.insert(C.File);
  for (const std::string &Path : Paths) {
    std::string Text;
    if (!readFile(Path, Text))
      continue;
    for (StringRef Rest = Text; !Rest.empty();) {
      auto [Line, After] = Rest.split('\n');
      Rest = After;
      Line = Line.ltrim();
      if (!Line.consume_front("#"))
        continue;
      Line = Line.ltrim();
      if (!Line.consume_front("define") && !Line.consume_front("undef"))
        continue;
      Line = Line.ltrim();
      if (Line.consume_front(Name) && (Line.empty() || (!llvm::isAlnum(Line[0]) && Line[0] != '_')))
        return true;
    }
  }
  return false;
}

/// The definitions of one name on the command lines of one source.
struct Values {
  std::set<std::string> Definitions;
  size_t Holders = 0;
};

bool needsMark(const Project &P, StringRef Name, const Values &V, size_t Commands) {
  bool Everywhere = V.Holders == Commands;
  if (V.Definitions.size() == 1 && Everywhere)
    return false;
  if (V.Definitions.size() > 1)
    for (const std::string &D : V.Definitions) {
      std::optional<long long> Number = integerOfDefinition(D);
      if (!Number || (*Number == 0 && !Everywhere))
        return true;
    }
  return definedInText(P, Name);
}

/// Adds the mark of every definition in \p List that has one.
void addMarks(std::vector<std::string> &List, const std::map<std::string, std::string> &Marks) {
  for (size_t I = 0, E = List.size(); I < E; ++I) {
    StringRef Plain = List[I];
    if (nameOfDefinition(Plain).size() + 2 == Plain.size())
      Plain.consume_back("=1");
    if (auto Mark = Marks.find(Plain.str()); Mark != Marks.end())
      addUnique(List, {Mark->second});
  }
}

} // namespace

void markDefinitions(Project &P) {
  std::map<std::string, std::vector<CompileCommand *>> BySource;
  for (CompileCommand &C : P.Commands)
    BySource[C.File].push_back(&C);
  std::map<std::string, std::set<std::string>> Marked; // names to definitions, of all sources
  for (const auto &[Source, Commands] : BySource) {
    std::map<std::string, Values> ByName;
    for (const CompileCommand *C : Commands)
      for (const std::string &D : definitionsOf(*C)) {
        Values &V = ByName[nameOfDefinition(D).str()];
        V.Definitions.insert(D);
        ++V.Holders;
      }
    for (const auto &[Name, V] : ByName)
      if (Commands.size() > 1 && needsMark(P, Name, V, Commands.size()))
        Marked[Name].insert(V.Definitions.begin(), V.Definitions.end());
  }
  if (Marked.empty())
    return;
  std::map<std::string, std::string> Marks;
  for (const auto &[Name, Definitions] : Marked)
    for (const std::string &D : Definitions) {
      size_t Number = std::distance(Definitions.begin(), Definitions.find(D)) + 1;
      Marks[D] = markOf(Name) + "=" + std::to_string(Number);
    }
  for (CompileCommand &C : P.Commands) {
    std::vector<std::string> Definitions = definitionsOf(C);
    size_t Own = Definitions.size();
    addMarks(Definitions, Marks);
    for (size_t I = Own; I < Definitions.size(); ++I)
      C.Flags.push_back("-D" + Definitions[I]);
  }
  for (ProgramTarget &T : P.Targets) {
    addMarks(T.Definitions, Marks);
    for (auto &[Source, Definitions] : T.SourceDefinitions)
      addMarks(Definitions, Marks);
  }
  for (std::vector<std::string> &Definitions : P.Configurations)
    addMarks(Definitions, Marks);
}

} // namespace cu2cl
