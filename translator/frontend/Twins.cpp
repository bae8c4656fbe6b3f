// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/Twins.h"
#include "core/source/CommandMerge.h"
#include "core/source/Definitions.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {

/// Returns true if the preprocessor met \p Name other than by the definition on the command line.
static bool wasAsked(const Preprocessor &PP, StringRef Name) {
  const IdentifierTable &Seen = PP.getIdentifierTable();
  auto It = Seen.find(Name);
  if (It == Seen.end())
    return false;
  const MacroInfo *Info = PP.getMacroInfo(It->second);
  return !Info || Info->isUsed() ||
         !PP.getSourceManager().isWrittenInCommandLineFile(Info->getDefinitionLoc());
}

std::set<std::string> mentionedIn(const ParsedSide &Side, const std::set<std::string> &Names) {
  std::set<std::string> Result;
  const SourceManager &SM = Side.sources();
  for (const std::string &Name : Names) {
    bool IsMentioned = wasAsked(Side.preprocessor(), Name);
    for (auto It = SM.fileinfo_begin(); !IsMentioned && It != SM.fileinfo_end(); ++It)
      if (std::optional<StringRef> Text = It->second->getBufferDataIfLoaded())
        IsMentioned = mentionsWord(*Text, Name);
    if (IsMentioned)
      Result.insert(Name);
  }
  return Result;
}

/// \p Flags without definitions. What -U takes away may be the compiler's own.
static std::vector<std::string> withoutDefinitions(const std::vector<std::string> &Flags) {
  std::vector<std::string> Rest;
  for (size_t I = 0; I < Flags.size(); ++I)
    if (Flags[I] == "-D")
      ++I;
    else if (!StringRef(Flags[I]).starts_with("-D"))
      Rest.push_back(Flags[I]);
  return Rest;
}

/// Returns those of \p Definitions that define one of \p Names.
static std::vector<std::string> definingOnly(const std::vector<std::string> &Definitions,
                                             const std::set<std::string> &Names) {
  std::vector<std::string> Result;
  llvm::copy_if(Definitions, std::back_inserter(Result),
                [&](const std::string &D) { return Names.count(nameOfDefinition(D).str()) != 0; });
  return Result;
}

TwinSearch::TwinSearch(const std::vector<CompileCommand> &Commands) {
  std::map<std::string, std::vector<std::vector<std::string>>> BySource;
  for (const CompileCommand &C : Commands) {
    Class Rest = {C.File, C.Directory, C.Arch, std::to_string(int(C.Lang))};
    llvm::append_range(Rest, withoutDefinitions(C.Flags));
    llvm::append_range(Rest, C.ModuleFiles);
    Classes.push_back(std::move(Rest));
    Definitions.push_back(definitionsOf(C));
    BySource[C.File].push_back(Definitions.back());
  }
  for (const auto &[Source, Lists] : BySource)
    Varying[Source] = varyingNames(Lists);
}

const std::set<std::string> &TwinSearch::varying(const std::string &Source) const {
  return Varying.at(Source);
}

std::vector<size_t> TwinSearch::takeRound(std::vector<size_t> &Rest) const {
  std::vector<size_t> Round, Later;
  std::set<std::pair<Class, std::vector<std::string>>> Taken;
  for (size_t I : Rest) {
    // What one unit mentions, others probably do, too: they need not wait for each other.
    std::set<std::string> Names;
    if (auto It = ByClass.find(Classes[I]); It != ByClass.end())
      for (const Parsed &P : It->second)
        Names.insert(P.Mentioned.begin(), P.Mentioned.end());
    bool IsFirst = Taken.insert({Classes[I], definingOnly(Definitions[I], Names)}).second;
    (IsFirst ? Round : Later).push_back(I);
  }
  Rest = std::move(Later);
  return Round;
}

void TwinSearch::addParsed(size_t Unit, const std::set<std::string> &Mentioned) {
  ByClass[Classes[Unit]].push_back({Unit, Mentioned});
}

std::optional<size_t> TwinSearch::twinOf(size_t Unit) const {
  auto It = ByClass.find(Classes[Unit]);
  if (It == ByClass.end())
    return std::nullopt;
  for (const Parsed &P : It->second)
    if (definingOnly(Definitions[P.Unit], P.Mentioned) ==
        definingOnly(Definitions[Unit], P.Mentioned))
      return P.Unit;
  return std::nullopt;
}

} // namespace cu2cl
