// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_INTAKE_INTAKE_H
#define CU2CL_PROJECT_INTAKE_INTAKE_H

#include "project/intake/BuildGraph.h"
#include "project/intake/FolderScan.h"
#include "project/intake/ProjectCopy.h"
#include "project/intake/SourceScan.h"

namespace cu2cl {

/// The ways to find sources and flags, best first. Each adds to a graph what it finds in \p Folder
/// and returns the file that it used, or nothing if it found no CUDA there.

/// compile_commands.json in \p Folder or its build/ folder. Programs come from the link scripts of
/// CMake beside it where they exist.
std::optional<std::string> readCompileCommands(const std::string &Folder, BuildGraph &Graph,
                                               DiagnosticSink &Sink);

/// `make -n` in the copy of \p Folder: what make would run is read, nothing is built. (Even so make
/// runs `$(shell ...)`, lines with a `+` and rules for makefiles.) A compiler that is not installed
/// does no harm. \p Copy: of the project; made when it is needed first. If the file cannot be used,
/// 1014 says why.
std::optional<std::string> readMakefile(const std::string &Folder, const IntakeOptions &Options,
                                        std::unique_ptr<ProjectCopy> &Copy, BuildGraph &Graph,
                                        DiagnosticSink &Sink);

/// The CUDA targets of CMakeLists.txt, by a reading of its own. Where that leaves something open
/// (what is not read, files that are written, questions to the machine), cmake configures a copy of
/// the project; then \p Graph has Generated. If it cannot, what was read counts (1017).
std::optional<std::string> readCMakeLists(const std::string &Folder, const IntakeOptions &Options,
                                          BuildGraph &Graph, DiagnosticSink &Sink);

/// The compiler calls of a shell script in \p Folder (build.sh and its like), which is read and
/// not run. Of several scripts that compile CUDA, the first whose name says that it builds.
std::optional<std::string> readScripts(const std::string &Folder, const FolderFiles &Files,
                                       BuildGraph &Graph, DiagnosticSink &Sink);

/// The sources themselves: every file with a main is a program, linked with the files that define
/// the functions that it uses; include folders are those that hold the included headers.
/// \p Sources: the files to build; \p Files: everything that may be included or linked; \p Macros:
/// those of the command line.
void readSources(const std::vector<std::string> &Sources, const FolderFiles &Files,
                 const std::string &Root, const std::set<std::string> &Macros, BuildGraph &Graph);

/// The names after -D on the command line.
std::set<std::string> commandLineMacros(const IntakeOptions &Options);

/// -I, -D, -std and what follows "--" hold for every source; configurations multiply them.
void applyUserFlags(Project &P, const IntakeOptions &Options, DiagnosticSink &Sink);

/// Puts include folders into the order in which they are searched (UserFlags.cpp).
void orderFolders(CompileCommand &C, llvm::StringRef Root);

/// Scans of files by path, each file read once.
class ScanCache {
public:
  const SourceScan &scan(const std::string &Path);
  /// Adds the files that \p Path includes, directly or through others, to \p Into. Includes are
  /// looked up beside the including file and in \p Dirs; what is not found is left out.
  void closure(const std::string &Path, const std::vector<std::string> &Dirs,
               std::set<std::string> &Into);
  /// The source of \p Command and the files that it includes, with the folders of its flags.
  std::set<std::string> filesOf(const CompileCommand &Command);

private:
  std::map<std::string, SourceScan> Scans;
};

} // namespace cu2cl

#endif
