// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_LAMBDAOPERATORS_H
#define CU2CL_CORE_SOURCE_LAMBDAOPERATORS_H

#include "clang/AST/ExprCXX.h"

namespace cu2cl {

/// Returns the call operator of \p Lambda; of a generic one, each instance of it. Visitors do not
/// reach the instances, since no declaration contains them.
llvm::SmallVector<clang::CXXMethodDecl *, 2> lambdaOperators(const clang::LambdaExpr *Lambda);

} // namespace cu2cl

#endif
