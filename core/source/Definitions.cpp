// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/Definitions.h"
#include <set>

namespace cu2cl {

using llvm::StringRef;

StringRef nameOfDefinition(StringRef Definition) {
  return Definition.take_until([](char C) { return C == '=' || C == '('; });
}

std::optional<long long> integerOfDefinition(StringRef Definition) {
  StringRef Name = nameOfDefinition(Definition);
  if (Name.size() == Definition.size())
    return 1;
  StringRef Value = Definition.drop_front(Name.size());
  long long Number = 0;
  if (!Value.consume_front("=") || Value.getAsInteger(10, Number) ||
      std::to_string(Number) != Value) // 010, 0x8 and 8u stay what they are
    return std::nullopt;
  return Number;
}

std::vector<std::string> definitionsOf(const CompileCommand &C) {
  std::set<std::string> All;
  for (size_t I = 0; I < C.Flags.size(); ++I) {
    StringRef Flag = C.Flags[I];
    bool Define = Flag.consume_front("-D");
    if (!Define && !Flag.consume_front("-U"))
      continue;
    if (Flag.empty() && I + 1 < C.Flags.size())
      Flag = C.Flags[++I];
    StringRef Name = nameOfDefinition(Flag);
    if (Name.starts_with("__CUDACC_")) // nvcc's own, not the project's
      continue;
    for (auto It = All.begin(); It != All.end();)
      It = nameOfDefinition(*It) == Name ? All.erase(It) : std::next(It);
    if (Define && Flag == (Name + "=1").str())
      Flag = Name;
    if (Define)
      All.insert(Flag.str());
  }
  return {All.begin(), All.end()};
}

std::string markOf(StringRef Name) { return ("CU2CL_" + Name).str(); }

bool mentionsWord(StringRef Text, StringRef Word) {
  auto IsWord = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  for (size_t At = Text.find(Word); At != StringRef::npos; At = Text.find(Word, At + 1))
    if ((At == 0 || !IsWord(Text[At - 1])) &&
        (At + Word.size() == Text.size() || !IsWord(Text[At + Word.size()])))
      return true;
  return false;
}

} // namespace cu2cl
