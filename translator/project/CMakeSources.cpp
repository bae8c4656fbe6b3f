// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/CMakeSources.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace cu2cl {

using llvm::StringRef;

std::string quotedForCMake(StringRef Word) {
  bool Plain = !Word.empty() && llvm::all_of(Word, [](char C) {
    return llvm::isAlnum(C) || StringRef("_-+./=:,@%").contains(C);
  });
  if (Plain)
    return Word.str();
  std::string Result = "\"";
  for (char C : Word) {
    if (StringRef("\"\\$;").contains(C))
      Result += '\\';
    Result += C;
  }
  return Result + "\"";
}

std::string quotedListForCMake(const std::vector<std::string> &Items) {
  std::string Result = "\"";
  for (size_t I = 0; I < Items.size(); ++I) {
    std::string Item = quotedForCMake(Items[I]);
    Result += (I ? ";" : "") + (Item[0] == '"' ? Item.substr(1, Item.size() - 2) : Item);
  }
  return Result + "\"";
}

CMakeSources::CMakeSources(const Project &P, const Layout &L) : P(P), L(L) {
  // nvcc gives CUDA's host math to CUDA files only; a plain C++ file may define the same names. A
  // file that is compiled both ways compiles with that math.
  std::set<std::string> Cuda;
  for (const CompileCommand &C : P.Commands)
    if (C.Lang != Language::C)
      (C.Lang == Language::Cxx ? Plain : Cuda).insert(C.File);
  for (const std::string &Source : Cuda)
    Plain.erase(Source);
}

/// What \p T compiles \p Source with beside its own definitions, sorted.
std::vector<std::string> CMakeSources::definitionsOf(const ProgramTarget &T,
                                                     const std::string &Source) const {
  auto Found = T.SourceDefinitions.find(Source);
  return Found == T.SourceDefinitions.end() ? std::vector<std::string>() : Found->second;
}

bool CMakeSources::differs(const std::string &Source) const {
  const ProgramTarget *First = nullptr;
  for (const ProgramTarget &T : P.Targets)
    if (llvm::is_contained(T.Sources, Source)) {
      if (First && definitionsOf(*First, Source) != definitionsOf(T, Source))
        return true;
      First = First ? First : &T;
    }
  return false;
}

/// The property of targets that holds the definitions of the output source \p Host.
std::string CMakeSources::propertyOf(StringRef Host) const {
  std::string Name = "definitions_of_";
  for (char C : Host)
    Name += llvm::isAlnum(C) ? C : '_';
  return Name;
}

std::string CMakeSources::commandsFor(const ProgramTarget &T, StringRef Name) {
  std::string Text, NewPlain;
  for (const std::string &Source : T.Sources) {
    const FilePlan *Plan = L.find(Source);
    if (!Plan)
      continue;
    std::vector<std::string> Definitions = definitionsOf(T, Source);
    std::string Host = quotedForCMake(Plan->Host), Property = propertyOf(Plan->Host);
    std::string Head = "set_source_files_properties(" + Host + " PROPERTIES COMPILE_DEFINITIONS ";
    bool New = Written.insert(Source).second, Differs = differs(Source);
    if (New && Differs)
      Text += "# Each target has its own.\n" + Head + "\"$<TARGET_PROPERTY:" + Property + ">\")\n";
    else if (New && !Definitions.empty())
      Text += Head + quotedListForCMake(Definitions) + ")\n";
    if (Differs && !Definitions.empty())
      Text += ("set_target_properties(" + Name + " PROPERTIES " + Property + " " +
               quotedListForCMake(Definitions) + ")\n")
                  .str();
    if (New && Plain.count(Source))
      NewPlain += " " + Host;
  }
  if (!NewPlain.empty())
    Text += "set_property(SOURCE" + NewPlain +
            "\n  APPEND PROPERTY COMPILE_DEFINITIONS CLRT_NO_HOST_MATH)\n";
  return Text;
}

} // namespace cu2cl
