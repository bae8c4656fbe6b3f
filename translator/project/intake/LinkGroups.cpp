// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/intake/LinkGroups.h"
#include "project/intake/FolderScan.h"
#include "project/intake/SourceScan.h"
#include "llvm/ADT/EquivalenceClasses.h"

namespace cu2cl {

static bool holdsDeviceCode(const std::string &Path) {
  std::string Text;
  if (!readFile(Path, Text))
    return false;
  SourceScan Scan = scanSource(Text);
  for (const char *Word : {"__global__", "__device__", "__constant__", "__managed__"})
    if (Scan.Uses.count(Word))
      return true;
  return false;
}

std::vector<std::vector<size_t>> linkGroups(const Project &P,
                                            const std::vector<std::set<std::string>> &Includes) {
  llvm::EquivalenceClasses<std::string> Classes;
  // Members: paths of sources and shared headers, and the names of targets.
  auto TargetName = [](const std::string &Name) { return "target " + Name; };
  for (const ProgramTarget &T : P.Targets) {
    if (T.Sources.empty())
      continue;
    for (const std::string &Source : T.Sources)
      Classes.unionSets(T.Sources.front(), Source);
    if (T.Kind != ProgramKind::Executable)
      Classes.unionSets(T.Sources.front(), TargetName(T.Name));
    for (const std::string &Library : T.Libraries)
      for (const ProgramTarget &Other : P.Targets)
        if (Other.Kind != ProgramKind::Executable && Other.Name == Library)
          Classes.unionSets(T.Sources.front(), TargetName(Library));
  }
  std::map<std::string, bool> Device;
  for (size_t I = 0; I < P.Commands.size(); ++I) {
    const std::string &File = P.Commands[I].File;
    // Without a target nobody says what it is linked with.
    if (Classes.findValue(File) == Classes.end())
      Classes.unionSets(File, TargetName("of none"));
    for (const std::string &Header : Includes[I]) {
      auto [It, New] = Device.try_emplace(Header);
      if (New)
        It->second = holdsDeviceCode(Header);
      if (It->second)
        Classes.unionSets(File, Header);
    }
  }
  std::map<std::string, size_t> Number; // of the group, by its leader
  std::vector<std::vector<size_t>> Groups;
  for (size_t I = 0; I < P.Commands.size(); ++I) {
    const std::string &Leader = Classes.getLeaderValue(P.Commands[I].File);
    auto [It, New] = Number.try_emplace(Leader, Groups.size());
    if (New)
      Groups.emplace_back();
    Groups[It->second].push_back(I);
  }
  return Groups;
}

static void addSources(const Project &P, const ProgramTarget &T,
                       std::set<const ProgramTarget *> &Seen, std::vector<std::string> &Into) {
  if (!Seen.insert(&T).second)
    return;
  Into.insert(Into.end(), T.Sources.begin(), T.Sources.end());
  for (const std::string &Library : T.Libraries)
    for (const ProgramTarget &Other : P.Targets)
      if (Other.Kind != ProgramKind::Executable && Other.Name == Library)
        addSources(P, Other, Seen, Into);
}

std::vector<std::vector<std::string>> linkedPrograms(const Project &P) {
  std::set<std::string> Linked;
  for (const ProgramTarget &T : P.Targets)
    Linked.insert(T.Libraries.begin(), T.Libraries.end());
  std::vector<std::vector<std::string>> Programs;
  for (const ProgramTarget &T : P.Targets) {
    if (T.Kind != ProgramKind::Executable && Linked.count(T.Name))
      continue;
    std::set<const ProgramTarget *> Seen;
    addSources(P, T, Seen, Programs.emplace_back());
  }
  return Programs;
}

} // namespace cu2cl
