// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_INSTANCEUSR_H
#define CU2CL_ANALYSIS_INSTANCEUSR_H

#include "clang/AST/DeclBase.h"
#include <string>

namespace cu2cl {

/// The name of \p D across units and sides: its USR. Where lambdas are among the template arguments
/// of a function, with their places: USRs do not tell lambdas apart.
std::string instanceUsr(const clang::Decl *D);

} // namespace cu2cl

#endif
