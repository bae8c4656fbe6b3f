// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_OUTPUT_PROGRAMOPTIONS_H
#define CU2CL_PROJECT_OUTPUT_PROGRAMOPTIONS_H

#include "project/output/OutputTree.h"

namespace cu2cl {

/// The OpenCL build options that keep the meaning of nvcc's.
std::vector<std::string> openclOptions(const MathOptions &Math);

/// The definitions of the project's command lines that the text of an OpenCL program depends on:
/// those of the sources that use \p Program, if its text or one that it includes has the name.
std::vector<std::string> programDefinitions(const Project &P, const Layout &L,
                                            const OutputFiles &Files, const std::string &Program,
                                            const ProgramTarget *Only = nullptr);

/// True if a source of \p T uses kernels of \p Program.
bool embedsProgram(const ProgramTarget &T, const Layout &L, const OutputFiles &Files,
                   const std::string &Program);

/// Reports the programs that sources of one target want with different definitions of one name
/// (1020): a program is built once for a target.
void reportMixedDefinitions(const Project &P, const Layout &L, const OutputFiles &Files,
                            DiagnosticSink &Sink);

/// The language standard of a target's C++ sources, at least "11" (clrt needs it).
std::string cxxStandardOf(const ProgramTarget &T);

} // namespace cu2cl

#endif
