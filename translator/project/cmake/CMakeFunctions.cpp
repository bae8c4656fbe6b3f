// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Functions and macros that a project's CMake files define, and what is mostly used in them.

#include "project/cmake/CMakeInterpreter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include <optional>

namespace cu2cl {

using llvm::StringRef;
namespace path = llvm::sys::path;
using Words = std::vector<std::string>;

void CMakeInterpreter::define(const std::vector<CMakeCommand> &Commands, size_t Begin, size_t End,
                              CMakeScope &S) {
  Words Args = expandArguments(Commands[Begin], S.Variables);
  if (Args.empty())
    return;
  Function F;
  F.Parameters.assign(Args.begin() + 1, Args.end());
  F.Body.assign(Commands.begin() + Begin + 1, Commands.begin() + std::max(Begin + 1, End));
  Functions[StringRef(Args[0]).lower()] = std::move(F);
}

/// Runs a call. What a function sets stays set after it, as if each set() were for its caller,
/// too; its parameters do not. \returns false if \p Name is not the project's own.
bool CMakeInterpreter::call(const std::string &Name, const Words &Args, CMakeScope &S) {
  auto Found = Functions.find(Name);
  if (Found == Functions.end())
    return false;
  if (++Depth < 30) {
    Function F = Found->second; // a body may define the name anew
    CMakeVariables New;
    size_t Count = F.Parameters.size();
    for (size_t I = 0; I < Count; ++I)
      New[F.Parameters[I]] = I < Args.size() ? Args[I] : "";
    for (size_t I = 0; I < Args.size(); ++I)
      New["ARGV" + std::to_string(I)] = Args[I];
    New["ARGC"] = std::to_string(Args.size());
    New["ARGV"] = llvm::join(Args, ";");
    New["ARGN"] = Args.size() > Count ? llvm::join(Args.begin() + Count, Args.end(), ";") : "";
    std::map<std::string, std::optional<std::string>> Old;
    for (const auto &[Variable, Value] : New) {
      auto Before = S.Variables.find(Variable);
      Old[Variable] = Before == S.Variables.end() ? std::nullopt : std::optional(Before->second);
      S.Variables[Variable] = Value;
    }
    ++Calls;
    run(F.Body, 0, F.Body.size(), S);
    --Calls;
    Returning = false;
    for (const auto &[Variable, Value] : Old)
      if (Value)
        S.Variables[Variable] = *Value;
      else
        S.Variables.erase(Variable);
  }
  --Depth;
  return true;
}

static Words splitList(StringRef Text) {
  llvm::SmallVector<StringRef, 8> Parts;
  Text.split(Parts, ';', -1, /*KeepEmpty=*/false);
  return {Parts.begin(), Parts.end()};
}

/// cmake_parse_arguments(prefix "flags" "one value" "many values" argument ...), or
/// (PARSE_ARGV n prefix ...) with the arguments of the call from the n-th on.
void CMakeValues::parseArguments(const Words &Args, CMakeScope &S) {
  bool OfCall = Args.size() > 1 && Args[0] == "PARSE_ARGV";
  size_t First = OfCall ? 2 : 0;
  if (Args.size() < First + 4)
    return;
  const std::string Prefix = Args[First] + "_";
  Words Flags = splitList(Args[First + 1]), One = splitList(Args[First + 2]),
        Many = splitList(Args[First + 3]), Items(Args.begin() + First + 4, Args.end());
  if (OfCall) {
    Items = splitList(S.Variables["ARGV"]);
    unsigned From = 0;
    StringRef(Args[1]).getAsInteger(10, From);
    Items.erase(Items.begin(), Items.begin() + std::min<size_t>(From, Items.size()));
  }
  for (const std::string &Flag : Flags)
    S.Variables[Prefix + Flag] = "FALSE";
  for (const Words *Keys : {&One, &Many})
    for (const std::string &Key : *Keys)
      S.Variables.erase(Prefix + Key);
  std::string Current;
  for (const std::string &Item : Items) {
    if (llvm::is_contained(Flags, Item)) {
      S.Variables[Prefix + Item] = "TRUE";
      Current.clear();
    } else if (llvm::is_contained(One, Item) || llvm::is_contained(Many, Item)) {
      Current = Item;
    } else if (!Current.empty()) {
      std::string &Value = S.Variables[Prefix + Current];
      Value += (Value.empty() ? "" : ";") + Item;
      if (llvm::is_contained(One, Current))
        Current.clear();
    }
  }
}

/// get_filename_component(variable path what).
void CMakeValues::filenameComponent(const Words &Args, CMakeScope &S) {
  if (Args.size() < 3)
    return;
  StringRef Path = Args[1], What = Args[2], Name = path::filename(Path);
  std::string &Value = S.Variables[Args[0]];
  if (What == "NAME")
    Value = Name.str();
  else if (What == "NAME_WE")
    Value = Name.split('.').first.str();
  else if (What == "NAME_WLE")
    Value = path::stem(Name).str();
  else if (What == "EXT")
    Value = Name.contains('.') ? Name.substr(Name.find('.')).str() : "";
  else if (What == "LAST_EXT")
    Value = path::extension(Name).str();
  else if (What == "DIRECTORY" || What == "PATH")
    Value = path::parent_path(Path).str();
  else if (What == "ABSOLUTE" || What == "REALPATH")
    Value = absolutePath(Path, S.Folder);
}

void CMakeValues::math(const Words &Args, CMakeScope &S) {
  if (std::optional<long long> Value = computeCMake(Args[2]))
    S.Variables[Args[1]] = std::to_string(*Value);
  else
    I.leftOut("math(" + Args[2] + ")", S);
}

/// separate_arguments(variable), or (variable mode "words").
void CMakeValues::separateArguments(const Words &Args, CMakeScope &S) {
  std::string &Value = S.Variables[Args[0]];
  std::string Text = Args.size() > 2 ? Args.back() : Value;
  Words Items;
  for (const ShellCommand &C : splitShellLine(Text, S.Folder))
    Items.insert(Items.end(), C.Words.begin(), C.Words.end());
  Value = llvm::join(Items, ";");
}

/// list(<action> <list> ...) for actions that keep, drop or change items one by one.
bool CMakeValues::changeItems(const Words &Args, Words &Items) {
  const std::string &Action = Args[0];
  if (Action == "REMOVE_DUPLICATES") {
    Words Once;
    addUnique(Once, Items);
    Items = std::move(Once);
  } else if (Action == "FILTER" && Args.size() == 5) {
    llvm::Regex Pattern(Args[4]);
    llvm::erase_if(Items, [&](const std::string &Item) {
      return Pattern.match(Item) != (Args[2] == "INCLUDE");
    });
  } else if (Action == "TRANSFORM" && Args.size() == 4 &&
             (Args[2] == "PREPEND" || Args[2] == "APPEND")) {
    for (std::string &Item : Items)
      Item = Args[2] == "PREPEND" ? Args[3] + Item : Item + Args[3];
  } else if (Action == "SORT") {
    llvm::sort(Items);
  } else if (Action == "REVERSE") {
    std::reverse(Items.begin(), Items.end());
  } else {
    return false;
  }
  return true;
}

/// list(<action> <list> ... <variable>) for actions that give a value.
bool CMakeValues::readItems(const Words &Args, const Words &Items, CMakeScope &S) {
  const std::string &Action = Args[0];
  std::string &Result = S.Variables[Args.back()];
  if (Action == "LENGTH" && Args.size() == 3) {
    Result = std::to_string(Items.size());
  } else if (Action == "JOIN" && Args.size() == 4) {
    Result = llvm::join(Items, Args[2]);
  } else if (Action == "FIND" && Args.size() == 4) {
    auto At = llvm::find(Items, Args[2]);
    Result = At == Items.end() ? "-1" : std::to_string(At - Items.begin());
  } else if (Action == "GET" && Args.size() >= 4) {
    Words Chosen;
    for (size_t I = 2; I + 1 < Args.size(); ++I) {
      int Index = 0;
      StringRef(Args[I]).getAsInteger(10, Index);
      Index += Index < 0 ? int(Items.size()) : 0;
      if (Index >= 0 && size_t(Index) < Items.size())
        Chosen.push_back(Items[Index]);
    }
    Result = llvm::join(Chosen, ";");
  } else {
    return false;
  }
  return true;
}

void CMakeValues::list(const Words &Args, CMakeScope &S) {
  if (Args.size() < 2)
    return;
  llvm::SmallVector<StringRef, 8> Old;
  std::string Before = S.Variables[Args[1]];
  StringRef(Before).split(Old, ';', -1, false);
  Words Now(Old.begin(), Old.end());
  if (changeItems(Args, Now)) {
    S.Variables[Args[1]] = llvm::join(Now, ";");
    return;
  }
  if (readItems(Args, Now, S))
    return;
  if (Args[0] != "APPEND" && Args[0] != "PREPEND" && Args[0] != "REMOVE_ITEM")
    I.leftOut("list(" + Args[0] + ")", S);
  std::string &Value = S.Variables[Args[1]];
  Words Items(Args.begin() + 2, Args.end());
  if (Args[0] == "APPEND" && !Items.empty())
    Value += (Value.empty() ? "" : ";") + llvm::join(Items, ";");
  if (Args[0] == "PREPEND" && !Items.empty())
    Value = llvm::join(Items, ";") + (Value.empty() ? "" : ";") + Value;
  if (Args[0] == "REMOVE_ITEM") {
    llvm::SmallVector<StringRef, 8> Parts;
    StringRef(Value).split(Parts, ';', -1, false);
    llvm::erase_if(Parts, [&](StringRef P) { return llvm::is_contained(Items, P); });
    Value = llvm::join(Parts, ";");
  }
}

} // namespace cu2cl
