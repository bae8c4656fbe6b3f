// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/cmake/CMakeWriter.h"
#include "project/cmake/CMakeRules.h"
#include "project/cmake/CMakeSources.h"
#include "project/intake/BuildGraph.h"
#include "project/intake/FolderScan.h"
#include "project/output/ProgramOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace cu2cl {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

class Writer {
public:
  Writer(const Project &P, const Layout &L, const OutputFiles &Files)
      : P(P), L(L), Files(Files), OfSources(P, L), OS(Text) {}

  std::string run() {
    nameTargets();
    header();
    // Libraries first, so that a reader meets them before their users.
    for (bool Executables : {false, true})
      for (size_t I = 0; I < P.Targets.size(); ++I)
        if ((P.Targets[I].Kind == ProgramKind::Executable) == Executables)
          target(P.Targets[I], CMakeNames[I]);
    OS << cmakeRules(P, L, Written);
    for (const GeneratedFiles &G : P.Generated)
      if (G.InBuild)
        for (size_t At; (At = Text.find(G.Named)) != std::string::npos;)
          Text.replace(At, G.Named.size(), "${CMAKE_BINARY_DIR}" + *G.InBuild);
    return std::move(Text);
  }

private:
  /// CMake's target names are unique in a project and some are taken.
  void nameTargets() {
    llvm::StringSet<> Taken;
    for (const char *Word :
         {"all", "test", "install", "clean", "help", "clrt", "package", "edit_cache"})
      Taken.insert(Word);
    for (const ProgramTarget &T : P.Targets) {
      std::string Name = clean(T.Name);
      if (Taken.contains(Name))
        Name = clean(T.Directory.empty() ? Name + "_program" : T.Directory + "_" + Name);
      std::string Unique = Name;
      for (unsigned N = 2; !Taken.insert(Unique).second; ++N)
        Unique = Name + "_" + std::to_string(N);
      CMakeNames.push_back(Unique);
    }
  }

  static std::string clean(StringRef Name) {
    std::string Result = Name.str();
    for (char &C : Result)
      if (!llvm::isAlnum(C) && !StringRef("_-+.").contains(C))
        C = '_';
    return Result;
  }

  void header() {
    bool OpenMP = false, Mpi = false, Threads = false, Shared = false;
    for (const ProgramTarget &T : P.Targets) {
      OpenMP |= T.OpenMP;
      Mpi |= T.Mpi;
      Threads |= T.Threads;
      Shared |= T.Kind == ProgramKind::SharedLibrary;
    }
    OS << "# Written by cu2cl: builds the OpenCL port. clrt/ is its library.\n"
          "cmake_minimum_required(VERSION 3.16)\n"
       << "project(" << clean(P.Name.empty() ? path::filename(P.Root) : StringRef(P.Name))
       << " LANGUAGES C CXX)\n\n"
       << "if(NOT CMAKE_BUILD_TYPE)\n"
          "  set(CMAKE_BUILD_TYPE Release)\n"
          "endif()\n"
          "# nvcc keeps assert(): NDEBUG is set where the CUDA project sets it, not by the build "
          "type.\n"
          "foreach(flags C_FLAGS_RELEASE CXX_FLAGS_RELEASE C_FLAGS_RELWITHDEBINFO "
          "CXX_FLAGS_RELWITHDEBINFO\n"
          "    C_FLAGS_MINSIZEREL CXX_FLAGS_MINSIZEREL)\n"
          "  string(REGEX REPLACE \"[-/]DNDEBUG\" \"\" CMAKE_${flags} \"${CMAKE_${flags}}\")\n"
          "endforeach()\n\n"
       << (Shared ? "# A library that is loaded at run time and its program have one clrt.\n"
                    "set(CLRT_SHARED ON)\n"
                  : "")
       << "option(CU2CL_SYSTEM_CLRT \"Link the installed clrt instead of the one in clrt/\" OFF)\n"
          "if(CU2CL_SYSTEM_CLRT)\n"
          "  find_package(clrt REQUIRED)\n"
          "else()\n"
          "  add_subdirectory(clrt)\n"
          "endif()\n";
    if (!P.Configurations.empty())
      configurations();
    if (OpenMP)
      OS << "find_package(OpenMP REQUIRED)\n";
    if (Mpi)
      OS << (llvm::any_of(P.Targets, [&](const ProgramTarget &T) { return canBeMissing(T); })
                 ? "find_package(MPI)\n"
                 : "find_package(MPI REQUIRED)\n");
    if (Threads)
      OS << "find_package(Threads REQUIRED)\n";
  }

