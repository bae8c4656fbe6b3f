// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/cmake/CMakeInterpreter.h"
#include "project/intake/Intake.h"
#include "project/intake/KnownLibraries.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace cu2cl {

using llvm::StringRef;
namespace path = llvm::sys::path;
using Words = std::vector<std::string>;

void CMakeTargets::addTarget(Words Args, ProgramKind Kind, CMakeScope &S) {
  if (Args.empty())
    return;
  CMakeTarget T;
  T.Name = T.OutputName = Args.front();
  T.Folder = S.Folder;
  T.Kind = Kind;
  T.Own = S.Everything; // comes first; what the folder says later is added at its end
  T.Arch = S.Variables["CMAKE_CUDA_ARCHITECTURES"];
  T.CxxStandard = S.Variables["CMAKE_CXX_STANDARD"];
  T.CudaStandard = S.Variables["CMAKE_CUDA_STANDARD"];
  for (size_t I = 1; I < Args.size(); ++I) {
    StringRef Word = Args[I];
    if (Word == "SHARED" || Word == "MODULE")
      T.Kind = ProgramKind::SharedLibrary;
    else if (Word == "INTERFACE")
      T.IsInterface = true;
    else if (Word == "IMPORTED")
      return;
    else if (Word == "ALIAS") {
      if (I + 1 < Args.size())
        Aliases[T.Name] = Args[I + 1];
      S.Variables["TARGET " + T.Name] = "1";
      return;
    } else if (Word == "OBJECT")
      T.IsObjects = true;
    else if (Word.starts_with("$<TARGET_OBJECTS:"))
      addUnique(T.ObjectsOf, {Word.drop_front(17).drop_back(1).str()});
    else if (Word == "OPTIONS") { // cuda_add_executable: nvcc's options follow
      addUnique(T.LanguageOptions["CUDA"], {Args.begin() + I + 1, Args.end()});
      break;
    } else if (std::string Item = evaluateGenerators(Word); isSourceFile(Item))
      T.Sources.push_back(absolutePath(Item, S.Folder));
  }
  // Unlike CMake's own, read where the target is made.
  std::string Flags = S.Variables["CUDA_NVCC_FLAGS"];
  std::replace(Flags.begin(), Flags.end(), ';', ' ');
  for (const ShellCommand &C : splitShellLine(Flags, S.Folder))
    addUnique(T.LanguageOptions["CUDA"], C.Words);
  S.Variables["TARGET " + T.Name] = "1"; // for if(TARGET ...)
  Targets.push_back(std::move(T));
}

/// Options of whole languages, from variables. A project is read as it is built for release.
void CMakeTargets::addLanguageOptions(CMakeTarget &T, CMakeScope &S) {
  for (StringRef Language : CMakeLanguages)
    for (const char *Suffix : {"_FLAGS", "_FLAGS_RELEASE"}) {
      std::string Flags = S.Variables[("CMAKE_" + Language + Suffix).str()];
      std::replace(Flags.begin(), Flags.end(), ';', ' ');
      for (const ShellCommand &C : splitShellLine(Flags, S.Folder))
        addUnique(T.LanguageOptions[Language.str()], C.Words);
    }
}

