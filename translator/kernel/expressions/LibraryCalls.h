// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_EXPRESSIONS_LIBRARYCALLS_H
#define CU2CL_KERNEL_EXPRESSIONS_LIBRARYCALLS_H

#include "kernel/core/KernelPrinter.h"

namespace cu2cl {

/// \p Call of \p Callee, a function of one of the libraries that are translated, whose body is one
/// expression: that expression with the arguments in it, "clrt_shfl_down_int(v, 1, 32, warp)".
/// Nothing for other functions, and where the expression would mean something else in this place.
std::optional<Fragment> printLibraryCall(KernelPrinter &P, const clang::CallExpr *Call,
                                         const FunctionClone &Callee);

} // namespace cu2cl

#endif
