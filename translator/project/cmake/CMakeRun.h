// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_CMAKE_CMAKERUN_H
#define CU2CL_PROJECT_CMAKE_CMAKERUN_H

#include "core/report/Diagnostics.h"
#include "project/intake/ProjectCopy.h"

namespace cu2cl {

/// A configuration of a CMake project by cmake itself, for what it answers through its File API.
///
/// The project is not written to: cmake works on a copy (ProjectCopy.h). The build folder is
/// `build` in it. The compiler for CUDA is a stand-in (CudaStandIn.h). What the project's CMake
/// files run is run; downloads are refused where CMake lets them be (FetchContent).
class CMakeRun {
public:
  /// \p Folder: with the CMakeLists.txt, absolute.
  explicit CMakeRun(std::string Folder) : Files(std::move(Folder)) {}

  /// Copies and configures, with \p Settings (NAME=VALUE). \returns false if that fails, takes
  /// longer than \p Seconds, or gives no answer; failure() then says why.
  bool configure(const std::vector<std::string> &Settings, unsigned Seconds);
  /// Runs \p Script with cmake -P; definitions are `NAME=VALUE`.
  bool runScript(const std::string &Script, const std::vector<std::string> &Definitions,
                 unsigned Seconds);

  /// A place in the project's CMake files, and cmake's first words about it.
  const Place &failurePlace() const { return FailurePlace; }
  const std::string &failure() const { return Failure; }

  /// The project's folder, and the copy's.
  const std::string &project() const { return Files.project(); }
  std::string copy() const { return Files.copy(); }
  /// The build folder of the copy, and as if it were the project's.
  std::string build() const { return copy() + BuildName; }
  std::string buildInProject() const { return project() + BuildName; }
  /// Returns where files of the copy lie that the project has not, by their path in it.
  std::string added() const { return temporary("added"); }
  std::string toolkit() const { return temporary("cuda"); }
  std::string temporary(llvm::StringRef Name) const { return Files.temporary(Name); }
  /// \p Text with the paths of the copy as the project's.
  std::string inProject(llvm::StringRef Text) const { return Files.inProject(Text); }

private:
  void keepAdded();
  void takeEarlierBuild();
  bool execute(std::vector<std::string> Words, unsigned Seconds);
  bool fail(const std::string &Text);
  void readFailure();
  bool takePlace(llvm::StringRef Text);

  ProjectCopy Files;
  std::string BuildName = "/build", CMake, Failure;
  Place FailurePlace;
};

} // namespace cu2cl

#endif
