// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_DRIVER_DECLARATIONTRACE_H
#define CU2CL_KERNEL_DRIVER_DECLARATIONTRACE_H

#include "kernel/core/KernelPrinter.h"

namespace cu2cl {

/// Adds to the trace of \p P what became of the declaration of its function; \p K is the interface
/// that was made for it, null if it is no kernel.
void traceFunction(KernelPrinter &P, const KernelInterface *K);
/// The same for a type or constant of file scope.
void traceDeclaration(KernelPrinter &P, const clang::Decl *D, const RecordClone *Version);

} // namespace cu2cl

#endif
