// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A kernel that other files launch takes symbols that only its own file knows: two files may have
// a symbol of one name, and its type may be private. The file that has the symbol gives it to the
// others through a reference, initialised before any code runs:
//   const clrt::symbol_base &scale_cl_symbols::factor = ::factor;

#include "host/handles/ExportedSymbols.h"
#include "host/unit/HostRewriter.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace cu2cl {

std::vector<ExportedSymbol> symbolsOf(const KernelInterface &K) {
  std::vector<ExportedSymbol> Names;
  for (const AppendedParameter &P : K.Appended) {
    for (size_t I = 0; I < P.Names.size(); ++I)
      if (P.Sources[I].empty())
        Names.push_back({P.Names[I]});
    if (P.K != AppendedParameter::PackedConstants && P.K != AppendedParameter::DynamicLocal &&
        P.K != AppendedParameter::FaultWord && P.Source.empty())
      Names.push_back({P.HostName, P.K == AppendedParameter::Texture});
  }
  return Names;
}

std::string sharedNamespace(StringRef ProgramId) { return (ProgramId + "_symbols").str(); }

std::string sharedSymbol(StringRef HostName) {
  std::string Name;
  for (char C : HostName)
    if (llvm::isAlnum(C) || C == '_')
      Name += C;
    else if (!Name.empty() && Name.back() != '_')
      Name += '_';
  return Name;
}

void nameForeignSymbols(KernelInterface &K, const std::map<std::string, std::string> &ProgramIds,
                        std::map<std::string, std::set<std::string>> &Asked) {
  auto Name = [&](const std::string &Source, std::string &HostName) {
    auto Id = ProgramIds.find(Source);
    if (Source.empty() || Id == ProgramIds.end())
      return;
    Asked[Source].insert(HostName);
    HostName = sharedNamespace(Id->second) + "::" + sharedSymbol(HostName);
  };
  for (AppendedParameter &P : K.Appended) {
    Name(P.Source, P.HostName);
    for (size_t I = 0; I < P.Names.size(); ++I)
      Name(P.Sources[I], P.Names[I]);
  }
}

std::string declareForeignSymbols(ArrayRef<const KernelInterface *> Kernels) {
  std::map<std::string, std::set<std::string>> Spaces;
  auto Add = [&](const std::string &Source, StringRef HostName) {
    auto [Space, Name] = HostName.split("::");
    if (!Source.empty() && !Name.empty())
      Spaces[Space.str()].insert(Name.str());
  };
  for (const KernelInterface *K : Kernels)
    for (const AppendedParameter &P : K->Appended) {
      Add(P.Source, P.HostName);
      for (size_t I = 0; I < P.Names.size(); ++I)
        Add(P.Sources[I], P.Names[I]);
    }
  std::string Text;
  for (const auto &[Space, Names] : Spaces) {
    Text += "\n// Symbols of another file, whose functions the kernels call.\nnamespace " + Space +
            " {\n";
    for (const std::string &Name : Names)
      Text += "extern const clrt::symbol_base &" + Name + ";\n";
    Text += "} // namespace " + Space + "\n";
  }
  return Text;
}

/// The end of a file whose symbols \p Names the handles of other files take.
static std::string foreignReferences(const std::string &ProgramId,
                                     const std::set<std::string> &Names) {
  std::string Space = sharedNamespace(ProgramId);
  std::string Text = "\n// For kernels of other files that call functions of this one.\n"
                     "namespace " +
                     Space + " {\n";
  for (const std::string &Name : Names)
    Text += "extern const clrt::symbol_base &" + sharedSymbol(Name) + ";\n" +
            "const clrt::symbol_base &" + sharedSymbol(Name) + " = ::" + Name + ";\n";
  return Text + "} // namespace " + Space + "\n";
}

static void addAtEnd(const ParsedUnit &Unit, std::string Text, EditSet &Edits) {
  const SourceManager &SM = Unit.Host->sources();
  Edit E;
  E.File = Unit.Host->pathOf(SM.getLocForStartOfFile(SM.getMainFileID()));
  E.Offset = SM.getBufferData(SM.getMainFileID()).size();
  E.Replacement = std::move(Text);
  E.K = Edit::Line;
  E.Rule = "ExportedSymbols";
  Edits.add(std::move(E));
}

void shareSymbols(const ParsedUnit &Unit, const std::string &ProgramId,
                  ArrayRef<KernelInterface> Kernels, const std::set<std::string> &Asked,
                  const HostContext &Context, EditSet &Edits) {
  std::set<ExportedSymbol> Names;
  std::string KernelFile;
  for (const KernelInterface &K : Kernels)
    if (K.LaunchedElsewhere)
      for (const ExportedSymbol &Symbol : symbolsOf(K)) {
        Names.insert(Symbol);
        KernelFile = K.File;
      }
  std::string File = Unit.Command.File, Text;
  if (!Names.empty())
    Text = "\n// For launches in other files.\n#include \"" +
           Context.HandlesInclude(File, KernelFile, true) + "\"\n";
  for (const ExportedSymbol &Symbol : Names)
    Text += Symbol.reference().str() + sharedNamespace(ProgramId) +
            "::" + sharedSymbol(Symbol.Name) + " = ::" + Symbol.Name + ";\n";
  std::set<std::string> Rest;
  for (const std::string &Name : Asked)
    if (!Names.count({Name}))
      Rest.insert(Name);
  if (!Rest.empty())
    Text += foreignReferences(ProgramId, Rest);
  if (!Text.empty())
    addAtEnd(Unit, std::move(Text), Edits);
}

} // namespace cu2cl
