// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_APPENDEDTEXT_H
#define CU2CL_KERNEL_APPENDEDTEXT_H

#include "kernel/KernelPrinter.h"
#include "kernel/TypeText.h"

namespace cu2cl {

/// "__constant float *factor": the parameter that stands for \p A in the printer's function.
std::string appendedText(KernelPrinter &P, const Appended &A);

/// True if this is a kernel with more __constant__ variables than it may have arguments: all come
/// in one buffer.
bool hasPackedConstants(KernelPrinter &P);
/// The buffer's parameter name: one that no constant has.
std::string packName(KernelPrinter &P);
/// "__constant float *row = (__constant float *)(constants + 16);" for each constant, one a line.
std::string unpackConstants(KernelPrinter &P);

} // namespace cu2cl

#endif
