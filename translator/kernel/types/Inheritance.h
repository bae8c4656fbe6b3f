// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_TYPES_INHERITANCE_H
#define CU2CL_KERNEL_TYPES_INHERITANCE_H

#include "kernel/core/BaseClasses.h"
#include "clang/AST/DeclCXX.h"

namespace cu2cl {

/// The members that lead to the base class of \p Cast ("base.base"); nothing if it has no data.
std::optional<std::string> basePath(KernelPrinter &P, const clang::CastExpr *Cast);

/// The address of the object \p C as its base.
Fragment printBaseAddress(KernelPrinter &P, const clang::CastExpr *C);

/// The address of \p E, a base cast to the class that has it; nothing if it is something else.
std::optional<Fragment> printDerivedAddress(KernelPrinter &P, const clang::Expr *E);

} // namespace cu2cl

#endif
