// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CATALOG_SUPPORT_H
#define CU2CL_CATALOG_SUPPORT_H

#include <string>

namespace cu2cl::catalog {

/// docs/support.md: what becomes of each name of CUDA, as Markdown tables.
std::string supportPage();

} // namespace cu2cl::catalog

#endif
