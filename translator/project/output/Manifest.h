// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_OUTPUT_MANIFEST_H
#define CU2CL_PROJECT_OUTPUT_MANIFEST_H

#include "project/output/RunRecord.h"

namespace cu2cl {

/// The files of an output folder and their SHA-256, by relative path.
struct Manifest {
  std::map<std::string, std::string> Hashes;
};

/// SHA-256 in hexadecimal digits.
std::string hashOf(llvm::StringRef Content);

/// The manifest of \p Folder; nothing if there is none or it cannot be understood.
std::optional<Manifest> readManifest(const std::string &Folder);

/// The run that the manifest of \p Folder tells about, of the project \p P; nothing if it does
/// not say.
std::optional<RunRecord> readRunRecord(const std::string &Folder, const Project &P);

/// The text of the manifest file. \p Run may be null.
std::string manifestText(const Manifest &M, llvm::StringRef Version, const RunRecord *Run,
                         const Project &P);

} // namespace cu2cl

#endif
