// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Chooses the output file of each entry of the device code.

#include "assembly/DeviceAssembly.h"
#include "frontend/ParsedUnit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

namespace cu2cl {

/// Returns where an entry of a library of CUDA's goes, whose device code is translated; empty for
/// others.
std::string DeviceAssembly::libraryOutput(const Entry &E) const {
  llvm::StringRef Library = E.File;
  if (!Library.consume_front(deviceLibraryRoot()))
    return {};
  std::string Path = "clrt/device/" + llvm::sys::path::stem(Library).str();
  if (E.Variant > 0) {
    const FilePlan *User = Files.find(FirstUser.at({E.File, E.Variant}));
    Path += "_" + (User ? llvm::sys::path::stem(User->Program).str() : "copy");
    Path += E.Variant > 1 ? std::to_string(E.Variant) : "";
  }
  return Path + ".clh";
}

/// Returns true if \p E is in a text that other programs may include, too, or wherever it is
/// needed.
static bool isOfHeader(const DeviceEntry &E) {
  return (E.Output.empty() || llvm::StringRef(E.Output).ends_with(".clh")) && !E.IsShared &&
         E.Condition.empty();
}

void DeviceAssembly::giveHeaders(HeaderEntries &All) const {
  for (const auto &[Identity, E] : Entries)
    if (isOfHeader(E) && All.Entries.try_emplace(Identity, E).second)
      if (auto Text = FileTexts.find(E.File); Text != FileTexts.end())
        All.FileTexts.insert(*Text);
}

void DeviceAssembly::takeHeaders(const HeaderEntries &All) {
  std::map<std::string, std::vector<const Entry *>> ByOutput;
  for (const auto &[Identity, E] : All.Entries)
    if (!E.Output.empty())
      ByOutput[E.Output].push_back(&E);
  std::set<const Entry *> Seen;
  std::vector<const Entry *> Work;
  auto AddFile = [&](const Entry &E) {
    if (auto It = ByOutput.find(E.Output); It != ByOutput.end()) {
      llvm::append_range(Work, It->second);
      ByOutput.erase(It);
    }
  };
  for (const auto &[Identity, E] : Entries)
    if (isOfHeader(E))
      AddFile(E);
  while (!Work.empty()) {
    const Entry *E = Work.back();
    Work.pop_back();
    if (!Seen.insert(E).second)
      continue;
    Entries.try_emplace(E->Identity, *E);
    AddFile(*E);
    for (const std::string &Need : E->Needs)
      if (auto It = All.Entries.find(Need); It != All.Entries.end())
        Work.push_back(&It->second);
  }
  FileTexts.insert(All.FileTexts.begin(), All.FileTexts.end());
}

/// The file that an entry's own file gives to it.
std::string DeviceAssembly::ownOutput(const Entry &E) const {
  if (std::string Library = libraryOutput(E); !Library.empty())
    return Library;
  const FilePlan *Plan = Files.find(E.File);
  if (!Plan)
    return {};
  const std::string &Device = E.IsShared ? Plan->SharedDevice : Plan->Device;
  if (E.Variant == 0)
    return E.IsKernel ? Plan->Program : Device;
  const FilePlan *User = Files.find(FirstUser.at({E.File, E.Variant}));
  if (E.IsKernel && User)
    return User->Program;
  if (!Plan->IsHeader && !E.IsShared)
    return Plan->Program;
  llvm::SmallString<128> Path(Device);
  llvm::StringRef Stem = User ? llvm::sys::path::stem(User->Program) : "copy";
  llvm::sys::path::replace_extension(Path, "");
  return (Path + "_" + Stem + (E.Variant > 1 ? std::to_string(E.Variant) : "") + ".clh").str();
}

/// Own place, unless something that it needs is in a source file: then there. What a library
/// makes for something of the project's stands with that.
std::string DeviceAssembly::outputOf(const Entry &E, std::set<std::string> &Visiting) {
  const FilePlan *Plan = Files.find(E.File);
  std::string Own = ownOutput(E);
  bool IsLibrary = !libraryOutput(E).empty();
  if (!(IsLibrary || (Plan && Plan->IsHeader)) || !Visiting.insert(E.Identity).second)
    return Own;
  for (const std::string &Need : E.Needs) {
    auto It = Entries.find(Need);
    if (It == Entries.end())
      continue;
    std::string Other = outputOf(It->second, Visiting);
    bool IsOfLibrary = Other.empty() || llvm::StringRef(Other).starts_with("clrt/device/");
    if (llvm::StringRef(Other).ends_with(".cl") || (IsLibrary && !IsOfLibrary))
      return Other;
  }
  return Own;
}

/// Entries of sources that a shared entry needs are shared with it.
void DeviceAssembly::shareNeeds() {
  std::vector<Entry *> Work;
  for (auto &[Identity, E] : Entries)
    if (E.IsShared)
      Work.push_back(&E);
  std::set<const Entry *> Seen;
  while (!Work.empty()) {
    Entry *E = Work.back();
    Work.pop_back();
    if (!Seen.insert(E).second)
      continue;
    const FilePlan *Plan = Files.find(E->File);
    E->IsShared |= Plan && !Plan->IsHeader;
    for (const std::string &Need : E->Needs)
      if (auto It = Entries.find(Need); It != Entries.end())
        Work.push_back(&It->second);
  }
}

/// Files that include each other become one, the first of them.
void DeviceAssembly::mergeCircles() {
  std::map<std::string, std::set<std::string>> Includes;
  for (const auto &[Identity, E] : Entries)
    for (const std::string &Need : E.Needs)
      if (auto It = Entries.find(Need); It != Entries.end() && !It->second.Output.empty())
        Includes[E.Output].insert(It->second.Output);
  auto Reaches = [&](const std::string &From) {
    std::set<std::string> Seen;
    std::vector<std::string> Work(Includes[From].begin(), Includes[From].end());
    while (!Work.empty()) {
      std::string File = Work.back();
      Work.pop_back();
      if (Seen.insert(File).second)
        Work.insert(Work.end(), Includes[File].begin(), Includes[File].end());
    }
    return Seen;
  };
  std::map<std::string, std::string> Merged;
  std::map<std::string, std::set<std::string>> Reached;
  for (const auto &[Identity, E] : Entries)
    if (E.IsShared && !Reached.count(E.Output))
      Reached[E.Output] = Reaches(E.Output);
  for (const auto &[File, Others] : Reached)
    for (const std::string &Other : Others)
      if (Other != File && !Merged.count(Other) && !Merged.count(File) &&
          llvm::StringRef(Other).ends_with(".clh") && Reaches(Other).count(File))
        Merged[Other] = File;
  for (auto &[Identity, E] : Entries)
    if (auto It = Merged.find(E.Output); It != Merged.end())
      E.Output = It->second;
}

/// The entries that are marked, or need what is: no program with them compiles.
std::set<const DeviceEntry *> DeviceAssembly::brokenEntries() const {
  std::map<std::string, std::vector<const Entry *>> Users;
  std::vector<const Entry *> Work;
  for (const auto &[Identity, E] : Entries) {
    for (const std::string &Need : E.Needs)
      Users[Need].push_back(&E);
    if (llvm::StringRef(E.Text).contains("CU2CL_ERROR"))
      Work.push_back(&E);
  }
  std::set<const Entry *> Broken;
  while (!Work.empty()) {
    const Entry *E = Work.back();
    Work.pop_back();
    if (Broken.insert(E).second)
      llvm::append_range(Work, Users[E->Identity]);
  }
  return Broken;
}

/// A marked entry of a header goes to y_marked.clh where other programs use the rest of y.clh.
void DeviceAssembly::separateBroken() {
  std::set<const Entry *> Broken = brokenEntries();
  if (Broken.empty())
    return;
  std::set<std::string> BrokenFiles, Wanted;
  std::map<std::string, std::set<std::string>> Includes;
  for (const auto &[Identity, E] : Entries) {
    if (Broken.count(&E))
      BrokenFiles.insert(E.Output);
    for (const std::string &Need : E.Needs)
      if (auto It = Entries.find(Need); It != Entries.end() && It->second.Output != E.Output)
        Includes[E.Output].insert(It->second.Output);
  }
  // The headers that programs which are fine include, directly or through others.
  std::vector<std::string> Work;
  for (const auto &[Identity, E] : Entries)
    if (llvm::StringRef(E.Output).ends_with(".cl") && !BrokenFiles.count(E.Output))
      Work.push_back(E.Output);
  while (!Work.empty()) {
    std::string File = std::move(Work.back());
    Work.pop_back();
    if (Wanted.insert(File).second)
      llvm::append_range(Work, Includes[File]);
  }
  for (auto &[Identity, E] : Entries)
    if (llvm::StringRef File = E.Output; Broken.count(&E) && Wanted.count(E.Output))
      if (File.consume_back(".clh"))
        E.Output = (File + "_marked.clh").str();
}

void DeviceAssembly::placeEntries() {
  shareNeeds();
  for (auto &[Identity, E] : Entries) {
    std::set<std::string> Visiting;
    E.Output = outputOf(E, Visiting);
  }
  mergeCircles();
  separateBroken();
}

} // namespace cu2cl
