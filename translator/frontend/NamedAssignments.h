// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_FRONTEND_NAMEDASSIGNMENTS_H
#define CU2CL_FRONTEND_NAMEDASSIGNMENTS_H

#include "clang/AST/ASTContext.h"

namespace cu2cl {

/// Returns the assignment that \p S is: `static_cast<Base &>(*this) = o` for `Base::operator=(o)`,
/// where no user wrote the function. Null for everything else.
clang::Expr *namedAssignment(clang::ASTContext &Context, clang::Stmt *S);

} // namespace cu2cl

#endif
