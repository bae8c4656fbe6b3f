// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_REPORT_LINEDIFF_H
#define CU2CL_CORE_REPORT_LINEDIFF_H

#include "llvm/ADT/StringRef.h"
#include <vector>

namespace cu2cl {

/// One row of a side-by-side view. A number of 0 means that the side is empty there.
struct DiffRow {
  unsigned BeforeLine = 0, AfterLine = 0;
  llvm::StringRef Before, After;
  bool Same = false;
};

/// Compares two texts line by line (longest common subsequence after common ends are cut off;
/// changed stretches of more than 2,000 lines are shown as a whole). \p Before and \p After must
/// outlive the result.
std::vector<DiffRow> diffLines(llvm::StringRef Before, llvm::StringRef After);

} // namespace cu2cl

#endif
