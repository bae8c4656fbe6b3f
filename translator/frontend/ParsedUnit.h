// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_FRONTEND_PARSEDUNIT_H
#define CU2CL_FRONTEND_PARSEDUNIT_H

#include "core/source/ParsedSide.h"

namespace cu2cl {

/// Both sides of one CUDA unit. A C or C++ file has no device side.
struct ParsedUnit {
  CompileCommand Command;
  std::unique_ptr<ParsedSide> Host;
  std::unique_ptr<ParsedSide> Device;
};

class RedeclaredSides;

struct FrontendOptions {
  std::string CudaPath;           ///< the real toolkit's folder; empty: the bundled headers
  std::string ProjectRoot;        ///< its files are translated, also in system folders
  bool SidesAtTheSameTime = true; ///< on two threads; not where other units keep them busy
  /// The findings of a first parse of the same text; parseSide() sets it for its second one.
  std::shared_ptr<const RedeclaredSides> Added;
};

struct SharedStart;

/// Returns where the bundled CUDA headers seem to lie (they are virtual files).
llvm::StringRef cudaHeaderRoot();

/// Returns where those of them lie whose device code is translated as the user's own is (cuda/lib).
llvm::StringRef deviceLibraryRoot();

/// \p File, an absolute path, with a prefix by which paths are ordered alike wherever the project
/// lies: CUDA's headers, those of the system, others.
std::string orderedPath(llvm::StringRef File);

/// Parses one side. Never null: a file with errors gives what could be parsed, with HasErrors and
/// Messages set. \p Changed: texts that files have instead of what lies on the disk, by absolute
/// path. With \p Start, what units share is parsed and the process is forked
/// (frontend/SharedStart.h): the file of \p Command does not count then, but what Fork gives.
std::unique_ptr<ParsedSide> parseSide(const CompileCommand &Command, Side S,
                                      const FrontendOptions &Options,
                                      const std::map<std::string, std::string> &Changed = {},
                                      const SharedStart *Start = nullptr);

/// Parses both sides.
ParsedUnit parseUnit(const CompileCommand &Command, const FrontendOptions &Options);

} // namespace cu2cl

#endif
