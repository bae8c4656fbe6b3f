// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_HOST_UNIT_DEVICESYMBOLS_H
#define CU2CL_HOST_UNIT_DEVICESYMBOLS_H

#include "host/unit/HostUnit.h"

namespace cu2cl {

/// The symbols of the static variables in \p F, which is removed: lines. Each instance of a
/// template has its own.
std::string symbolsOfStaticLocals(const HostUnit &U, const clang::FunctionDecl *F);

/// The name of the constant that host code reads instead of the symbol of \p V.
std::string hostConstantName(const HostUnit &U, const clang::VarDecl *V);

/// All symbols of one declaration (`__constant__ float a, b[3];`).
void rewriteSymbols(HostUnit &U, llvm::ArrayRef<const clang::VarDecl *> Group);

} // namespace cu2cl

#endif
