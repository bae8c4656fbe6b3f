// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_OUTPUT_FORKEDCHECKS_H
#define CU2CL_PROJECT_OUTPUT_FORKEDCHECKS_H

#include "frontend/SharedStart.h"
#include "project/output/ClangCheck.h"
#include <map>

namespace cu2cl {

/// The result of checkWithClang().
struct CheckAnswer {
  std::vector<ClangFinding> Findings;
  std::set<std::string> Read;
};

/// Answers, by arguments.
using CheckAnswers = std::map<std::vector<std::string>, CheckAnswer>;

/// Does checkWithClang() for those of \p Sources (arguments that end with the source) that begin
/// with the same standard headers, in processes that parse these once, \p AtOnce at a time. The
/// rest is not in the result.
CheckAnswers checkForked(const std::vector<std::vector<std::string>> &Sources, TextFinder TextOf,
                         llvm::function_ref<llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>()> View,
                         const std::string &ProjectRoot, unsigned AtOnce);

} // namespace cu2cl

#endif
