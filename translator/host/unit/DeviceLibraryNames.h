// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_HOST_UNIT_DEVICELIBRARYNAMES_H
#define CU2CL_HOST_UNIT_DEVICELIBRARYNAMES_H

#include "frontend/ParsedUnit.h"
#include "clang/AST/Decl.h"

namespace cu2cl {

/// True if \p D only gives another name to a namespace, function or type of a library that the port
/// has in device code alone: `namespace cg = cooperative_groups;`, `using namespace`, typedefs; or
/// asserts something of one.
bool renamesDeviceLibrary(const ParsedSide &Host, const clang::Decl *D);

} // namespace cu2cl

#endif
