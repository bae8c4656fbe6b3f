// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_FRONTEND_TRANSPARENTLISTS_H
#define CU2CL_FRONTEND_TRANSPARENTLISTS_H

#include "clang/AST/ASTContext.h"

namespace cu2cl {

/// Makes parentheses of the braces that since C++17 mean nothing but the value in them: `V v{a -
/// b};` where that is a V. The lists that are left initialise members or elements; so do those that
/// C++20 allows in parentheses (`Point p(1, n);`), which become lists. What headers of the
/// system declare stays as it is. Calls of assignments by name become assignments
/// (NamedAssignments.h).
void replaceTransparentLists(clang::ASTContext &Context);

} // namespace cu2cl

#endif
