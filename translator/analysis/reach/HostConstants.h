// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_REACH_HOSTCONSTANTS_H
#define CU2CL_ANALYSIS_REACH_HOSTCONSTANTS_H

#include "clang/AST/Expr.h"

namespace cu2cl {

/// Returns true if host code may read \p V, a variable of the device, since it has a constant of
/// the same value: nvcc keeps the initial value of a const variable on the host, too.
bool isHostConstant(const clang::VarDecl *V);

/// The use of a host constant that \p Lvalue, `limits.first` or `table[i].weight`, is a part of;
/// null if it is anything else.
const clang::DeclRefExpr *hostConstantIn(const clang::Expr *Lvalue);

} // namespace cu2cl

#endif
