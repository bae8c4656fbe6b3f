// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_INTAKE_FOLDERSCAN_H
#define CU2CL_PROJECT_INTAKE_FOLDERSCAN_H

#include "core/report/Diagnostics.h"
#include <string>
#include <vector>

namespace cu2cl {

/// The file in an output folder that says what cu2cl wrote there. A folder
/// that has it is no source.
inline constexpr const char *ManifestName = ".cu2cl-manifest.json";

/// The files of a folder, each list sorted, absolute paths.
struct FolderFiles {
  std::vector<std::string> Sources;    ///< .cu .c .cpp ...
  std::vector<std::string> Headers;    ///< .h .cuh ...
  std::vector<std::string> BuildFiles; ///< Makefile, CMakeLists.txt, compile_commands.json, ...
  std::vector<std::string> Others;     ///< what is neither of these nor a build product
};

/// Walks \p Root. Leaves out version control, build folders (they hold CMakeCache.txt), build
/// products (objects, libraries, ELF programs) and the output of cu2cl itself.
/// Files and folders that cannot be read are reported (1004).
FolderFiles scanFolder(llvm::StringRef Root, DiagnosticSink &Sink);

/// True for a description of a build (Makefile, *.mk, CMakeLists.txt, project files).
bool isBuildFile(llvm::StringRef Path);

/// An absolute path without "." and ".." (symbolic links stay as they are).
std::string absolutePath(llvm::StringRef Path, llvm::StringRef Directory);
/// True if \p Path is \p Folder or lies in it.
bool isInside(llvm::StringRef Path, llvm::StringRef Folder);
/// \p Path relative to \p Folder, which need not contain it ("../x").
std::string relativePath(llvm::StringRef Path, llvm::StringRef Folder);
/// The whole file, or nothing if it cannot be read.
bool readFile(llvm::StringRef Path, std::string &Text);

} // namespace cu2cl

#endif
