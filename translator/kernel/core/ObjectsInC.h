// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_OBJECTSINC_H
#define CU2CL_KERNEL_CORE_OBJECTSINC_H

#include "clang/AST/Expr.h"

namespace cu2cl {

/// True for what is an object in C++ and a value in C: `c ? a : b`, `a = b`, `++a`, `(a, b)`.
bool isNoObjectInC(const clang::Expr *E);

} // namespace cu2cl

#endif