  /// Returns true if the others are built where there is no MPI for \p T: nothing else names it.
  bool canBeMissing(const ProgramTarget &T) const {
    return T.Mpi && T.Kind == ProgramKind::Executable &&
           llvm::all_of(P.Targets,
                        [](const ProgramTarget &Other) {
                          return !Other.Mpi || Other.Kind == ProgramKind::Executable;
                        }) &&
           llvm::any_of(P.Targets, [](const ProgramTarget &Other) { return !Other.Mpi; }) &&
           llvm::none_of(P.Rules, [&](const BuildRule &R) {
             return llvm::any_of(R.Words, [&](StringRef Word) { return Word.contains(T.Name); });
           });
  }

  /// `command(target\n  item ...)`, on one line if it fits.
  void list(StringRef Command, StringRef Target, StringRef Scope,
            const std::vector<std::string> &Items) {
    if (Items.empty())
      return;
    std::string Head = (Command + "(" + Target + Scope).str(), Line = Head;
    for (const std::string &Item : Items)
      Line += " " + quotedForCMake(Item);
    if (Line.size() < 100) {
      OS << Line << ")\n";
      return;
    }
    OS << Head;
    for (const std::string &Item : Items)
      OS << "\n  " << quotedForCMake(Item);
    OS << ")\n";
  }

  /// Output paths of the sources that are there.
  std::vector<std::string> sourcesOf(const ProgramTarget &T) {
    std::vector<std::string> Sources;
    for (const std::string &Source : T.Sources)
      if (const FilePlan *Plan = L.find(Source))
        if (Files.count(Plan->Host) || !isCudaFile(Source))
          Sources.push_back(Plan->Host);
    return Sources;
  }

  void target(const ProgramTarget &T, const std::string &Name) {
    std::vector<std::string> Sources = sourcesOf(T);
    if (Sources.empty()) {
      OS << "\n# " << T.Name << ": its sources were not translated.\n";
      return;
    }
    Written.emplace(T.Name, Name);
    OS << "\n";
    if (canBeMissing(T))
      OS << "if(MPI_FOUND)\n";
    list(T.Kind == ProgramKind::Executable ? "add_executable" : "add_library", Name,
         T.Kind == ProgramKind::SharedLibrary   ? " SHARED"
         : T.Kind == ProgramKind::StaticLibrary ? " STATIC"
                                                : "",
         Sources);
    properties(T, Name);
    list("target_include_directories", Name, " PRIVATE", includeFolders(T));
    list("target_compile_definitions", Name, " PRIVATE", plainDefinitions(T.Definitions));
    if (!P.Configurations.empty())
      OS << "target_compile_definitions(" << Name << " PRIVATE ${CONFIGURATION})\n";
    OS << OfSources.commandsFor(T, Name);
    options(T, Name);
    list("target_link_directories", Name, " PRIVATE", libraryFolders(T));
    list("target_link_libraries", Name, " PRIVATE", librariesOf(T));
    for (const std::string &Part : T.PartLibraries) // also those that nothing refers to
      OS << "target_sources(" << Name << " PRIVATE $<TARGET_OBJECTS:" << nameOfLibrary(Part)
         << ">)\n";
    programs(T, Name);
    if (canBeMissing(T))
      OS << "else()\n  message(STATUS \"" << Name
         << " is left out: there is no MPI here\")\nendif()\n";
  }

