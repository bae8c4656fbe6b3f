// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_CMAKE_CMAKEFILEAPI_H
#define CU2CL_PROJECT_CMAKE_CMAKEFILEAPI_H

#include "project/cmake/CMakeRun.h"
#include "project/intake/BuildGraph.h"

namespace cu2cl {

/// Adds the targets of a configured project to \p Graph: cmake's answer (the codemodel of its File
/// API), and for FindCUDA's targets what its scripts would call nvcc with. Paths are the project's,
/// but for files that only the copy has. \returns nothing, or why the answer cannot be used.
std::optional<std::string> readCMakeAnswer(CMakeRun &Run, unsigned Seconds, BuildGraph &Graph,
                                           DiagnosticSink &Sink);

/// The path to use for \p Path of the copy: the project's, or the copy's own if cmake wrote it.
std::string usablePath(const CMakeRun &Run, llvm::StringRef Path);

/// The commands that FindCUDA's scripts in the build folder would call nvcc with.
bool readFindCudaScripts(CMakeRun &Run, unsigned Seconds, std::vector<ShellCommand> &Commands);

/// The files that the configuration wrote, with its paths replaced in them; 1018 where they name
/// the build folder. \p Root: of the output.
std::vector<GeneratedFiles> generatedFiles(const CMakeRun &Run, const std::string &Root,
                                           DiagnosticSink &Sink);

} // namespace cu2cl

#endif
