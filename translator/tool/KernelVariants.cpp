// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Variants of the port's kernels for the targets that the command line names.

#include "optimizers/targets/Target.h"
#include "project/cmake/CMakeWriter.h"
#include "project/cmake/CompleteOutput.h"
#include "project/output/ProgramOptions.h"
#include "tool/PipelineSteps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"

namespace cu2cl {

/// The definitions that targets of the project build \p Program with; nothing where they differ, as
/// one text of a variant serves all.
static std::optional<std::vector<std::string>> definitionsFor(const Project &P, const Layout &L,
                                                              const OutputFiles &Files,
                                                              const std::string &Program) {
  std::set<std::vector<std::string>> All;
  for (const ProgramTarget &T : P.Targets)
    if (embedsProgram(T, L, Files, Program))
      All.insert(programDefinitions(P, L, Files, Program, &T));
  if (All.size() > 1 || !P.Configurations.empty())
    return std::nullopt;
  std::vector<std::string> Result;
  if (!All.empty())
    for (const std::string &Definition : *All.begin())
      Result.push_back("-D" + Definition);
  return Result;
}

/// `//@from` lines (docs/variants.md) for \p Program and the headers of the port that it includes:
/// the build leaves variants of another text out.
static std::string originsOf(const opt::Source &From, const std::string &Program,
                             const std::string &Root, const OutputFiles &Files) {
  std::set<std::string> Read = {Program};
  const clang::SourceManager &SM = From.sources();
  for (auto I = SM.fileinfo_begin(); I != SM.fileinfo_end(); ++I) {
    llvm::StringRef Path = I->first.getName();
    if (Path.consume_front(Root + "/") && Files.count(Path.str()))
      Read.insert(Path.str());
  }
  std::string Folder = llvm::sys::path::parent_path(Program).str();
  std::string Result;
  for (const std::string &Name : Read) {
    std::string Up, Rest = Folder;
    llvm::StringRef Shown = Name;
    while (!Rest.empty() && !llvm::StringRef(Name).starts_with(Rest + "/")) {
      Up += "../";
      Rest = llvm::sys::path::parent_path(Rest).str();
    }
    if (!Rest.empty())
      Shown = Shown.drop_front(Rest.size() + 1);
    auto Hash = llvm::SHA256::hash(llvm::arrayRefFromStringRef(Files.find(Name)->second.Content));
    Result += "//@from " + Up + Shown.str() + " " + llvm::toHex(Hash, /*LowerCase=*/true) + "\n";
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
  llvm::StringSet<> Written;
  for (const std::string &Name : Programs) {
    auto Arguments = definitionsFor(P, Names->layout(), Files, Name);
    if (!Arguments)
      continue;
    Arguments->push_back("-I" + Root);
    auto From = opt::Source::parseText(Files[Name].Content, Root + "/" + Name, *Arguments, Texts);
    if (!From) { // the self-check says what is wrong with it
      llvm::consumeError(From.takeError());
      continue;
    }
    for (const std::string &TargetName : Options.Targets) {
      const std::vector<opt::KernelVariants> Wide =
          opt::chooseVariants(**From, *opt::findTarget(TargetName));
      for (const opt::Target *T : opt::targetsNamed(TargetName)) {
        std::vector<opt::KernelVariants> Made =
            T->Name == TargetName ? Wide : opt::chooseVariants(**From, *T);
        if (T->Name != TargetName)
          opt::leaveOutSame(Made, Wide);
        if (Made.empty())
          continue;
        llvm::SmallString<128> Path(Name);
        llvm::sys::path::replace_extension(Path, "." + llvm::Twine(T->Name) + ".cl");
        if (!Written.insert(Path).second)
          continue; // a target that is named, too
        OutputFile Variants;
        Variants.Kind = OutputFile::Device;
        Variants.Content =
            opt::variantFile(**From, Made, T->Device, originsOf(**From, Name, Root, Files));
        Files[std::string(Path)] = std::move(Variants);
        Files[Name].Variants.push_back(std::string(Path));
      }
    }
  }
  addDeviceHeaders(Files); // those that steps brought
  if (auto Build = Files.find("CMakeLists.txt"); !Written.empty() && Build != Files.end())
    Build->second.Content = cmakeText(P, Names->layout(), Files);
}

} // namespace cu2cl