  /// A variable for the definitions of one of the configurations that were translated, too.
  void configurations() {
    OS << "\n# Translated for these configurations, too; a list, empty for none of them:\n";
    for (const std::vector<std::string> &Definitions : P.Configurations)
      OS << "#   -DCONFIGURATION=" << quotedListForCMake(Definitions) << "\n";
    OS << "set(CONFIGURATION \"\" CACHE STRING \"Definitions of a further configuration\")\n"
          "list(TRANSFORM CONFIGURATION PREPEND -D OUTPUT_VARIABLE CONFIGURATION_OPTIONS)\n\n";
  }

  static std::string inBuildFolder(StringRef Directory) {
    std::string Quoted = quotedForCMake(nameForCMake(Directory));
    if (Quoted[0] != '"')
      return "${CMAKE_BINARY_DIR}/" + Quoted;
    return "\"${CMAKE_BINARY_DIR}/" + Quoted.substr(1);
  }

  void properties(const ProgramTarget &T, const std::string &Name) {
    OS << "set_target_properties(" << Name << " PROPERTIES CXX_STANDARD " << cxxStandardOf(T);
    if (!T.CStandard.empty())
      OS << " C_STANDARD " << T.CStandard;
    if (Name != T.Name)
      OS << " OUTPUT_NAME " << quotedForCMake(nameForCMake(T.Name));
    // Programs find files beside themselves, and libraries that they load by their paths.
    if (!T.Directory.empty() && T.Kind != ProgramKind::StaticLibrary)
      OS << "\n  " << (T.Kind == ProgramKind::SharedLibrary ? "LIBRARY" : "RUNTIME")
         << "_OUTPUT_DIRECTORY " << inBuildFolder(T.Directory);
    OS << ")\n";
  }

  void options(const ProgramTarget &T, const std::string &Name) {
    std::vector<std::string> Compile = definingOptions(T.Definitions), Link;
    for (size_t I = 0; I < T.Options.size(); ++I) {
      StringRef Option = T.Options[I];
      if (Option == "-include" && I + 1 < T.Options.size()) {
        const std::string &File = T.Options[++I];
        const FilePlan *Plan = L.find(File);
        if (Plan) // CMake shall expand this one
          OS << "target_compile_options(" << Name
             << " PRIVATE \"SHELL:-include \\\"${CMAKE_CURRENT_SOURCE_DIR}/" << Plan->Host
             << "\\\"\")\n";
        else
          Compile.push_back("SHELL:-include \"" + File + "\"");
      } else {
        bool ForLinker = Option.starts_with("-Wl,") || Option == "-rdynamic";
        (ForLinker ? Link : Compile).push_back(Option.str());
      }
    }
    list("target_compile_options", Name, " PRIVATE", Compile);
    list("target_link_options", Name, " PRIVATE", Link);
  }

  /// The folders of \p T in the output, in the order in which they are searched.
  std::vector<std::string> includeFolders(const ProgramTarget &T) const {
    std::vector<std::string> Folders;
    auto Add = [&](const std::string &Dir) {
      std::string Out = outputFolderOf(Dir, P, L);
      if (!Out.empty() && !llvm::is_contained(Folders, Out))
        Folders.push_back(Out);
    };
    llvm::for_each(foldersOf(T), Add);
    return Folders;
  }

  /// Returns where libraries lie that the project does not build.
  static std::vector<std::string> libraryFolders(const ProgramTarget &T) {
    std::vector<std::string> Folders;
    for (const std::string &Dir : T.LibraryDirs)
      if (llvm::any_of(T.Libraries, [&](StringRef Library) {
            return fs::exists(Dir + "/lib" + Library + ".so") ||
                   fs::exists(Dir + "/lib" + Library + ".a");
          }))
        addUnique(Folders, {Dir});
    return Folders;
  }

  /// CMake's name of \p Library, if the project builds it.
  std::string nameOfLibrary(const std::string &Library) const {
    std::string Item = Library;
    for (size_t I = 0; I < P.Targets.size(); ++I)
      if (P.Targets[I].Kind != ProgramKind::Executable && P.Targets[I].Name == Library)
        Item = CMakeNames[I];
    return Item;
  }

