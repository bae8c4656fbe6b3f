// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_FRONTEND_FRAGMENTS_H
#define CU2CL_FRONTEND_FRAGMENTS_H

#include "frontend/ParsedUnit.h"

namespace cu2cl {

/// Returns true if \p File is text that is included several times and says something each time: a
/// list of macro calls, a body that macros name.
bool isFragment(const ParsedSide &Side, clang::FileID File);

} // namespace cu2cl

#endif
