// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_LAUNCHES_H
#define CU2CL_ANALYSIS_LAUNCHES_H

#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <map>
#include <optional>
#include <string>

namespace cu2cl {

class ParsedSide;

/// x, y and z.
using BlockSize = std::array<unsigned, 3>;

/// What the launches of one unit say about each kernel instance, by USR: the block size if it is
/// the same constant in all of them, else nothing. A kernel that is named in another way than by a
/// launch has nothing either. A value without AST pointers.
using LaunchFacts = std::map<std::string, std::optional<BlockSize>>;

/// Facts of one unit, from its host AST.
LaunchFacts collectLaunches(const ParsedSide &Host);

/// The kernels whose launches agree on one block size in the whole program.
std::map<std::string, BlockSize> linkLaunches(llvm::ArrayRef<LaunchFacts> Units);

} // namespace cu2cl

#endif
