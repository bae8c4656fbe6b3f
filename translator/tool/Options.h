// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_TOOL_OPTIONS_H
#define CU2CL_TOOL_OPTIONS_H

#include "tool/Pipeline.h"

namespace cu2cl {

/// The parsed command line.
struct ToolOptions {
  PipelineOptions Pipeline;
  bool Quiet = false, Verbose = false;
  bool Each = false; ///< the input is a suite: every sub-folder is a project
};

/// Reads the command line of `cu2cl app/ ...`. Prints help, the version or what is wrong with it.
/// \returns nothing if the program is to end with \p ExitStatus.
std::optional<ToolOptions> parseOptions(int ArgC, const char *const *ArgV, int &ExitStatus);

} // namespace cu2cl

#endif
