// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_EFFECTS_TAKENBRANCH_H
#define CU2CL_ANALYSIS_EFFECTS_TAKENBRANCH_H

#include "clang/AST/Expr.h"

namespace cu2cl {

/// The branch of \p S that is evaluated, if it is a `?:` whose condition the compiler knows
/// (`sizeof(T) > 4 ? __syncthreads() : __syncwarp()`); else null.
const clang::Expr *takenBranch(const clang::Stmt *S, const clang::ASTContext &Context);

} // namespace cu2cl

#endif
