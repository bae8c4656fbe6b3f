// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_INTAKE_PROJECT_H
#define CU2CL_PROJECT_INTAKE_PROJECT_H

#include "core/report/Diagnostics.h"
#include "frontend/ParsedUnit.h"
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cu2cl {

/// nvcc's options for floating-point arithmetic. The defaults are nvcc's defaults.
struct MathOptions {
  bool FastMath = false;       ///< --use_fast_math
  bool FlushDenormals = false; ///< -ftz=true
  bool PreciseDivide = true;   ///< -prec-div=true
  bool PreciseSqrt = true;     ///< -prec-sqrt=true
  bool Contract = true;        ///< -fmad=true
};

enum class ProgramKind { Executable, StaticLibrary, SharedLibrary };

/// Something that the project builds: a program or a library.
struct ProgramTarget {
  std::string Name; ///< of the file that is built, without lib and extension
  ProgramKind Kind = ProgramKind::Executable;
  std::string Directory;                ///< of the built file, relative to the root; "" is the root
  std::vector<std::string> Sources;     ///< absolute paths, of every language
  std::vector<std::string> Definitions; ///< NAME or NAME=VALUE
  /// Definitions of single sources, beside Definitions.
  std::map<std::string, std::vector<std::string>> SourceDefinitions;
  std::vector<std::string> IncludeDirs; ///< absolute
  /// The folders that single sources search, in order; those of all sources are IncludeDirs and
  /// SystemDirs.
  std::map<std::string, std::vector<std::string>> SourceFolders;
  std::vector<std::string> SystemDirs; ///< absolute; searched after IncludeDirs
  std::vector<std::string> Libraries;  ///< names for -l, names of other targets, absolute paths
  /// Of Libraries, the ones that are parts of this target: all their objects are linked.
  std::vector<std::string> PartLibraries;
  std::vector<std::string> LibraryDirs; ///< absolute
  std::vector<std::string> Options;     ///< host compiler and linker options that must stay
  std::string CxxStandard;              ///< "11", "14", ...; empty if the project does not say
  std::string CStandard;                ///< the same for C
  bool OpenMP = false, Mpi = false, Threads = false;
  bool DriverApi = false; ///< links CUDA's driver (-lcuda)
  MathOptions Math;
};

/// A test or an install rule of the CUDA project's CMake files, expanded. A target's name stands
/// between two bytes 1, as ProgramTarget::Name.
struct BuildRule {
  std::string Command; ///< add_test, install, ...
  std::vector<std::string> Words;
  std::string Folder; ///< of the CMakeLists.txt, absolute
};

/// Files that the configuration of the CUDA project wrote (`configure_file`).
struct GeneratedFiles {
  std::string Folder; ///< where they are, absolute; it lasts as long as the project's value
  std::string Place;  ///< of the folder in the output
  std::string Named;  ///< the folder that they would have been written to
  /// The place in the port's build folder, for one that stands for the CUDA project's.
  std::optional<std::string> InBuild;
  std::vector<std::string> Headers; ///< and sources, absolute
  /// The files that programs find in the build folder: absolute paths, and paths in the build
  /// folder.
  std::vector<std::pair<std::string, std::string>> Data;
  std::shared_ptr<const void> Keep;
};

/// The origin of a project's sources and flags.
enum class FlagSource { CompileCommands, Makefile, ConfiguredCMake, CMakeLists, Script, Folder };

/// A CUDA project as the rest of the translator sees it. All paths are absolute and free of dots;
/// all lists are sorted, so that nothing depends on the order of a directory.
struct Project {
  std::string Root;
  std::string Name; ///< that its CMakeLists.txt gives it; empty: none does
  std::vector<CompileCommand> Commands;
  std::vector<ProgramTarget> Targets;
  std::vector<std::string> Headers; ///< headers under the root (.h .hpp .cuh ... and included .cu)
  std::vector<std::string> OtherFiles; ///< data, documents; neither build products nor build files
  std::vector<std::string> BuildFiles; ///< Makefiles and the like: replaced by our CMakeLists.txt
  /// The definitions of each further configuration (--config), for the note in the build file.
  std::vector<std::vector<std::string>> Configurations;
  std::vector<BuildRule> Rules;      ///< tests and install rules to carry over
  std::vector<std::string> ReadWith; ///< NAME=VALUE: the options that the CMake files have
  std::vector<GeneratedFiles> Generated;
  FlagSource Source = FlagSource::Folder;
  std::string FlagFile; ///< the file that Source names; empty for Folder
};

/// The user's options that concern the input.
struct IntakeOptions {
  std::vector<std::string> Inputs;     ///< files and folders
  std::vector<std::string> ExtraFlags; ///< -I -D -std and what follows "--", for every source
  /// One list of flags for each further configuration: every source is analysed for it, too.
  std::vector<std::vector<std::string>> Configurations;
  std::vector<std::string> CMakeSettings; ///< NAME=VALUE, for CMakeLists.txt
  std::vector<std::string> MakeVariables; ///< NAME=VALUE, for a Makefile
  std::vector<std::string> MakeTargets;   ///< what is made of it; empty: its default, else "all"
  bool RunCMake = true;                   ///< where reading CMakeLists.txt does not tell enough
  unsigned SecondsForCMake = 60;          ///< that it may take
};

/// Reads \p Options.Inputs. Flags come from compile_commands.json, else a Makefile (by `make -n`;
/// nothing is built), else CMakeLists.txt (read, and where reading is not enough configured by
/// cmake), else a shell script that calls nvcc (read, not run), else the files themselves.
/// Returns nothing after reporting why (1002-1019: no such input, unreadable, no CUDA). What does
/// not stop the run is reported, too (a flag that means nothing here, a Makefile that make
/// refuses).
std::optional<Project> readProject(const IntakeOptions &Options, DiagnosticSink &Sink);

/// Returns where the output has a file or folder of the project, relative; nothing for what lies
/// outside.
std::optional<std::string> placeInOutput(const Project &P, llvm::StringRef Path);

/// "compile_commands.json", "Makefile (dry run)", ...: for the summary and the report.
std::string describeFlagSource(const Project &P);

/// True for the extensions of CUDA sources and headers (.cu, .cuh).
bool isCudaFile(llvm::StringRef Path);
/// True for C and C++ sources, CUDA included (.cu .c .cc .cpp .cxx ...).
bool isSourceFile(llvm::StringRef Path);
/// True for headers by extension (.h .hh .hpp .hxx .cuh .inl ...).
bool isHeaderFile(llvm::StringRef Path);

} // namespace cu2cl

#endif
