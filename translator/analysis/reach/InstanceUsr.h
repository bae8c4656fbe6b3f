// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_REACH_INSTANCEUSR_H
#define CU2CL_ANALYSIS_REACH_INSTANCEUSR_H

#include "clang/AST/DeclBase.h"
#include <string>

namespace cu2cl {

/// The name of \p D across units and sides: its USR. With the places of lambdas that it is in,
/// is, or has among its template arguments: USRs do not tell lambdas apart.
std::string instanceUsr(const clang::Decl *D);

} // namespace cu2cl

#endif
