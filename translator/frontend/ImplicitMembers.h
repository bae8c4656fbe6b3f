// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_FRONTEND_IMPLICITMEMBERS_H
#define CU2CL_FRONTEND_IMPLICITMEMBERS_H

#include "clang/AST/ASTContext.h"

namespace cu2cl {

/// Writes out members that Clang made as if the user had written them. Constructors that classes
/// inherit (`using Base::Base;`): `Derived(int a, float b) : Base(a, b) {}`, with the names of the
/// base's parameters; Clang leaves the parameters without names and the call without arguments.
/// Copies of what has copies of its own: their parameter gets the name `other`.
void writeOutImplicitMembers(clang::ASTContext &Context);

} // namespace cu2cl

#endif
