// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_MACROUSEDESCRIPTION_H
#define CU2CL_CORE_SOURCE_MACROUSEDESCRIPTION_H

#include "core/source/Edit.h"
#include "clang/Basic/SourceLocation.h"
#include <optional>

namespace cu2cl {

class EditSource;

/// Describes the macro expansion \p Expansion, without the edits of its body. Nothing if the body
/// is not in a file of the project.
std::optional<MacroUse> describeMacroUse(const EditSource &Source, clang::FileID Expansion);

} // namespace cu2cl

#endif
