// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/intake/ProjectPaths.h"
#include "project/intake/FolderScan.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <set>

namespace cu2cl {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// The real path of the innermost folder on the way to \p Path that exists, and what is after it.
static std::string realPath(StringRef Path) {
  llvm::SmallString<256> Real;
  StringRef Folder = Path;
  while (fs::real_path(Folder, Real) && Folder.size() > 1)
    Folder = path::parent_path(Folder);
  return (Real + Path.drop_front(Folder.size())).str();
}

ProjectPaths::ProjectPaths(std::string TheRoot) : Root(std::move(TheRoot)) {
  if (std::string Real = realPath(Root); Real != Root)
    Names[Real] = Root;
}

void ProjectPaths::addFolders(const std::vector<std::string> &Files) {
  std::set<std::string> Seen;
  std::string RealRoot = realPath(Root);
  for (const std::string &File : Files)
    for (std::string Folder = path::parent_path(File).str();
         Folder.size() > Root.size() && Seen.insert(Folder).second;
         Folder = path::parent_path(Folder).str())
      if (std::string Real = realPath(Folder); !isInside(Real, RealRoot))
        Names.emplace(Real, Folder);
}

/// \p Path with the name of the innermost known folder that it lies in.
std::string ProjectPaths::replaced(StringRef Path) const {
  for (StringRef Folder = Path; Folder.size() > 1; Folder = path::parent_path(Folder))
    if (auto Found = Names.find(Folder.str()); Found != Names.end())
      return Found->second + Path.drop_front(Folder.size()).str();
  return Path.str();
}

std::string ProjectPaths::named(StringRef Path) const {
  if (isInside(Path, Root) || !path::is_absolute(Path))
    return Path.str();
  if (std::string Own = replaced(Path); Own != Path)
    return Own;
  // A file that is a link has the name that it has.
  StringRef Folder = fs::is_directory(Path) ? Path : path::parent_path(Path);
  std::string Real = realPath(Folder);
  if (isInside(Real, Root))
    return Real + Path.drop_front(Folder.size()).str();
  std::string Own = replaced(Real);
  return Own == Real ? Path.str() : Own + Path.drop_front(Folder.size()).str();
}

} // namespace cu2cl
