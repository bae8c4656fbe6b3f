// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_CLOSURES_H
#define CU2CL_KERNEL_CORE_CLOSURES_H

#include "clang/AST/DeclCXX.h"

namespace cu2cl {

/// The closure's class if \p F is the call operator of a lambda, else null.
const clang::CXXRecordDecl *closureOf(const clang::FunctionDecl *F);

/// The field in which \p F, the call operator of a lambda, finds captured variable \p D (null:
/// `this` of the method around it). Null if it is not captured or \p F is no such operator.
const clang::FieldDecl *captureField(const clang::FunctionDecl *F, const clang::ValueDecl *D);

} // namespace cu2cl

#endif
