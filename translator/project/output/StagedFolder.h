// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_OUTPUT_STAGEDFOLDER_H
#define CU2CL_PROJECT_OUTPUT_STAGEDFOLDER_H

#include "llvm/ADT/StringRef.h"
#include <set>
#include <string>

namespace cu2cl {

/// A folder that is assembled beside its place and put there in one step. Until commit() the target
/// is as it was; whatever ends the run before leaves at most a hidden folder, which the next run
/// (or this one, if it is asked to stop) removes. Where the target cannot be put elsewhere (it is a
/// mount point, the current folder, or lies in a folder that nobody may write), the files are
/// assembled in a hidden folder inside of it and moved one by one.
class StagedFolder {
public:
  /// \p Target: absolute path of the folder to make or replace.
  explicit StagedFolder(const std::string &Target);
  ~StagedFolder();
  StagedFolder(const StagedFolder &) = delete;
  StagedFolder &operator=(const StagedFolder &) = delete;

  /// Removes the hidden folders of runs that were killed while they wrote \p Target.
  static void removeLeftovers(const std::string &Target);
  /// Makes the hidden folder; removes those of runs that were killed.
  bool begin();
  /// Writes one file; \p ModeOf: a file whose permissions it gets ("": the usual ones).
  bool write(const std::string &Name, llvm::StringRef Text, const std::string &ModeOf);
  /// Takes \p Name from the target as it is if its content has \p Hash. \returns false if not.
  bool keep(const std::string &Name, const std::string &Hash);
  /// Takes everything of the target that is not in \p Ours and has no successor: what a person or a
  /// build put there.
  bool keepForeign(const std::set<std::string> &Ours);
  /// Puts the folder in place and removes the former one.
  bool commit();
  /// Why the last step failed.
  const std::string &error() const { return Error; }

private:
  bool fail(const std::string &Path, std::error_code EC);
  bool makeParent(const std::string &Path);
  bool commitInPlace();

  std::string Target, Stage, Error;
  bool InPlace = false;
  std::set<std::string> Ours; ///< what the target has of former runs
};

} // namespace cu2cl

#endif
