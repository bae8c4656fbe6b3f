// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_TOOLS_REPLAY_PROBE_H
#define CU2CL_TOOLS_REPLAY_PROBE_H

#include <string>

namespace replay {

/// Compares the vector forms of built-ins with the scalar ones on the current device, and prints
/// below which number their bits are the same: what `math exact` of a schedule may say there.
/// \param one_of how many floats one is looked at; 1: all of them
/// \param only the name of a function; empty: all functions
/// \returns the exit status
int probe_device(unsigned one_of, const std::string &only);

} // namespace replay

#endif
