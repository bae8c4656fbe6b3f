// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_LIBRARYCONSTANTS_H
#define CU2CL_CORE_SOURCE_LIBRARYCONSTANTS_H

#include "llvm/ADT/StringRef.h"

namespace cu2cl {

/// A macro of the C library that means the same in device code (LibraryConstants.def).
struct LibraryConstant {
  llvm::StringRef Name;
  bool NeedsHelper;        ///< clrt/device/constants.clh defines it
  llvm::StringRef Printed; ///< what rules make of its body, or empty
};

/// The constant \p Name; null if there is none.
const LibraryConstant *findLibraryConstant(llvm::StringRef Name);

/// Returns true if \p Text, made by a rule, is \p Tokens of the body of \p Constant in another way
/// of writing: `9223372036854775807L` for `9223372036854775807LL`.
bool isBodyOfConstant(const LibraryConstant &Constant, llvm::StringRef Tokens,
                      llvm::StringRef Text);

} // namespace cu2cl

#endif
