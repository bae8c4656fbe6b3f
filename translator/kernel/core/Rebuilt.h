// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_REBUILT_H
#define CU2CL_KERNEL_CORE_REBUILT_H

#include "kernel/core/KernelPrinter.h"

namespace cu2cl {

/// \p S, whose parts do not be in it as written (packs, folds, what the compiler adds), written
/// from its parts; a mark where that is not known.
Fragment rebuild(KernelPrinter &P, const clang::Stmt *S);

} // namespace cu2cl

#endif
