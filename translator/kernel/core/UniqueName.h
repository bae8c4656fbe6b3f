// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_UNIQUENAME_H
#define CU2CL_KERNEL_CORE_UNIQUENAME_H

#include "kernel/core/DeviceUnit.h"

namespace cu2cl {

/// \p Name for a variable of ours in \p V, with a '_' appended for each time that the function's
/// text or what it is given has it already.
std::string uniqueName(const DeviceUnit &Unit, const FunctionClone &V, std::string Name);

/// The name of \p P, a parameter without one: "unused1". A lambda's function pointer passes such
/// parameters on, too.
std::string unnamedParameter(const clang::ParmVarDecl *P);

/// Returns \p Name with underscores after it, by which it differs from all that is declared beside
/// \p D.
std::string nextName(const clang::NamedDecl *D, std::string Name);

} // namespace cu2cl

#endif
