// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_INTAKE_PROJECTPATHS_H
#define CU2CL_PROJECT_INTAKE_PROJECTPATHS_H

#include "llvm/ADT/StringRef.h"
#include <map>
#include <string>
#include <vector>

namespace cu2cl {

/// The names of a project's files, whatever path leads to them. The names are those below
/// the root as the user gave it; make and cmake may say others where symbolic links are on the way.
class ProjectPaths {
public:
  explicit ProjectPaths(std::string Root);
  /// Takes note of links among the folders of \p Files, which are below the root.
  void addFolders(const std::vector<std::string> &Files);

  const std::string &root() const { return Root; }
  /// \p Path (absolute) as the project's name; itself if it leads elsewhere.
  std::string named(llvm::StringRef Path) const;

private:
  std::string replaced(llvm::StringRef Path) const;

  std::string Root;
  std::map<std::string, std::string> Names; ///< real path of a folder to the project's name
};

} // namespace cu2cl

#endif
