// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_TOOL_SUITE_H
#define CU2CL_TOOL_SUITE_H

#include "tool/Options.h"

namespace cu2cl {

/// `cu2cl suite/ --each`: ports every sub-folder that holds CUDA as a project of its own, to a
/// sub-folder of the output folder with the same name, and prints a table. Each is a process of its
/// own, Threads of them at a time, so that whatever happens to one does not touch the rest.
///
/// \param Program  the path of cu2cl.
/// \returns the exit status: 0 if all ended so, 1 if something is marked somewhere, 2 if some
/// sub-folder could not be ported or there is none with CUDA.
int runSuite(const ToolOptions &Options, const std::string &Program);

} // namespace cu2cl

#endif
