// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_HOST_CALLS_CALLEDNAME_H
#define CU2CL_HOST_CALLS_CALLEDNAME_H

#include "host/unit/HostUnit.h"

namespace cu2cl {

/// \p Name ("clrt::malloc") as a call spells it: in parentheses, "(clrt::malloc)", where the
/// program has a macro malloc(size), which is not meant.
std::string calledName(const HostUnit &U, llvm::StringRef Name);

} // namespace cu2cl

#endif
