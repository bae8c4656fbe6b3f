// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_EFFECTS_CONSTRUCTION_H
#define CU2CL_ANALYSIS_EFFECTS_CONSTRUCTION_H

#include "clang/AST/DeclCXX.h"

namespace cu2cl {

/// True if \p C leaves the object as it is: trivial, or empty with nothing to initialise.
bool doesNothing(const clang::CXXConstructorDecl *C);

/// True if \p I has no effect: the member stays undefined.
bool initialisesNothing(const clang::CXXCtorInitializer *I);

} // namespace cu2cl

#endif
