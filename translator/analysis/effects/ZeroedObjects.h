// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_EFFECTS_ZEROEDOBJECTS_H
#define CU2CL_ANALYSIS_EFFECTS_ZEROEDOBJECTS_H

#include "analysis/reach/DeviceCallGraph.h"
#include "clang/AST/DeclCXX.h"

namespace cu2cl {

/// The constructors, as they are declared first, that some `T()` calls for memory that C++ makes
/// zero before: those that nobody wrote, and those of the parts of such objects.
llvm::DenseSet<const clang::CXXConstructorDecl *> zeroedConstructors(const DeviceCallGraph &Reach);

/// Returns true if the object has a base or member that \p C, a definition, leaves as it is.
bool leavesParts(const clang::CXXConstructorDecl *C);

} // namespace cu2cl

#endif
