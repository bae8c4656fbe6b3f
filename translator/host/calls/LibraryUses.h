// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_HOST_CALLS_LIBRARYUSES_H
#define CU2CL_HOST_CALLS_LIBRARYUSES_H

#include "host/unit/HostUnit.h"

namespace cu2cl {

/// Reports every use of what headers of libraries without translation declare: functions and
/// variables, then by token types, macros and namespaces. Returns the paths of the headers that
/// are needed for them: those that declare it, and those that lead there.
std::set<std::string> reportLibraryUses(HostUnit &U);

} // namespace cu2cl

#endif
