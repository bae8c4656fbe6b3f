// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_EXPRESSIONS_FUNCTIONPOINTERS_H
#define CU2CL_KERNEL_EXPRESSIONS_FUNCTIONPOINTERS_H

#include "kernel/core/KernelPrinter.h"
#include <optional>

namespace cu2cl {

/// The item of the program after which printDispatcher() puts the dispatcher for \p F.
const clang::Decl *placeOfDispatcher(const DeviceUnit &Unit, const clang::FunctionDecl *F);
/// The numbers of the functions that pointers to such as \p F hold, and what calls a function by
/// its number:
///   enum { add_function = 1, mul_function };
///   float call_float_float(ulong function, float x) { switch ... }
Fragment printDispatcher(KernelPrinter &P, const clang::FunctionDecl *F);
/// The pointer \p E to a member function as a number.
std::optional<Fragment> printMemberFunction(KernelPrinter &P, const clang::Expr *E);
/// Functions as values, and calls through pointers to them.
std::optional<Fragment> printFunctionPointer(KernelPrinter &P, const clang::Stmt *S);

} // namespace cu2cl

#endif
