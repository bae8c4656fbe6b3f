// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_REACH_PROGRAMDATA_H
#define CU2CL_ANALYSIS_REACH_PROGRAMDATA_H

#include "clang/AST/Decl.h"

namespace cu2cl {

/// Returns true if the initial value of \p V has an address in it, at any depth.
bool startsWithAddress(const clang::VarDecl *V);
/// Returns true if \p V, a variable of the device, is constant data of its program: a table of
/// functions (isFunctionTable), or a variable whose initial value holds strings or, in objects,
/// functions, and no other address. It has no device storage.
bool isProgramData(const clang::VarDecl *V);

} // namespace cu2cl

#endif
