// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A kernel that other files launch takes symbols that only its own file knows: two files may have
// a symbol of one name, and its type may be private. The file that has the symbol gives it to the
// others through a reference, initialised before any code runs:
//   const clrt::symbol_base &scale_cl_symbols::factor = ::factor;

#include "host/SharedSymbols.h"
#include "host/HostRewriter.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace cu2cl {

std::vector<std::string> symbolsOf(const KernelInterface &K) {
  std::vector<std::string> Names;
  for (const AppendedParameter &P : K.Appended) {
    if (P.K == AppendedParameter::PackedConstants)
      Names.insert(Names.end(), P.Names.begin(), P.Names.end());
    else if (P.K != AppendedParameter::DynamicLocal && P.K != AppendedParameter::FaultWord)
      Names.push_back(P.HostName);
  }
  return Names;
}

std::string sharedNamespace(StringRef ProgramId) { return (ProgramId + "_symbols").str(); }

std::string sharedSymbol(StringRef HostName) {
  std::string Name;
  for (char C : HostName)
    if (C != ':')
      Name += C;
    else if (!Name.empty() && Name.back() != '_')
      Name += '_';
  return Name;
}

void shareSymbols(const ParsedUnit &Unit, const std::string &ProgramId,
                  ArrayRef<KernelInterface> Kernels, const HostContext &Context, EditSet &Edits) {
  std::set<std::string> Names;
  std::string KernelFile;
  for (const KernelInterface &K : Kernels)
    if (K.LaunchedElsewhere)
      for (const std::string &Name : symbolsOf(K)) {
        Names.insert(Name);
        KernelFile = K.File;
      }
  if (Names.empty())
    return;
  const SourceManager &SM = Unit.Host->sources();
  Edit E;
  E.File = Unit.Host->pathOf(SM.getLocForStartOfFile(SM.getMainFileID()));
  E.Offset = SM.getBufferData(SM.getMainFileID()).size();
  E.Replacement = "\n// For launches in other files.\n#include \"" +
                  Context.HandlesInclude(E.File, KernelFile, true) + "\"\n";
  for (const std::string &Name : Names)
    E.Replacement += "const clrt::symbol_base &" + sharedNamespace(ProgramId) +
                     "::" + sharedSymbol(Name) + " = ::" + Name + ";\n";
  E.K = Edit::Line;
  E.Rule = "SharedSymbols";
  Edits.add(std::move(E));
}

} // namespace cu2cl
