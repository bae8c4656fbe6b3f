// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_VARIANT_EXPLAIN_H
#define CU2CL_OPTIMIZERS_VARIANT_EXPLAIN_H

#include "optimizers/tree/Source.h"

namespace cu2cl::opt {

/// Returns what is known of \p Kernel: its guards, loops and accesses, and for every step whether
/// it is legal here or why not.
std::string explainKernel(const Source &From, const clang::FunctionDecl *Kernel);

} // namespace cu2cl::opt

#endif
