// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CATALOG_REPLACEDHEADERS_H
#define CU2CL_CATALOG_REPLACEDHEADERS_H

#include "llvm/ADT/StringRef.h"

namespace cu2cl::catalog {

/// The header of clrt that takes the place of CUDA's header \p Name in host code
/// ("clrt/complex.h"), where that is not clrt's own; else empty.
llvm::StringRef replacingHeader(llvm::StringRef Name);

} // namespace cu2cl::catalog

#endif
