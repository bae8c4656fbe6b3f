// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_EFFECTS_OWNADDRESSES_H
#define CU2CL_ANALYSIS_EFFECTS_OWNADDRESSES_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

namespace cu2cl {

/// Returns true if \p C leaves the address of its object, or of a part of it, in memory: in a
/// member
/// (`top(stack)`), or wherever it passes it on. Such an object must be made where it stays.
bool keepsOwnAddress(const clang::CXXConstructorDecl *C);

/// The construction that \p Init consists of, without the copies that C++ leaves out; null if it is
/// something else.
const clang::CXXConstructExpr *constructionIn(const clang::Expr *Init);

} // namespace cu2cl

#endif
