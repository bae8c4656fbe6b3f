// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/intake/BuildCommand.h"
#include "project/intake/FolderScan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

namespace cu2cl {

using llvm::StringRef;
namespace path = llvm::sys::path;

namespace {

enum class ToolKind { None, Nvcc, Cxx, C, Archiver, Remover };

/// Returns what a program is, by its name without folder, target triple and version.
ToolKind toolOf(StringRef Program, bool &Mpi) {
  StringRef Name = path::filename(Program);
  Name.consume_back(".exe");
  Name = Name.rtrim("0123456789.");
  Name.consume_back("-");
  Mpi = Name.starts_with("mpi");
  auto Kind = llvm::StringSwitch<ToolKind>(Name)
                  .Case("nvcc", ToolKind::Nvcc)
                  .Cases("g++", "c++", "clang++", "icpc", "icpx", "nvc++", ToolKind::Cxx)
                  .Cases("pgc++", "CC", "dpcpp", "armclang++", ToolKind::Cxx)
                  .Cases("mpicxx", "mpic++", "mpiCC", "mpiicpc", "mpicpc", ToolKind::Cxx)
                  .Cases("gcc", "cc", "clang", "icc", "icx", "pgcc", "nvc", ToolKind::C)
                  .Cases("mpicc", "mpiicc", "ld", "tcc", ToolKind::C)
                  .Cases("ar", "gcc-ar", "llvm-ar", ToolKind::Archiver)
                  .Case("rm", ToolKind::Remover)
                  .Default(ToolKind::None);
  if (Kind == ToolKind::None && Name.ends_with("-g++"))
    return ToolKind::Cxx;
  if (Kind == ToolKind::None && Name.ends_with("-gcc"))
    return ToolKind::C;
  return Kind;
}

void readArchiver(const std::vector<std::string> &Words, BuildCommand &Out) {
  Out.Does = BuildCommand::Action::Archive;
  Out.AddsMembers = true;
  for (const std::string &Word : Words) {
    StringRef Ext = path::extension(Word);
    // Some makefiles name their objects .cuo or .cppo: what follows the archive is one.
    bool IsMember =
        !Out.Output.empty() && Ext != ".a" && Word.front() != '-' && Word.front() != '@';
    if (Ext == ".o" || Ext == ".obj" || IsMember)
      Out.Objects.push_back(absolutePath(Word, Out.Directory));
    else if (Ext == ".a" && Out.Output.empty())
      Out.Output = absolutePath(Word, Out.Directory);
  }
}

void readRemover(const std::vector<std::string> &Words, BuildCommand &Out) {
  Out.Does = BuildCommand::Action::Remove;
  for (const std::string &Word : Words)
    if (!Word.empty() && Word.front() != '-')
      Out.Objects.push_back(absolutePath(Word, Out.Directory));
}

} // namespace

std::optional<BuildCommand> parseBuildCommand(const ShellCommand &Command, const Place &Where,
                                              DiagnosticSink &Sink) {
  BuildCommand Out;
  Out.Directory = Command.Directory;
  std::vector<std::string> Words = Command.Words;
  while (!Words.empty() && (Words[0] == "ccache" || Words[0] == "distcc" || Words[0] == "env"))
    Words.erase(Words.begin());
  if (Words.empty())
    return std::nullopt;
  bool Mpi = false;
  ToolKind Tool = toolOf(Words[0], Mpi);
  // NVCC = $(shell which nvcc) is empty on a machine without CUDA: the options come first then.
  bool Nameless = Words[0][0] == '-' && llvm::any_of(Words, [](StringRef W) {
                    return W.ends_with(".cu") || W.ends_with(".o");
                  });
  if (Nameless || StringRef(Words[0]).ends_with(".cu"))
    Tool = ToolKind::Nvcc;
  else
    Words.erase(Words.begin());
  if (Tool == ToolKind::None)
    return std::nullopt;
  if (Tool == ToolKind::Archiver) {
    readArchiver(Words, Out);
    return Out;
  }
  if (Tool == ToolKind::Remover) {
    readRemover(Words, Out);
    return Out;
  }
  Out.ByNvcc = Tool == ToolKind::Nvcc;
  Out.IsC = Tool == ToolKind::C;
  Out.Part.Mpi = Mpi;
  applyOptions(Words, Out.ByNvcc, Where, Out, Sink);
  bool IsArchive = Out.Does == BuildCommand::Action::Archive;
  if ((Out.IsDeviceLink && !IsArchive) || (Out.Sources.empty() && Out.Objects.empty()))
    return std::nullopt; // device code needs no link step in OpenCL
  return Out;
}

} // namespace cu2cl