/// target_xxx(<target> [scope] item ...). \returns true if it was one.
bool CMakeTargets::runTargetCommand(StringRef Name, Words &Args, CMakeScope &S) {
  Words CMakeUsage::*List = llvm::StringSwitch<Words CMakeUsage::*>(Name)
                                .Case("target_compile_definitions", &CMakeUsage::Definitions)
                                .Case("target_include_directories", &CMakeUsage::IncludeDirs)
                                .Case("target_compile_options", &CMakeUsage::Options)
                                .Case("target_link_options", &CMakeUsage::Options)
                                .Case("target_link_libraries", &CMakeUsage::Libraries)
                                .Default(nullptr);
  bool Sources = Name == "target_sources", Features = Name == "target_compile_features";
  if (!List && !Sources && !Features)
    return false;
  CMakeTarget *T = Args.empty() ? nullptr : find(Args[0]);
  StringRef For = Name == "target_link_libraries" ? "PUBLIC" : "PRIVATE";
  std::optional<size_t> OwnFront, PassedFront; // of what follows BEFORE
  Args = joinGenerators(Args);
  for (size_t I = 1; T && I < Args.size(); ++I) {
    StringRef Word = Args[I];
    if (Word == "PUBLIC" || Word == "PRIVATE" || Word == "INTERFACE" || Word == "LINK_PUBLIC" ||
        Word == "LINK_PRIVATE") {
      For = Word;
      continue;
    }
    if (Word == "SYSTEM" && List == &CMakeUsage::IncludeDirs)
      List = &CMakeUsage::SystemDirs;
    if (Word == "BEFORE")
      OwnFront = PassedFront = 0;
    if (Word == "SYSTEM" || Word == "BEFORE" || Word == "AFTER")
      continue;
    if (Sources && Word.starts_with("$<TARGET_OBJECTS:")) {
      addUnique(T->ObjectsOf, {Word.drop_front(17).drop_back(1).str()});
      continue;
    }
    // What depends on the language of a source is decided where the source is compiled.
    bool Later = List == &CMakeUsage::Definitions || List == &CMakeUsage::Options;
    std::string Item = Later ? Word.str() : evaluateGenerators(Word);
    if (Item.empty())
      continue;
    if (List == &CMakeUsage::IncludeDirs || List == &CMakeUsage::SystemDirs)
      Item = absolutePath(Item, S.Folder);
    if (Sources && isSourceFile(Item))
      T->Sources.push_back(absolutePath(Item, S.Folder));
    else if (Features && Word.starts_with("cuda_std_"))
      T->CudaStandard = Word.drop_front(9).str();
    else if (Features && Word.starts_with("cxx_std_"))
      T->CxxStandard = Word.drop_front(8).str();
    else if (List) {
      if (For != "INTERFACE")
        CMakeInterpreter::addItem(T->Own.*List, Item, OwnFront);
      if (For != "PRIVATE" && For != "LINK_PRIVATE")
        CMakeInterpreter::addItem(T->Passed.*List, Item, PassedFront);
    }
  }
  return true;
}

/// \p Items as a source in \p Language sees them.
static Words evaluated(const Words &Items, StringRef Language, std::set<std::string> &Unknown) {
  Words Result;
  for (const std::string &Item : Items) {
    std::string Text = evaluateGenerators(Item, Language, &Unknown);
    llvm::SmallVector<StringRef, 4> Parts;
    StringRef(Text).split(Parts, ';', -1, /*KeepEmpty=*/false);
    for (StringRef Part : Parts)
      if (Part.consume_front("SHELL:"))
        for (const ShellCommand &C : splitShellLine(Part.str(), "/"))
          Result.insert(Result.end(), C.Words.begin(), C.Words.end());
      else
        Result.push_back(Part.str());
  }
  return Result;
}

/// Commands that compile the sources of a target; \p Objects are their names for the link.
void CMakeTargets::compile(const CMakeTarget &T, const CMakeUsage &U, BuildGraph &Graph,
                           Words &Objects) {
  for (const std::string &Source : T.Sources) {
    const CMakeSource &Own = I.Properties.SourceProperties[Source];
    StringRef Ext = path::extension(Source);
    std::string Language = !Own.Language.empty() ? Own.Language
                           : Ext == ".cu"        ? "CUDA"
                           : Ext == ".c"         ? "C"
                                                 : "CXX";
    bool IsCuda = Language == "CUDA";
    BuildCommand C;
    C.Does = BuildCommand::Action::Compile;
    C.Directory = T.Folder;
    C.Sources = {Source};
    C.ByNvcc = IsCuda;
    C.IsC = Language == "C";
    if (!Own.Language.empty())
      C.Language = IsCuda ? "cu" : C.IsC ? "c" : "c++";
    CMakeUsage All = U;
    add(All, Own.Usage);
    Words Flags;
    if (auto Options = T.LanguageOptions.find(Language); Options != T.LanguageOptions.end())
      Flags = Options->second;
    std::set<std::string> Unknown;
    for (const std::string &D : evaluated(All.Definitions, Language, Unknown))
      Flags.push_back(StringRef(D).starts_with("-D") ? D : "-D" + D);
    for (const std::string &Dir : All.IncludeDirs)
      Flags.push_back("-I" + Dir);
    for (const std::string &Dir : All.SystemDirs)
      Flags.push_back("-isystem" + Dir);
    const std::string &Standard =
        IsCuda && !T.CudaStandard.empty() ? T.CudaStandard : T.CxxStandard;
    if (!Standard.empty() && !C.IsC)
      Flags.push_back("-std=c++" + Standard);
    if (IsCuda && !T.Arch.empty() && llvm::isDigit(T.Arch[0]))
      for (StringRef Rest = T.Arch; !Rest.empty(); Rest = Rest.split(';').second)
        Flags.push_back("-arch=sm_" + Rest.split(';').first.split('-').first.str());
    Words Options = evaluated(All.Options, Language, Unknown);
    for (const std::string &Generator : Unknown)
      Sink.report({diag::CMakeCommandIgnored,
                   {T.Folder + "/CMakeLists.txt"},
                   {Generator + " of " + T.Name},
                   {}});
    Flags.insert(Flags.end(), Options.begin(), Options.end());
    applyOptions(Flags, IsCuda, {T.Folder + "/CMakeLists.txt"}, C, Sink);
    C.Does = BuildCommand::Action::Compile;
    if (IsCuda && !T.ModuleExtension.empty()) { // device code alone, which nobody links
      C.ModuleExtension = T.ModuleExtension;
      C.Output = (T.Folder + "/" + path::stem(Source) + "." + C.ModuleExtension).str();
      Graph.add(C);
      continue;
    }
    C.Output = Source + "." + T.Name + ".o";
    Graph.add(C);
    Objects.push_back(C.Output);
  }
}

