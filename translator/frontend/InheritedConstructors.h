// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_FRONTEND_INHERITEDCONSTRUCTORS_H
#define CU2CL_FRONTEND_INHERITEDCONSTRUCTORS_H

#include "clang/AST/ASTContext.h"

namespace cu2cl {

/// Writes out the constructors that classes inherit (`using Base::Base;`) as if the user had:
/// `Derived(int a, float b) : Base(a, b) {}`, with the names of the base's parameters. Clang leaves
/// the parameters without names and the call without arguments.
void writeOutInheritedConstructors(clang::ASTContext &Context);

} // namespace cu2cl

#endif
