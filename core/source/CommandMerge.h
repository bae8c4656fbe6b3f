// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_COMMANDMERGE_H
#define CU2CL_CORE_SOURCE_COMMANDMERGE_H

#include "core/source/HeaderVariants.h"
#include "core/source/ParsedSide.h"

namespace cu2cl {

/// Stands in a branch of a kept #if that the command line at hand did not compile.
inline constexpr llvm::StringLiteral UnseenBranch =
    "#error \"not translated: cu2cl saw the other branch (see --config)\"";

/// The device text of one source under one of its command lines.
struct CommandEntries {
  std::vector<std::string> Definitions; ///< NAME or NAME=VALUE, in the order of the flags
  UnitEntries Unit;
};

/// The names that \p Commands define differently, or that not all of them define.
std::set<std::string> varyingNames(const std::vector<std::vector<std::string>> &Commands);

/// One text for a source that is compiled with several command lines (targets, --config). What all
/// of them have alike stays as it is; branches of a kept #if that one has seen fill those that
/// another has not; anything else is under an #if over the definitions that tell the command
/// lines apart.
///
/// \param Disagreed  gets the entries that differ although the definitions do not.
UnitEntries mergeCommands(const std::vector<CommandEntries> &Commands,
                          std::vector<DeviceEntry> &Disagreed);

/// The #if condition of the command lines \p Some among \p Commands ("defined(A) && !defined(B)");
/// empty for all of them, and nothing if definitions do not tell them from the others.
std::optional<std::string> conditionOf(const std::vector<std::vector<std::string>> &Commands,
                                       const std::set<size_t> &Some);

} // namespace cu2cl

#endif
