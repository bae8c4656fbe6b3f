// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/output/SourceFolders.h"
#include "project/intake/BuildGraph.h"
#include "project/intake/FolderScan.h"
#include "llvm/ADT/STLExtras.h"

namespace cu2cl {

/// Returns what `#include <name>` finds in \p Folders: each name that files of the project have
/// there, and the first folder with such a file.
static std::map<std::string, std::string> namesIn(const std::vector<std::string> &Folders,
                                                  const Layout &L) {
  std::map<std::string, std::string> Names;
  for (const std::string &Folder : Folders)
    for (const auto &[Path, Plan] : L.files())
      if (isInside(Path, Folder))
        Names.emplace(relativePath(Path, Folder), Folder);
  return Names;
}

std::vector<std::string> ownFolders(const ProgramTarget &T, const std::string &Source,
                                    const Layout &L) {
  auto Own = T.SourceFolders.find(Source);
  std::vector<std::string> Shared = foldersOf(T);
  if (Own == T.SourceFolders.end() || Own->second == Shared)
    return {};
  std::map<std::string, std::string> InShared = namesIn(Shared, L);
  bool Differs = llvm::any_of(namesIn(Own->second, L), [&](const auto &Name) {
    return InShared[Name.first] != Name.second;
  });
  return Differs ? Own->second : std::vector<std::string>();
}

} // namespace cu2cl
