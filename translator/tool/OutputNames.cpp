// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tool/OutputNames.h"
#include "core/source/Comments.h"
#include "core/source/PlainPath.h"
#include "frontend/SplitLaunchBrackets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace cu2cl {

OutputNames::OutputNames(const Project &P, const std::vector<const UnitSketch *> &Units)
    : Root(P.Root) {
  for (const GeneratedFiles &G : P.Generated)
    Generated.push_back({G.Folder, G.Named});
  std::set<std::string> Included, External;
  for (size_t I = 0; I < Units.size(); ++I) {
    std::set<std::string> &Own = Closure[P.Commands[I].File];
    Own.insert(P.Commands[I].File);
    bool IsC = P.Commands[I].Lang == Language::C;
    if (IsC)
      SeenFromC.insert(P.Commands[I].File);
    for (const IncludedFile &F : Units[I]->Includes) {
      Included.insert(F.Path);
      Own.insert(F.Path);
      if (IsC)
        SeenFromC.insert(F.Path);
      // The output must be alone, so headers from beside the project come along.
      if (!F.System && !llvm::StringRef(F.Path).starts_with(P.Root + "/"))
        External.insert(F.Path);
    }
  }
  Files = std::make_unique<Layout>(P, Included, External);
  for (const auto &[Input, Plan] : Files->files())
    if (auto Buffer = llvm::MemoryBuffer::getFile(Input))
      Texts[Input] = withUsualLaunches((*Buffer)->getBuffer()); // as Clang saw it
}

const FilePlan *OutputNames::ownerOfProgram(const std::string &ClPath) const {
  if (ClPath.empty())
    return nullptr;
  for (const auto &[Input, Plan] : Files->files())
    if (Plan.Program == ClPath)
      return &Plan;
  return nullptr;
}

/// Returns true if \p Spelled, as \p From includes it, leads to \p Path through a folder that is a
/// symbolic link: `inc/../common/x.h` is beside what `inc` links to. The port has files and folders
/// only.
static bool goesThroughLink(llvm::StringRef From, llvm::StringRef Spelled, llvm::StringRef Path) {
  if (!Spelled.contains(".."))
    return false;
  llvm::SmallString<256> Written(llvm::sys::path::parent_path(From));
  llvm::sys::path::append(Written, Spelled);
  llvm::SmallString<256> Plain = Written;
  llvm::sys::path::remove_dots(Plain, /*remove_dot_dot=*/true);
  return plainPath(Written) == Path && Plain != Path;
}

std::string OutputNames::renamedInclude(const std::string &From, const IncludeDirective &D) const {
  const FilePlan *Includer = Files->find(From), *Included = Files->find(D.Path);
  if (!Includer || !Included)
    return {};
  llvm::StringRef NewName = llvm::sys::path::filename(Included->Host);
  if (Included->IsExternal || Included->IsMoved || goesThroughLink(From, D.Spelled, D.Path))
    return Layout::includeSpelling(Includer->Host, Included->Host);
  if (llvm::sys::path::filename(D.Path) == NewName)
    return {};
  // Folders are as they were: only the name changes.
  llvm::StringRef Folder =
      llvm::StringRef(D.Spelled).drop_back(llvm::sys::path::filename(D.Spelled).size());
  return (Folder + NewName).str();
}

bool OutputNames::includes(const std::string &Source, const std::string &File) const {
  auto It = Closure.find(Source);
  return It != Closure.end() && It->second.count(File) != 0;
}

std::string OutputNames::handlesInclude(const std::string &From, const std::string &KernelFile,
                                        bool Shared) const {
  const FilePlan *Includer = Files->find(From), *Kernel = Files->find(KernelFile);
  if (!Includer || !Kernel)
    return {};
  return Layout::includeSpelling(Includer->Host,
                                 Shared ? Kernel->SharedHandles : Kernel->KernelHandles);
}

HostContext OutputNames::hostContext() const {
  HostContext Context;
  Context.IsProjectFile = [this](const std::string &Path) { return Files->find(Path) != nullptr; };
  Context.RenamedInclude = [this](const std::string &From, const IncludeDirective &D) {
    return renamedInclude(From, D);
  };
  Context.HandlesInclude = [this](const std::string &From, const std::string &KernelFile,
                                  bool Shared) { return handlesInclude(From, KernelFile, Shared); };
  Context.IsSeenFromC = [this](const std::string &Path) { return SeenFromC.count(Path) != 0; };
  return Context;
}

llvm::StringRef OutputNames::textOf(const std::string &Input) const {
  auto It = Texts.find(Input);
  return It == Texts.end() ? llvm::StringRef() : llvm::StringRef(It->second);
}

Place OutputNames::placeOf(const std::string &Input, unsigned Offset) const {
  return {Input, lineOf(textOf(Input), Offset), 1};
}

std::string OutputNames::relative(const std::string &Input) const {
  std::string Named = Input;
  for (const auto &[Folder, Name] : Generated)
    if (llvm::StringRef(Input).starts_with(Folder + "/"))
      Named = Name + Input.substr(Folder.size());
  llvm::StringRef Path = Named;
  return Path.consume_front(Root + "/") ? Path.str() : Named;
}

std::vector<std::string> OutputNames::describe() const {
  std::vector<std::string> Lines;
  for (const auto &[Input, F] : Files->files())
    Lines.insert(Lines.end(),
                 {Input, F.Host, F.Device, F.SharedDevice, F.Program, F.KernelHandles,
                  F.SharedHandles, F.ShownTexts, F.ProgramId, F.IsHeader ? "header" : "source",
                  F.IsExternal ? "external" : "inside", SeenFromC.count(Input) ? "C" : "C++"});
  return Lines;
}

} // namespace cu2cl
