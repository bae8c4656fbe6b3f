// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_INTAKE_BUILDCOMMAND_H
#define CU2CL_PROJECT_INTAKE_BUILDCOMMAND_H

#include "project/intake/Project.h"
#include "project/intake/ShellWords.h"
#include <optional>

namespace cu2cl {

/// One call of a compiler, linker or archiver, understood.
struct BuildCommand {
  enum class Action { Compile, Link, Archive, Remove } Does = Action::Link;
  bool ByNvcc = false;
  bool IsDeviceLink = false; ///< nvcc -dlink: means nothing in OpenCL
  bool IsC = false;          ///< the compiler takes .c and unknown extensions for C
  std::string Directory;
  std::string Output;               ///< absolute; empty if the command names none
  std::string OutputFolder;         ///< absolute; of objects that are not named
  std::vector<std::string> Sources; ///< absolute, in order
  std::vector<std::string> Objects; ///< absolute: .o and libraries given by path; what is removed
  std::vector<std::string> Flags;   ///< for Clang: see CompileCommand::Flags
  bool AddsMembers = false;         ///< to the archive that is there, as ar does
  std::string ModuleExtension;      ///< "ptx" of nvcc -ptx, which compiles device code alone
  std::string Language;             ///< of -x; empty if not given
  std::string Arch;                 ///< sm_NN; empty if not given
  ProgramTarget Part;               ///< what the command says for the program; no sources
};

/// Understands \p Command; nothing if it is no compiler call (echo, mkdir, ...).
/// Options that mean nothing here are dropped; unknown ones are reported (1010) at \p Where.
std::optional<BuildCommand> parseBuildCommand(const ShellCommand &Command, const Place &Where,
                                              DiagnosticSink &Sink);

/// Applies compiler options, and inputs among them, to \p Into (CompilerOptions.cpp).
void applyOptions(const std::vector<std::string> &Words, bool ByNvcc, const Place &Where,
                  BuildCommand &Into, DiagnosticSink &Sink);

} // namespace cu2cl

#endif
