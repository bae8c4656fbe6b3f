// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_INTERFACE_KERNELINTERFACE_H
#define CU2CL_KERNEL_INTERFACE_KERNELINTERFACE_H

#include "kernel/core/Declarators.h"

namespace cu2cl {

/// Returns what the host needs to launch the printer's kernel. \p Styles are those of its
/// parameters.
KernelInterface kernelInterface(KernelPrinter &P, const KernelDecision &Decision,
                                llvm::ArrayRef<DeclarationStyle> Styles, std::string Signature);

} // namespace cu2cl

#endif
