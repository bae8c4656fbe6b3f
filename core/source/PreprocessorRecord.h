// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_PREPROCESSORRECORD_H
#define CU2CL_CORE_SOURCE_PREPROCESSORRECORD_H

#include "core/source/ParsedSide.h"

namespace cu2cl {

/// Callbacks that fill the Includes, Macros, Conditionals and SkippedRanges of \p Into.
std::unique_ptr<clang::PPCallbacks> recordPreprocessor(ParsedSide &Into,
                                                       const clang::SourceManager &Sources);

} // namespace cu2cl

#endif
