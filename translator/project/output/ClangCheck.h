// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_OUTPUT_CLANGCHECK_H
#define CU2CL_PROJECT_OUTPUT_CLANGCHECK_H

#include "llvm/Support/VirtualFileSystem.h"
#include <set>
#include <string>
#include <vector>

namespace cu2cl {

struct SharedStart;

/// A message of Clang.
struct ClangFinding {
  bool IsError = false;
  std::string File; ///< as Clang names it; empty if there is no place
  unsigned Line = 0, Column = 0;
  std::string Text;
};

/// Parses what the driver arguments \p Arguments (without the program's name) name in \p Files, in
/// this process, and returns the errors and warnings outside system headers.
/// \p ProjectRoot: the folder whose files are looked at whole, also in system folders
/// \p Start: what is parsed for many sources at once, if not null; then the last of \p Arguments,
/// the source, does not count (frontend/SharedStart.h)
/// \p Read: gets the absolute paths of the files that were read, dots and all
std::vector<ClangFinding> checkWithClang(const std::vector<std::string> &Arguments,
                                         llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
                                         const std::string &ProjectRoot,
                                         std::set<std::string> &Read,
                                         const SharedStart *Start = nullptr);

} // namespace cu2cl

#endif
