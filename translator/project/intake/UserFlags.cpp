// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Applies the flags of the user's command line to every source.

#include "project/intake/Intake.h"
#include "llvm/ADT/STLExtras.h"

namespace cu2cl {

using llvm::StringRef;

std::set<std::string> commandLineMacros(const IntakeOptions &Options) {
  std::set<std::string> Names;
  auto Add = [&](const std::vector<std::string> &Words) {
    for (size_t I = 0; I < Words.size(); ++I) {
      StringRef Word = Words[I];
      if (Word.consume_front("-D"))
        Names.insert((Word.empty() && I + 1 < Words.size() ? StringRef(Words[I + 1]) : Word)
                         .split('=')
                         .first.str());
    }
  };
  Add(Options.ExtraFlags);
  for (const std::vector<std::string> &Words : Options.Configurations)
    Add(Words);
  return Names;
}

static BuildCommand commandOf(const std::vector<std::string> &Words, DiagnosticSink &Sink) {
  BuildCommand Command;
  Command.Directory = absolutePath(".", "");
  applyOptions(Words, /*ByNvcc=*/true, {}, Command, Sink);
  return Command;
}

static void addFlags(CompileCommand &C, const BuildCommand &From) {
  for (const std::string &Flag : From.Flags) {
    bool IsStd = StringRef(Flag).starts_with("-std=");
    if (IsStd && StringRef(Flag).contains("++") == (C.Lang == Language::C))
      continue;
    if (IsStd)
      llvm::erase_if(C.Flags, [](StringRef F) { return F.starts_with("-std="); });
    C.Flags.push_back(Flag);
  }
  if (!From.Arch.empty())
    C.Arch = From.Arch;
}

void applyUserFlags(Project &P, const IntakeOptions &Options, DiagnosticSink &Sink) {
  BuildCommand User = commandOf(Options.ExtraFlags, Sink);
  for (CompileCommand &C : P.Commands)
    addFlags(C, User);
  for (ProgramTarget &T : P.Targets) {
    std::string Cxx = T.CxxStandard, C = T.CStandard;
    T.CxxStandard = User.Part.CxxStandard;
    T.CStandard = User.Part.CStandard;
    mergeTargets(T, User.Part);
    for (auto &[Source, Folders] : T.SourceFolders)
      addUnique(Folders, foldersOf(User.Part));
    if (T.CxxStandard.empty())
      T.CxxStandard = Cxx;
    if (T.CStandard.empty())
      T.CStandard = C;
  }
  std::vector<CompileCommand> Plain = P.Commands;
  for (const std::vector<std::string> &Words : Options.Configurations) {
    BuildCommand Extra = commandOf(Words, Sink);
    P.Configurations.push_back(Extra.Part.Definitions);
    for (CompileCommand C : Plain) {
      addFlags(C, Extra);
      P.Commands.push_back(std::move(C));
    }
  }
}

/// System folders are searched after the others, wherever they are in the command line, and a
/// folder that is both is one of them. Those of the project hold user text like the rest; not
/// where a folder from elsewhere is searched first, since -I would change the order.
void orderFolders(CompileCommand &C, StringRef Root) {
  std::vector<std::string> System;
  for (StringRef Flag : C.Flags)
    if (Flag.consume_front("-isystem") && !llvm::is_contained(System, Flag))
      System.push_back(Flag.str());
  llvm::erase_if(C.Flags, [&](StringRef Flag) {
    return Flag.starts_with("-isystem") ||
           (Flag.consume_front("-I") && llvm::is_contained(System, Flag));
  });
  bool Own = true;
  for (const std::string &Dir : System) {
    Own = Own && isInside(Dir, Root);
    C.Flags.push_back((Own ? "-I" : "-isystem") + Dir);
  }
}

} // namespace cu2cl
