// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_HOST_UNIT_SYMBOLVALUES_H
#define CU2CL_HOST_UNIT_SYMBOLVALUES_H

#include "host/unit/HostUnit.h"

namespace cu2cl {

/// The initial value of \p V as it is written: with the macros that it names.
std::string initialText(const HostUnit &U, const clang::VarDecl *V);

/// Returns what follows the name of the symbol \p V of type \p Type: "(2.5f)"; empty if the symbol
/// begins with zeros.
std::string symbolValue(const HostUnit &U, const clang::VarDecl *V, llvm::StringRef Type);

} // namespace cu2cl

#endif