/// Adds the objects of object libraries to \p T, which links them. \p Taken gets their names.
void CMakeTargets::takeObjects(const CMakeTarget &T, ObjectLists &Objects,
                               std::set<std::string> &Taken) {
  Words From = T.ObjectsOf;
  addUnique(From, T.Own.Libraries);
  for (const std::string &Name : From)
    if (CMakeTarget *L = find(Name); L && L->IsObjects && L != &T) {
      addUnique(Objects[T.Name], Objects[L->Name]);
      Taken.insert(L->Name);
    }
}

void CMakeTargets::link(const CMakeTarget &T, const ObjectLists &Objects, BuildGraph &Graph) {
  BuildCommand Link;
  Link.Directory = T.Folder;
  Link.Part.Kind = T.Kind;
  if (T.Kind == ProgramKind::StaticLibrary)
    Link.Does = BuildCommand::Action::Archive;
  Link.Output = T.Folder + "/" + T.OutputName;
  Link.Objects = Objects.at(T.Name);
  Words Flags;
  for (const std::string &Library : usageOf(T).Libraries) {
    StringRef Name = Library;
    CMakeTarget *L = find(Name);
    if (L && L->IsObjects)
      continue;
    if (Name.starts_with("OpenMP"))
      Link.Part.OpenMP = true;
    else if (Name.starts_with("MPI"))
      Link.Part.Mpi = true;
    else if (Name.starts_with("Threads"))
      Link.Part.Threads = true;
    else if (L && !L->IsInterface)
      Link.Part.Libraries.push_back(L->OutputName);
    else if (Name.starts_with("-"))
      Flags.push_back(Library);
    else if (path::is_absolute(Name))
      Link.Objects.push_back(Library);
    else if (Words Known = librariesOfImported(Name); !L && !Known.empty())
      for (const std::string &Word : Known)
        Flags.push_back("-l" + Word);
    else if (!Name.contains("::") && !L)
      Flags.push_back("-l" + Library);
    else if (StringRef Cuda = Name; !L && Cuda.consume_front("CUDA::"))
      Flags.push_back(("-l" + Cuda).str());
    else if (!L)
      Sink.report({diag::CMakeCommandIgnored,
                   {T.Folder + "/CMakeLists.txt"},
                   {"the library " + Library},
                   {}});
  }
  applyOptions(Flags, /*ByNvcc=*/false, {T.Folder + "/CMakeLists.txt"}, Link, Sink);
  Graph.add(Link);
}

void CMakeTargets::finish(BuildGraph &Graph) {
  ObjectLists Objects;
  std::set<std::string> Taken; // object libraries that are part of others
  for (const CMakeTarget &T : Targets)
    if (!T.IsInterface)
      compile(T, usageOf(T), Graph, Objects[T.Name]);
  for (bool Libraries : {true, false}) // one may have the objects of another
    for (const CMakeTarget &T : Targets)
      if (!T.IsInterface && T.IsObjects == Libraries)
        takeObjects(T, Objects, Taken);
  for (bool Executables : {false, true})
    for (const CMakeTarget &T : Targets)
      if ((T.Kind == ProgramKind::Executable) == Executables && !T.IsInterface &&
          !Taken.count(T.Name) && !Objects[T.Name].empty())
        link(T, Objects, Graph);
  for (const BuildCommand &C : I.Kept.ModuleCommands)
    Graph.add(C);
  for (BuildRule &R : I.Kept.Rules)
    if (I.Kept.nameTargets(R))
      Graph.Rules.push_back(std::move(R));
  addUnique(Graph.ReadWith, I.ReadWith);
  Graph.Name = I.ProjectName;
}

} // namespace cu2cl
