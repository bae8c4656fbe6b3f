// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_TOKENJOINS_H
#define CU2CL_CORE_SOURCE_TOKENJOINS_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

namespace cu2cl {

/// Returns true if \p C may be a part of a name.
inline bool isWordCharacter(char C) { return llvm::isAlnum(C) || C == '_'; }

/// Returns true if the last token of \p Before and the first one of \p After, written side by side,
/// would become one word or number: `else` and `k`, `0xe` and `+1`.
bool joinAsWord(llvm::StringRef Before, llvm::StringRef After);

/// Returns true if they would become one operator or the begin of a comment: `/` and `*p`, `-` and
/// `-1`.
bool joinAsOperator(llvm::StringRef Before, llvm::StringRef After);

} // namespace cu2cl

#endif
