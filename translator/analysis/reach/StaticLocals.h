// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_REACH_STATICLOCALS_H
#define CU2CL_ANALYSIS_REACH_STATICLOCALS_H

#include "clang/AST/DeclCXX.h"
#include <vector>

namespace cu2cl {

/// The class around all others that \p M is a method in: the symbols of the method's static
/// variables are before it.
const clang::CXXRecordDecl *outermostClass(const clang::CXXMethodDecl *M);
/// The static variables in device memory of \p F, or, if it is a template, of its instances.
std::vector<const clang::VarDecl *> staticLocals(const clang::FunctionDecl *F);

} // namespace cu2cl

#endif
