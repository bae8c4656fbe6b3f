// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_FRONTEND_JOINEDSOURCES_H
#define CU2CL_FRONTEND_JOINEDSOURCES_H

#include "frontend/ParsedUnit.h"

namespace cu2cl {

/// Parses the device side of \p Unit with the text of \p Others, units of the same program, after
/// it its own: what nvcc's device linker puts together (-rdc=true) is seen as one, and the bodies
/// of functions that \p Unit only declares are there.
///
/// Macros of one source end before the next. Headers that nothing guards are read once. A name that
/// two of the sources define is another in the later one (`helper` of parts.cu: `helper_parts`),
/// whose text then has a path of its own; but not the names in \p Linked, which are those that the
/// sources mean of each other. What each part means must be compared with its own unit
/// (analysis/reach/DeviceLinks.h), since one source may still change what another says.
std::unique_ptr<ParsedSide> parseJoined(const ParsedUnit &Unit,
                                        const std::vector<const ParsedUnit *> &Others,
                                        const std::set<std::string> &Linked,
                                        const FrontendOptions &Options);

} // namespace cu2cl

#endif
