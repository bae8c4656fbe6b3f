// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_FRONTEND_LATEDEFINITIONS_H
#define CU2CL_FRONTEND_LATEDEFINITIONS_H

#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace cu2cl {

/// The inputs of a parse besides the source.
struct CommandLine {
  std::string Rest; ///< key of all that is no flag
  std::vector<std::string> Flags;
};

/// Command lines that differ in definitions only, which may as well follow the standard
/// headers.
struct AlikeLines {
  std::vector<std::string> Flags;             ///< of all of them
  std::vector<size_t> Members;                ///< their indices
  std::vector<std::vector<std::string>> Late; ///< what each of them defines beyond that
};

/// Divides \p Lines into those that are alike. A definition may come late if its name is one that a
/// program may define in front of the standard's headers (mayMatterToHeaders()).
std::vector<AlikeLines> groupAlike(llvm::ArrayRef<CommandLine> Lines);

/// The lines that stand for \p Definitions (NAME or NAME=VALUE), as Clang writes them.
std::string directivesFor(llvm::ArrayRef<std::string> Definitions);

} // namespace cu2cl

#endif
