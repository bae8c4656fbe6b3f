// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_MACROPARAMETERS_H
#define CU2CL_CORE_SOURCE_MACROPARAMETERS_H

#include "core/source/Edit.h"
#include "core/source/MacroPlan.h"

namespace cu2cl {

/// Text that is written into a macro's body may use a name that is one of the macro's parameters:
/// `#define CHECK(error)`, whose body says `clrt::error` now. Then the parameter gets another name.
///
/// \p Definition is the text from '#' on, \p Edits what is written into it (sorted, offsets from
/// its begin). Returns the edits with the parameters renamed, in them and around them.
std::vector<TextEdit> renameParameters(llvm::StringRef Definition, std::vector<TextEdit> Edits);

/// The same for all definitions in \p Text, a file. Of the words of \p Edits only those that the
/// names of clrt qualify are other than the parameters: the rest may be the user's.
void renameParametersInFile(llvm::StringRef Text, std::vector<Edit> &Edits);

} // namespace cu2cl

#endif
