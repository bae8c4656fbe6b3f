// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_OUTPUT_RUNRECORD_H
#define CU2CL_PROJECT_OUTPUT_RUNRECORD_H

#include "project/intake/Project.h"
#include "llvm/Support/JSON.h"
#include <optional>

namespace cu2cl {

/// The manifest's record of the run that made an output folder, so that an equal run
/// need not be made again.
struct RunRecord {
  /// SHA-256 of everything that decides on the result: the tool, its options, the project as the
  /// intake understood it, and the content of Inputs.
  std::string Key;
  std::vector<std::string> Inputs; ///< absolute paths of the files that were read, sorted
  unsigned Translated = 0;         ///< files, as the summary counts them
  std::vector<Diagnostic> Diagnostics;
};

/// The key of a run over \p P that reads \p Inputs; nothing if one of them cannot be read.
/// \p Settings: one line for each option that decides on the result. Paths below the root count as
/// relative ones, so that a project has one key wherever it lies.
std::optional<std::string> runKey(const Project &P, const std::vector<std::string> &Settings,
                                  const std::vector<std::string> &Inputs);

/// A quick hash of \p Content that tells changes (XXH3; nothing for somebody who means harm).
std::string quickHash(llvm::StringRef Content);

/// Writes the attributes of \p R into the open object of \p J; the folders of \p P are written as
/// marks there.
void writeRecord(llvm::json::OStream &J, const RunRecord &R, const Project &P);

/// The reverse; nothing if \p O is not what writeRecord() writes.
std::optional<RunRecord> readRecord(const llvm::json::Object &O, const Project &P);

} // namespace cu2cl

#endif
