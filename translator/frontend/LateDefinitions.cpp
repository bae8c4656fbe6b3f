// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/LateDefinitions.h"
#include "core/source/Definitions.h"
#include "frontend/SharedStart.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace cu2cl {

using llvm::StringRef;

namespace {

/// The flags of one command line, divided.
struct DividedFlags {
  std::vector<std::string> Others, Late;
};

/// Calls \p See with each -D and -U, in one word or two, and \p Other with each other flag.
template <typename F, typename G>
void forEachFlag(llvm::ArrayRef<std::string> Flags, F See, G Other) {
  for (size_t I = 0; I < Flags.size(); ++I) {
    StringRef Flag = Flags[I];
    if (!Flag.starts_with("-D") && !Flag.starts_with("-U"))
      Other(Flag);
    else if (Flag.size() == 2 && I + 1 < Flags.size())
      See(Flag, StringRef(Flags[++I]));
    else
      See(Flag.take_front(2), Flag.drop_front(2));
  }
}

DividedFlags divide(llvm::ArrayRef<std::string> Flags) {
  std::set<StringRef> Early;
  forEachFlag(
      Flags,
      [&](StringRef, StringRef Definition) {
        StringRef Name = nameOfDefinition(Definition);
        if (mayMatterToHeaders(Name) || Definition.contains('\n'))
          Early.insert(Name);
      },
      [](StringRef) {});
  DividedFlags Result;
  CompileCommand Late;
  forEachFlag(
      Flags,
      [&](StringRef Kind, StringRef Definition) {
        bool IsEarly = Early.count(nameOfDefinition(Definition));
        (IsEarly ? Result.Others : Late.Flags).push_back((Kind + Definition).str());
      },
      [&](StringRef Flag) { Result.Others.push_back(Flag.str()); });
  Result.Late = definitionsOf(Late);
  return Result;
}

} // namespace

std::vector<AlikeLines> groupAlike(llvm::ArrayRef<CommandLine> Lines) {
  std::map<std::pair<std::string, std::vector<std::string>>, AlikeLines> Groups;
  for (size_t I = 0; I < Lines.size(); ++I) {
    DividedFlags Flags = divide(Lines[I].Flags);
    AlikeLines &G = Groups[{Lines[I].Rest, Flags.Others}];
    G.Flags = std::move(Flags.Others);
    G.Members.push_back(I);
    G.Late.push_back(std::move(Flags.Late));
  }
  std::vector<AlikeLines> Result;
  for (auto &[Key, G] : Groups) {
    std::vector<std::string> Common = G.Late.front();
    for (const std::vector<std::string> &Late : G.Late)
      llvm::erase_if(Common, [&](const std::string &D) { return !llvm::is_contained(Late, D); });
    for (std::vector<std::string> &Late : G.Late)
      llvm::erase_if(Late, [&](const std::string &D) { return llvm::is_contained(Common, D); });
    for (const std::string &Definition : Common)
      G.Flags.push_back("-D" + Definition);
    Result.push_back(std::move(G));
  }
  return Result;
}

std::string directivesFor(llvm::ArrayRef<std::string> Definitions) {
  std::string Text;
  for (StringRef Definition : Definitions) {
    auto [Head, Body] = Definition.split('=');
    bool HasBody = Head.size() != Definition.size();
    Text += ("#define " + Head + " " + (HasBody ? Body : "1") + "\n").str();
  }
  return Text;
}

} // namespace cu2cl
