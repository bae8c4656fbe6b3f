// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_MACROUSES_H
#define CU2CL_CORE_SOURCE_MACROUSES_H

#include "core/source/Edit.h"
#include <functional>

namespace cu2cl {

/// Where uses of a macro need different text of its body, leaves the body to the text that most
/// uses need, and writes the others out at their places: the body with the arguments in it. What
/// cannot be written out stays a conflict of \p Edits.
/// \param TextOf gives the text of a file.
void writeOutMacroUses(EditSet &Edits,
                       const std::function<std::string(const std::string &)> &TextOf);

} // namespace cu2cl

#endif
