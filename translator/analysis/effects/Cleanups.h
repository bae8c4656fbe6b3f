// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_EFFECTS_CLEANUPS_H
#define CU2CL_ANALYSIS_EFFECTS_CLEANUPS_H

#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"

namespace cu2cl {

// A cleanup is the call of a destructor that has an effect.

/// The temporary that lives as long as reference \p V, to which it is bound as a whole; null if it
/// has no destructor or there is none.
const clang::CXXBindTemporaryExpr *keptTemporary(const clang::VarDecl *V);

/// Returns true if the end of the scope of \p V has a cleanup: of the variable, or of the temporary
/// that lives as long as the reference \p V.
bool hasCleanup(const clang::VarDecl *V);
/// A declaration in \p S of a variable with a cleanup; null if there is none.
const clang::Stmt *findCleanup(const clang::Stmt *S);
/// Returns true if \p S makes a temporary with a cleanup.
bool makesTemporaryWithCleanup(const clang::Stmt *S);

} // namespace cu2cl

#endif
