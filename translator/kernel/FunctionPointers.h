// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_FUNCTIONPOINTERS_H
#define CU2CL_KERNEL_FUNCTIONPOINTERS_H

#include "kernel/KernelPrinter.h"
#include <optional>

namespace cu2cl {

/// The versions of the functions that a pointer to \p T may hold: empty if calls through it are not
/// translated. Each has one version.
std::vector<const FunctionVersion *> targetVersions(const DeviceUnit &Unit,
                                                    const clang::FunctionProtoType *T);
/// The numbers of the functions of type \p T, and what calls a function by its number:
///   enum { add_function = 1, mul_function };
///   float call_float_float(ulong function, float x) { switch ... }
Fragment printDispatcher(KernelPrinter &P, const clang::FunctionProtoType *T);
/// Functions as values, and calls through pointers to them.
std::optional<Fragment> printFunctionPointer(KernelPrinter &P, const clang::Stmt *S);

} // namespace cu2cl

#endif
