// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/cmake/CMakeSources.h"
#include "project/output/SourceFolders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

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
  std::set<std::string> Cuda, InC;
  for (const CompileCommand &C : P.Commands) {
    if (C.Lang != Language::C)
      (C.Lang == Language::Cxx ? Plain : Cuda).insert(C.File);
    // CMake goes by the name, the CUDA project's commands may not (g++ x.c, nvcc -x cu x.c).
    bool CByName = llvm::sys::path::extension(C.File) == ".c", IsC = C.Lang == Language::C;
    if (CByName != IsC)
      (IsC ? AsC : AsCxx).insert(C.File);
    if (IsC)
      InC.insert(C.File);
  }
  for (const std::string &Source : InC)
    AsCxx.erase(Source);
  for (const std::string &Source : Cuda)
    Plain.erase(Source);
}

/// CMake drops definitions with a '#' and those of macros with parameters.
static bool isDropped(StringRef Definition) {
  return Definition.contains('#') || Definition.split('=').first.contains('(');
}

std::vector<std::string> plainDefinitions(const std::vector<std::string> &Definitions) {
  std::vector<std::string> Plain = Definitions;
  llvm::erase_if(Plain, isDropped);
  return Plain;
}

std::vector<std::string> definingOptions(const std::vector<std::string> &Definitions) {
  std::vector<std::string> Options;
  for (const std::string &D : Definitions)
    if (isDropped(D))
      Options.push_back("-D" + D);
  return Options;
}

/// \p Of what \p T compiles \p Source with beside its own definitions, sorted.
static std::string listOf(const ProgramTarget &T, const std::string &Source,
                          std::vector<std::string> (*Of)(const std::vector<std::string> &)) {
  auto Found = T.SourceDefinitions.find(Source);
  if (Found == T.SourceDefinitions.end() || Of(Found->second).empty())
    return "";
  return quotedListForCMake(Of(Found->second));
}

std::string CMakeSources::definitionsOf(const ProgramTarget &T, const std::string &Source) const {
  return listOf(T, Source, plainDefinitions);
}

std::string CMakeSources::optionsOf(const ProgramTarget &T, const std::string &Source) const {
  return listOf(T, Source, definingOptions);
}

std::string CMakeSources::foldersFor(const ProgramTarget &T, const std::string &Source) const {
  std::string List;
  for (const std::string &Dir : ownFolders(T, Source, L)) {
    std::string Out = outputFolderOf(Dir, P, L);
    if (Out.empty())
      continue;
    std::string Quoted = quotedListForCMake({Out});
    Quoted = Quoted.substr(1, Quoted.size() - 2);
    // CMake takes relative folders of a source from its build folder.
    if (Out == ".")
      Quoted = "${CMAKE_CURRENT_SOURCE_DIR}";
    else if (!llvm::sys::path::is_absolute(Out))
      Quoted = "${CMAKE_CURRENT_SOURCE_DIR}/" + Quoted;
    List += (List.empty() ? "" : ";") + Quoted;
  }
  return List.empty() ? "" : "\"" + List + "\"";
}

bool CMakeSources::differs(const std::string &Source, ListOf List) const {
  const ProgramTarget *First = nullptr;
  for (const ProgramTarget &T : P.Targets)
    if (llvm::is_contained(T.Sources, Source)) {
      if (First && (this->*List)(*First, Source) != (this->*List)(T, Source))
        return true;
      First = First ? First : &T;
    }
  return false;
}

/// The commands that give the source of \p Plan its \p Property in the target \p Name.
std::string CMakeSources::property(const ProgramTarget &T, StringRef Name, const FilePlan &Plan,
                                   bool IsNew, StringRef Property, ListOf List) const {
  bool Differs = differs(Plan.Input, List);
  std::string Value = (this->*List)(T, Plan.Input), Text;
  // The property of targets that holds the value.
  std::string Own = Property == "COMPILE_DEFINITIONS" ? "definitions_of_"
                    : Property == "COMPILE_OPTIONS"   ? "options_of_"
                                                      : "folders_of_";
  for (char C : Plan.Host)
    Own += llvm::isAlnum(C) ? C : '_';
  std::string Head = "set_source_files_properties(" + quotedForCMake(Plan.Host) + " PROPERTIES " +
                     Property.str() + " ";
  if (IsNew && Differs)
    Text += "# Each target has its own.\n" + Head + "\"$<TARGET_PROPERTY:" + Own + ">\")\n";
  else if (IsNew && !Value.empty())
    Text += Head + Value + ")\n";
  if (Differs && !Value.empty())
    Text += ("set_target_properties(" + Name + " PROPERTIES " + Own + " " + Value + ")\n").str();
  return Text;
}

std::string CMakeSources::commandsFor(const ProgramTarget &T, StringRef Name) {
  std::string Text, NewPlain;
  for (const std::string &Source : T.Sources) {
    const FilePlan *Plan = L.find(Source);
    if (!Plan)
      continue;
    bool New = Written.insert(Source).second;
    for (const auto &[Sources, Language] : {std::pair(&AsC, "C"), std::pair(&AsCxx, "CXX")})
      if (New && Sources->count(Source) && llvm::sys::path::extension(Plan->Host) != ".cpp")
        Text += "set_source_files_properties(" + quotedForCMake(Plan->Host) +
                " PROPERTIES LANGUAGE " + Language + ")\n";
    Text += property(T, Name, *Plan, New, "COMPILE_DEFINITIONS", &CMakeSources::definitionsOf);
    Text += property(T, Name, *Plan, New, "COMPILE_OPTIONS", &CMakeSources::optionsOf);
    Text += property(T, Name, *Plan, New, "INCLUDE_DIRECTORIES", &CMakeSources::foldersFor);
    if (New && Plain.count(Source))
      NewPlain += " " + quotedForCMake(Plan->Host);
  }
  if (!NewPlain.empty())
    Text += "set_property(SOURCE" + NewPlain +
            "\n  APPEND PROPERTY COMPILE_DEFINITIONS CLRT_NO_HOST_MATH)\n";
  return Text;
}

} // namespace cu2cl
