// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/CommandMerge.h"
#include "core/source/Definitions.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <optional>

using llvm::StringRef;

namespace cu2cl {

std::set<std::string> varyingNames(const std::vector<std::vector<std::string>> &Commands) {
  std::map<std::string, size_t> Holders;
  for (const std::vector<std::string> &Definitions : Commands)
    for (const std::string &D : Definitions)
      ++Holders[D];
  std::set<std::string> Names;
  for (const auto &[D, Count] : Holders)
    if (Count < Commands.size())
      Names.insert(nameOfDefinition(D).str());
  return Names;
}

/// Returns how the preprocessor asks whether a command line has \p Definition; empty where it
/// cannot.
/// \p ByValue: other command lines define the name differently. \p Marked: the value's mark tells.
static std::string test(StringRef Definition, bool ByValue, bool Marked) {
  std::string Name = nameOfDefinition(Definition).str();
  if (Marked)
    return "";
  if (!ByValue)
    return "defined(" + Name + ")";
  std::optional<long long> Number = integerOfDefinition(Definition);
  return Number ? Name + " == " + std::to_string(*Number) : "";
}

std::optional<std::string> conditionOf(const std::vector<std::vector<std::string>> &Commands,
                                       const std::set<size_t> &Some) {
  if (Some.size() == Commands.size())
    return "";
  // The definitions that not all command lines have, and whether a name has several values.
  std::map<std::string, std::set<size_t>> Holders, NameHolders;
  for (size_t I = 0; I < Commands.size(); ++I)
    for (const std::string &D : Commands[I]) {
      Holders[D].insert(I);
      NameHolders[nameOfDefinition(D).str()].insert(I);
    }
  std::vector<std::pair<std::string, std::set<size_t>>> Tests;
  for (const auto &[D, Who] : Holders) {
    bool ByValue = NameHolders[nameOfDefinition(D).str()] != Who;
    bool Marked = NameHolders.count(markOf(nameOfDefinition(D))) != 0;
    std::string Text = test(D, ByValue, Marked);
    if (Who.size() < Commands.size() && !Text.empty())
      Tests.push_back({Text, Who});
  }
  for (const auto &[Text, Who] : Tests) {
    if (Who == Some)
      return Text;
    std::set<size_t> Others;
    for (size_t I = 0; I < Commands.size(); ++I)
      if (!Who.count(I))
        Others.insert(I);
    if (Others == Some)
      return StringRef(Text).contains("==") ? "!(" + Text + ")" : "!" + Text;
  }
  // Each command line by all that it has and has not.
  std::vector<std::string> Alternatives;
  std::set<std::string> Ours;
  auto Describe = [&](size_t I) {
    std::vector<std::string> Terms;
    for (const auto &[Text, Who] : Tests)
      Terms.push_back(Who.count(I)                     ? Text
                      : StringRef(Text).contains("==") ? "!(" + Text + ")"
                                                       : "!" + Text);
    return llvm::join(Terms, " && ");
  };
  for (size_t I : Some)
    if (Ours.insert(Describe(I)).second)
      Alternatives.push_back(Describe(I));
  for (size_t I = 0; I < Commands.size(); ++I)
    if (!Some.count(I) && Ours.count(Describe(I)))
      return std::nullopt;
  if (Alternatives.size() == 1)
    return Alternatives.front();
  for (std::string &A : Alternatives)
    A = StringRef(A).contains("&&") ? "(" + A + ")" : A;
  return llvm::join(Alternatives, " || ");
}

/// \p A and \p B as one text if they differ only in branches that one of them has not seen.
static std::optional<std::string> fillBranches(StringRef A, StringRef B) {
  llvm::SmallVector<StringRef, 64> First, Second;
  A.split(First, '\n');
  B.split(Second, '\n');
  std::vector<std::string> Lines;
  // Copies a branch of From until the line that follows the other's marker.
  auto CopyBranch = [&](llvm::ArrayRef<StringRef> From, size_t &At, StringRef Until) {
    for (unsigned Depth = 0; At < From.size(); ++At) {
      StringRef Line = From[At].ltrim();
      if (Depth == 0 && From[At] == Until)
        return true;
      if (Line.starts_with("#if"))
        ++Depth;
      else if (Line.starts_with("#endif") && Depth-- == 0)
        return false;
      Lines.push_back(From[At].str());
    }
    return false;
  };
  size_t I = 0, J = 0;
  while (I < First.size() && J < Second.size()) {
    if (First[I] == Second[J]) {
      Lines.push_back(First[I++].str());
      ++J;
    } else if (First[I].trim() == UnseenBranch && I + 1 < First.size()) {
      if (!CopyBranch(Second, J, First[++I]))
        return std::nullopt;
    } else if (Second[J].trim() == UnseenBranch && J + 1 < Second.size()) {
      if (!CopyBranch(First, I, Second[++J]))
        return std::nullopt;
    } else {
      return std::nullopt;
    }
  }
  if (I < First.size() || J < Second.size())
    return std::nullopt;
  return llvm::join(Lines, "\n");
}

namespace {
/// One text of an entry and the command lines that give it.
struct Version {
  std::string Text;
  std::set<size_t> Commands;
};
} // namespace

static std::string underConditions(const std::vector<Version> &Versions,
                                   const std::vector<std::vector<std::string>> &Definitions,
                                   bool &Told) {
  std::string Text;
  for (const Version &V : Versions) {
    std::optional<std::string> Condition = conditionOf(Definitions, V.Commands);
    Told &= Condition.has_value();
    if (!Condition || Condition->empty())
      return V.Text;
    Text += "#if " + *Condition + "\n" + V.Text + "\n#endif" + (&V != &Versions.back() ? "\n" : "");
  }
  return Text;
}

UnitEntries mergeCommands(const std::vector<CommandEntries> &Commands,
                          std::vector<DeviceEntry> &Disagreed) {
  std::vector<std::vector<std::string>> Definitions;
  UnitEntries Result;
  Result.Source = Commands.front().Unit.Source;
  std::map<std::string, std::vector<Version>> Versions;
  for (size_t I = 0; I < Commands.size(); ++I) {
    Definitions.push_back(Commands[I].Definitions);
    for (const auto &[Identity, E] : Commands[I].Unit.Entries) {
      auto [It, New] = Result.Entries.try_emplace(Identity, E);
      It->second.Needs.insert(E.Needs.begin(), E.Needs.end());
      It->second.Given.insert(E.Given.begin(), E.Given.end());
      It->second.Holders.insert({Result.Source, I});
      It->second.Helpers.insert(E.Helpers.begin(), E.Helpers.end());
      It->second.Extensions.insert(E.Extensions.begin(), E.Extensions.end());
      std::vector<Version> &All = Versions[Identity];
      bool Known = false;
      for (Version &V : All)
        if (std::optional<std::string> Filled =
                V.Text == E.Text ? E.Text : fillBranches(V.Text, E.Text)) {
          V.Text = *Filled;
          V.Commands.insert(I);
          Known = true;
          break;
        }
      if (!Known)
        All.push_back({E.Text, {I}});
    }
  }
  for (auto &[Identity, E] : Result.Entries) {
    bool Told = true;
    E.Text = underConditions(Versions[Identity], Definitions, Told);
    std::set<size_t> Holders;
    for (const Version &V : Versions[Identity])
      Holders.insert(V.Commands.begin(), V.Commands.end());
    E.Condition = conditionOf(Definitions, Holders).value_or("");
    if (!Told)
      Disagreed.push_back(E);
  }
  return Result;
}

} // namespace cu2cl
