// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_HEADERVARIANTS_H
#define CU2CL_CORE_SOURCE_HEADERVARIANTS_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace cu2cl {

/// A device item or a macro definition as one unit sees it, as text.
struct DeviceEntry {
  std::string Identity, Name, Text, File, Output;
  unsigned Begin = 0, End = 0;
  std::string Stem; ///< as in DeviceDefinition, with its arguments
  std::vector<std::pair<std::string, std::string>> Arguments;
  bool IsMacro = false, IsKernel = false;
  bool IsShared = false;       ///< is in a source, and kernels of another source need it
  unsigned Variant = 0;        ///< which copy of its header holds it
  std::string Condition;       ///< of #if, where not all command lines of the source give it
  std::set<std::string> Needs; ///< identities, macros included
  std::set<std::string> Helpers, Extensions;
  std::set<std::string> Given; ///< definitions of command lines that the text mentions
  std::set<std::pair<std::string, size_t>> Holders; ///< sources and their command lines
};

/// The entries that one unit contributes to the device files, by identity.
struct UnitEntries {
  std::string Source; ///< the unit's main file
  std::map<std::string, DeviceEntry> Entries;
};

/// Returns which copy of each header every unit uses (by unit, then by the header's path; 0 where a
/// header is not named). A header means the same for two units if what both use of it has the same
/// text, needs the same things and mentions the same definitions of command lines, and nothing that
/// only one of them uses takes a name of the other: such units share a copy, the others get copies
/// of their own. Headers that need a header with copies differ with it.
///
/// \param IsHeader  whether a path may have copies; a source file has one text only.
std::vector<std::map<std::string, unsigned>>
chooseVariants(const std::vector<UnitEntries> &Units,
               llvm::function_ref<bool(llvm::StringRef)> IsHeader);

} // namespace cu2cl

#endif
