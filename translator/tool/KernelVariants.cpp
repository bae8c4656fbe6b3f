// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Variants of the port's kernels for the targets that the command line names.

#include "optimizers/targets/Target.h"
#include "project/cmake/CMakeWriter.h"
#include "tool/PipelineSteps.h"
#include "llvm/Support/Path.h"

namespace cu2cl {

/// The definitions that some target of the project builds \p Program with.
static std::vector<std::string> definitionsFor(const Project &P, const Layout &L,
                                               const OutputFiles &Files,
                                               const std::string &Program) {
  std::vector<std::string> Result;
  for (const ProgramTarget &T : P.Targets) {
    if (!embedsProgram(T, L, Files, Program))
      continue;
    for (const std::string &Definition : programDefinitions(P, L, Files, Program, &T))
      Result.push_back("-D" + Definition);
    break;
  }
  return Result;
}

void Pipeline::addVariants() {
  const std::string &Root = Options.Write.OutputDir;
  opt::Source::Files Texts;
  std::vector<std::string> Programs;
  for (const auto &[Name, File] : Files) {
    if (File.Kind == OutputFile::Device || llvm::sys::path::extension(Name) == ".clh")
      Texts.push_back({Root + "/" + Name, File.Content});
    if (File.Kind == OutputFile::Device && llvm::sys::path::extension(Name) == ".cl")
      Programs.push_back(Name);
  }
  bool Any = false;
  for (const std::string &Name : Programs) {
    std::vector<std::string> Arguments = definitionsFor(P, Names->layout(), Files, Name);
    Arguments.push_back("-I" + Root);
    auto From = opt::Source::parseText(Files[Name].Content, Root + "/" + Name, Arguments, Texts);
    if (!From) { // the self-check says what is wrong with it
      llvm::consumeError(From.takeError());
      continue;
    }
    for (const std::string &TargetName : Options.Targets) {
      const opt::Target *T = opt::findTarget(TargetName);
      std::vector<opt::KernelVariants> Made = opt::chooseVariants(**From, *T);
      if (Made.empty())
        continue;
      llvm::SmallString<128> Path(Name);
      llvm::sys::path::replace_extension(Path, "." + TargetName + ".cl");
      OutputFile Variants;
      Variants.Kind = OutputFile::Device;
      Variants.Content = opt::variantFile(**From, Made, T->Device);
      Files[std::string(Path)] = std::move(Variants);
      Files[Name].Variants.push_back(std::string(Path));
      Any = true;
    }
  }
  if (auto Build = Files.find("CMakeLists.txt"); Any && Build != Files.end())
    Build->second.Content = cmakeText(P, Names->layout(), Files);
}

} // namespace cu2cl
