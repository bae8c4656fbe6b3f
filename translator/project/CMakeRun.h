// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_CMAKERUN_H
#define CU2CL_PROJECT_CMAKERUN_H

#include "report/Diagnostics.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include <set>

namespace cu2cl {

/// A configuration of a CMake project by cmake itself, for what it answers through its File API.
///
/// The project is not written to: cmake works on a copy under a temporary folder, where the copy
/// has its own absolute path again (`<temporary>/tree/home/me/app`) with what lies beside it linked
/// in, so that a path of the copy becomes one of the project by taking the front away. The build
/// folder is `build` in it. The compiler for CUDA is a stand-in (CudaStandIn.h). What the project's
/// CMake files run is run; downloads are refused where CMake lets them be (FetchContent).
class CMakeRun {
public:
  /// \p Folder: with the CMakeLists.txt, absolute.
  explicit CMakeRun(std::string Folder) : Project(std::move(Folder)) {}
  ~CMakeRun();
  CMakeRun(const CMakeRun &) = delete;
  CMakeRun &operator=(const CMakeRun &) = delete;

  /// Copies and configures, with \p Settings (NAME=VALUE). \returns false if that fails, takes longer
  /// than \p Seconds, or gives no answer; failure() then says why.
  bool configure(const std::vector<std::string> &Settings, unsigned Seconds);
  /// Runs \p Script with cmake -P; definitions are `NAME=VALUE`.
  bool runScript(const std::string &Script, const std::vector<std::string> &Definitions,
                 unsigned Seconds);

  /// A place in the project's CMake files, and cmake's first words about it.
  const Place &failurePlace() const { return FailurePlace; }
  const std::string &failure() const { return Failure; }

  /// The project's folder, and the copy's.
  const std::string &project() const { return Project; }
  std::string copy() const { return Tree + Project; }
  /// The build folder of the copy, and as if it were the project's.
  std::string build() const { return copy() + BuildName; }
  std::string buildInProject() const { return Project + BuildName; }
  /// Where files of the copy lie that the project has not, by their path in it.
  std::string added() const { return (Base + "/added").str(); }
  std::string toolkit() const { return (Base + "/cuda").str(); }
  std::string temporary(llvm::StringRef Name) const { return (Base + "/" + Name).str(); }
  /// \p Text with the paths of the copy as the project's.
  std::string inProject(llvm::StringRef Text) const;

private:
  bool copyProject();
  bool linkSurroundings();
  void keepAdded();
  void takeEarlierBuild();
  bool execute(std::vector<std::string> Words, unsigned Seconds);
  bool fail(const std::string &Text);
  void readFailure();
  bool takePlace(llvm::StringRef Text);

  std::string Project, Tree, BuildName = "/build", CMake;
  llvm::SmallString<128> Base;
  std::set<std::string> Copied;   ///< paths of files in the project's folder
  std::vector<std::string> Links; ///< to what lies beside the project
  std::string Failure;
  Place FailurePlace;
};

} // namespace cu2cl

#endif
