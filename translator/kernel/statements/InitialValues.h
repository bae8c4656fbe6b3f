// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_STATEMENTS_INITIALVALUES_H
#define CU2CL_KERNEL_STATEMENTS_INITIALVALUES_H

#include "kernel/core/KernelPrinter.h"

namespace cu2cl {

/// " = 0" for \p V, a variable without an initial value, where threads may look at it that gave it
/// none; else empty. A lane of CUDA may shuffle what it has not set, if nobody reads that; to a
/// compiler of OpenCL it says that each thread has set it, and the conditions before go.
std::string missingInitialValue(KernelPrinter &P, const clang::VarDecl *V);

/// Returns true if \p V is a local variable or parameter with a union in it whose members have
/// scalars of several sizes: what is stored there must not change its order
/// (clrt/device/store_order.clh), as in `U u = {0}; u.t.a = i;`.
bool keepsOrderOfStores(KernelPrinter &P, const clang::VarDecl *V);

/// The statement that keeps this order for the parameters of \p F; empty if none needs it.
std::string storeOrderOfParameters(KernelPrinter &P, const clang::FunctionDecl *F);

} // namespace cu2cl

#endif
