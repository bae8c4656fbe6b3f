// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Collects the options with which the programs and sources of a target are built.

#include "project/output/ProgramOptions.h"
#include "core/source/Definitions.h"
#include "project/intake/BuildGraph.h"
#include "project/intake/FolderScan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

namespace cu2cl {

using llvm::StringRef;
namespace path = llvm::sys::path;

std::vector<std::string> openclOptions(const MathOptions &Math) {
  std::vector<std::string> Options;
  // Nothing for Math.FastMath: the kernels themselves call the fast functions.
  // -cl-fast-relaxed-math would allow more than nvcc does: to take x - x for 0, x != x for false,
  // sums in another order.
  if (Math.PreciseDivide || Math.PreciseSqrt)
    Options.push_back("-cl-fp32-correctly-rounded-divide-sqrt");
  if (Math.FlushDenormals)
    Options.push_back("-cl-denorms-are-zero");
  return Options;
}

std::string cxxStandardOf(const ProgramTarget &T) {
  if (T.CxxStandard.empty())
    return "17"; // nvcc's default
  return T.CxxStandard == "98" || T.CxxStandard == "03" ? "11" : T.CxxStandard;
}

/// The text of a program with that of the files of the output that it includes.
static std::string textWithIncludes(const OutputFiles &Files, StringRef Program) {
  std::vector<std::string> Seen = {Program.str()};
  std::string Text;
  for (size_t I = 0; I < Seen.size(); ++I) {
    auto File = Files.find(Seen[I]);
    if (File == Files.end())
      continue;
    Text += File->second.Content + "\n";
    StringRef Rest = File->second.Content;
    std::string Folder = path::parent_path(Seen[I]).str();
    while (!Rest.empty()) {
      StringRef Line;
      std::tie(Line, Rest) = Rest.split('\n');
      if (!Line.consume_front("#include \""))
        continue;
      std::string Path = absolutePath(Line.split('"').first, "/" + Folder).substr(1);
      if (!llvm::is_contained(Seen, Path))
        Seen.push_back(Path);
    }
  }
  return Text;
}

static bool usesProgram(const std::string &Source, const Layout &L, const OutputFiles &Files,
                        const std::string &Program) {
  const FilePlan *Plan = L.find(Source);
  auto File = Plan ? Files.find(Plan->Host) : Files.end();
  return File != Files.end() && llvm::is_contained(File->second.Programs, Program);
}

bool embedsProgram(const ProgramTarget &T, const Layout &L, const OutputFiles &Files,
                   const std::string &Program) {
  return llvm::any_of(
      T.Sources, [&](const std::string &Source) { return usesProgram(Source, L, Files, Program); });
}

std::vector<std::string> programDefinitions(const Project &P, const Layout &L,
                                            const OutputFiles &Files, const std::string &Program,
                                            const ProgramTarget *Only) {
  std::vector<std::string> All, Used;
  for (const ProgramTarget &T : P.Targets) {
    if (Only && &T != Only)
      continue;
    for (const std::string &Source : T.Sources) {
      if (!usesProgram(Source, L, Files, Program))
        continue;
      addUnique(All, T.Definitions);
      if (auto Own = T.SourceDefinitions.find(Source); Own != T.SourceDefinitions.end())
        addUnique(All, Own->second);
    }
  }
  std::string Text = textWithIncludes(Files, Program);
  for (const std::string &Definition : All)
    if (mentionsWord(Text, nameOfDefinition(Definition)))
      Used.push_back(Definition);
  return Used;
}

void reportMixedDefinitions(const Project &P, const Layout &L, const OutputFiles &Files,
                            DiagnosticSink &Sink) {
  for (const auto &[Name, File] : Files) {
    if (File.Kind != OutputFile::Device || path::extension(Name) != ".cl")
      continue;
    bool Mixed = false;
    for (const ProgramTarget &T : P.Targets) {
      std::map<std::string, std::string> Values;
      for (const std::string &D : programDefinitions(P, L, Files, Name, &T)) {
        auto [It, New] = Values.emplace(nameOfDefinition(D).str(), D);
        Mixed |= !New && It->second != D;
      }
    }
    if (Mixed)
      Sink.report({diag::SourceDiffersBetweenPrograms, {File.Origin}, {}, {}});
  }
}

} // namespace cu2cl