  std::vector<std::string> librariesOf(const ProgramTarget &T) {
    std::vector<std::string> Items;
    for (const std::string &Library : T.Libraries)
      Items.push_back(nameOfLibrary(Library));
    Items.push_back("clrt::clrt");
    bool HasC = llvm::any_of(P.Commands, [&](const CompileCommand &C) {
      return C.Lang == Language::C && llvm::is_contained(T.Sources, C.File);
    });
    if (T.OpenMP)
      Items.insert(Items.end(), {"OpenMP::OpenMP_CXX"});
    if (T.OpenMP && HasC)
      Items.push_back("OpenMP::OpenMP_C");
    if (T.Mpi)
      Items.push_back("MPI::MPI_CXX");
    if (T.Mpi && HasC)
      Items.push_back("MPI::MPI_C");
    if (T.Threads)
      Items.push_back("Threads::Threads");
    return Items;
  }

  void programs(const ProgramTarget &T, const std::string &Name) {
    std::vector<std::string> Programs;
    for (const std::string &Source : T.Sources)
      if (const FilePlan *Plan = L.find(Source))
        if (auto File = Files.find(Plan->Host); File != Files.end())
          for (const std::string &Program : File->second.Programs)
            if (!llvm::is_contained(Programs, Program))
              Programs.push_back(Program);
    for (const std::string &Program : Programs)
      program(T, Name, Program);
  }

  /// The options that \p T builds \p Program with.
  std::string programOptions(const ProgramTarget &T, const std::string &Program) const {
    std::vector<std::string> Options = openclOptions(T.Math);
    for (const std::string &Definition : programDefinitions(P, L, Files, Program, &T))
      Options.push_back(quotedForCMake("-D" + Definition));
    if (!P.Configurations.empty())
      Options.push_back("${CONFIGURATION_OPTIONS}");
    return llvm::join(Options, " ");
  }

  /// True if a target that may be linked with \p T builds \p Program with other options: to the
  /// linker both would be one.
  bool needsOwnName(const ProgramTarget &T, const std::string &Program) const {
    return llvm::any_of(P.Targets, [&](const ProgramTarget &Other) {
      return (T.Kind != ProgramKind::Executable || Other.Kind != ProgramKind::Executable) &&
             embedsProgram(Other, L, Files, Program) &&
             programOptions(Other, Program) != programOptions(T, Program);
    });
  }

  static std::string identifier(StringRef Name) {
    std::string Id = Name.str();
    for (char &C : Id)
      if (!llvm::isAlnum(C))
        C = '_';
    return Id;
  }

  void program(const ProgramTarget &T, const std::string &Name, const std::string &Program) {
    std::string Usual = identifier(path::filename(Program)), Id = Usual;
    for (const auto &[Path, Plan] : L.files())
      if (Plan.Program == Program)
        Id = Plan.ProgramId;
    if (needsOwnName(T, Program)) {
      std::string Own = "of_" + identifier(Name) + "_" + Id;
      OS << "# Other targets build this program with other options.\n"
         << "target_compile_definitions(" << Name << " PRIVATE " << Id << "=" << Own << ")\n";
      Id = Own;
    }
    OS << "clrt_add_program(" << Name << " " << quotedForCMake(Program);
    if (Id != Usual)
      OS << " NAME " << Id;
    if (auto File = Files.find(Program); File != Files.end() && !File->second.Variants.empty()) {
      OS << "\n  VARIANTS";
      for (const std::string &Variant : File->second.Variants)
        OS << " " << quotedForCMake(Variant);
    }
    if (std::string Options = programOptions(T, Program); !Options.empty())
      OS << "\n  OPTIONS " << Options;
    OS << ")\n";
  }

  const Project &P;
  const Layout &L;
  const OutputFiles &Files;
  CMakeSources OfSources;
  std::string Text;
  llvm::raw_string_ostream OS;
  std::vector<std::string> CMakeNames;
  RuleTargets Written;
};

} // namespace

std::string cmakeText(const Project &P, const Layout &L, const OutputFiles &Files) {
  return Writer(P, L, Files).run();
}

} // namespace cu2cl
