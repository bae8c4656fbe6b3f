// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ASSEMBLY_UNITRENDERING_H
#define CU2CL_ASSEMBLY_UNITRENDERING_H

#include "core/source/HeaderVariants.h"
#include "core/source/MacroPlan.h"
#include "kernel/core/DeviceText.h"

namespace cu2cl {

/// The device items of one command line as text. A value without AST pointers.
struct UnitRendering {
  std::map<std::string, DeviceEntry> Entries; ///< by identity, macros included
  std::map<std::string, std::string> Kernels; ///< identities, by the kernels' USRs
  std::set<std::string> Files;                ///< that the entries were written in
};

/// Renders \p Device. \p Varying: names that not all command lines of the source define alike.
UnitRendering renderUnit(const ExpansionIndex &Index, const MacroPlan &Plan,
                         const DeviceText &Device, const CompileCommand &Command,
                         const std::set<std::string> &Varying);

/// Notes which definitions of \p Command each entry mentions, instead of those of another command
/// line with the same entries.
void noteDefinitions(const CompileCommand &Command, UnitRendering &In);

/// The text of \p File as Clang saw it in \p Side; empty if it did not.
llvm::StringRef textIn(const ParsedSide &Side, const std::string &File);

/// \p Text, which was at \p Begin of \p Source, moved to the left: methods are inside their class.
std::string withoutIndentation(llvm::StringRef Text, llvm::StringRef Source, unsigned Begin);

} // namespace cu2cl

#endif
