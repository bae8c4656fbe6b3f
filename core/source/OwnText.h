// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_OWNTEXT_H
#define CU2CL_CORE_SOURCE_OWNTEXT_H

#include "core/source/Fragment.h"
#include "core/source/ParsedSide.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cu2cl {

/// \p F with the tokens at whose place \p IsOurs holds as new text, for a place in another file:
/// blanks are where the file has white space.
Fragment withOwnText(const ParsedSide &Side, const Fragment &F,
                     llvm::function_ref<bool(clang::SourceLocation)> IsOurs);

} // namespace cu2cl

#endif
