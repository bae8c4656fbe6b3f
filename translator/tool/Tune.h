// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_TOOL_TUNE_H
#define CU2CL_TOOL_TUNE_H

#include <string>

namespace cu2cl {

/// `cu2cl tune OUT -- ./program args`: measures variants of the kernels that a port's program
/// launches, and adds the fastest to the port.
/// \param Tool the path of cu2cl: cu2cl-replay lies beside it
/// \returns 0; 1 if a variant computed something else than plain; 2 for usage or input errors.
int tunePort(int ArgC, const char *const *ArgV, const std::string &Tool);

} // namespace cu2cl

#endif
