// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_REACH_UNNAMEDTYPES_H
#define CU2CL_ANALYSIS_REACH_UNNAMEDTYPES_H

#include "clang/AST/Decl.h"
#include <string>

namespace cu2cl {

/// The name that class or enum \p D, which has none, gets where the output needs one: of the first
/// variable or member that is declared with it, `args_type` for `struct { ... } args;`. Empty if
/// there is none.
std::string nameOfUnnamed(const clang::TagDecl *D);

} // namespace cu2cl

#endif
