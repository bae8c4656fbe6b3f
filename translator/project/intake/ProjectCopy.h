// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_INTAKE_PROJECTCOPY_H
#define CU2CL_PROJECT_INTAKE_PROJECTCOPY_H

#include "llvm/ADT/StringRef.h"
#include <set>
#include <string>
#include <vector>

namespace cu2cl {

/// A copy of a folder for tools that may write where they work, in a temporary folder, removed at
/// the end. The copy has its own absolute path again (`<temporary>/tree/home/me/app`) with what
/// lies beside the folder linked in, so that a path of the copy becomes the project's by taking the
/// front away. Files of more than 1 MiB are linked, too, and what comes after 256 MiB.
class ProjectCopy {
public:
  /// \p Project: an absolute path.
  explicit ProjectCopy(std::string Project) : Project(std::move(Project)) {}
  ~ProjectCopy();
  ProjectCopy(const ProjectCopy &) = delete;
  ProjectCopy &operator=(const ProjectCopy &) = delete;

  /// \p Prefix: of the temporary folder's name. \returns false if it cannot be done; failure() says
  /// why.
  bool make(llvm::StringRef Prefix);
  const std::string &failure() const { return Failure; }

  const std::string &project() const { return Project; }
  std::string copy() const { return Tree + Project; }
  /// The copy of a path of the project.
  std::string copyOf(llvm::StringRef Path) const { return Tree + Path.str(); }
  std::string temporary(llvm::StringRef Name) const { return Base + "/" + Name.str(); }
  /// \p Text with the paths of the copy as the project's.
  std::string inProject(llvm::StringRef Text) const;
  /// Paths of the files that were copied, as the project's.
  const std::set<std::string> &files() const { return Copied; }

private:
  bool copyProject();
  bool linkSurroundings();
  bool fail(const std::string &Text);

  std::string Project, Base, Tree, Failure;
  std::set<std::string> Copied;
  std::vector<std::string> Links; ///< to what lies beside the project
};

} // namespace cu2cl

#endif
