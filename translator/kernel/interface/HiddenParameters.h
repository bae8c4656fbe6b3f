// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_INTERFACE_APPENDEDTEXT_H
#define CU2CL_KERNEL_INTERFACE_APPENDEDTEXT_H

#include "kernel/core/KernelPrinter.h"
#include "kernel/core/TypeText.h"

namespace cu2cl {

/// "__constant float *factor": the parameter that stands for \p A in the printer's function.
std::string appendedText(KernelPrinter &P, const Appended &A);

/// The name of that parameter: A's own, or of the block that A is a view of (isWideBlock).
std::string appendedName(KernelPrinter &P, const Appended &A);

/// Put after the declaration of \p V, a shared variable, where its function views shared memory as
/// something wider: OpenCL aligns an array as its elements ask, nvcc's happen to be aligned more.
std::string alignmentForViews(KernelPrinter &P, const clang::VarDecl *V);

/// True if \p A is the dynamic shared block of a kernel that looks at it as a wider type than the
/// block is declared with. CUDA aligns the block to 16 bytes; OpenCL only to what the parameter's
/// type asks, so the parameter gets a wide type.
bool isWideBlock(KernelPrinter &P, const Appended &A);
/// "__local char *bytes = (__local char *)bytes_block;"
std::string viewOfBlock(KernelPrinter &P, const Appended &A);

/// True if \p A is a pointer to pointers, which a kernel of OpenCL C 1.2 gets as a `void *`.
bool isGivenAsVoid(KernelPrinter &P, const Appended &A);
/// "__global void *table_given": that parameter.
std::string givenText(const Appended &A);
/// True if this is a kernel with more __constant__ variables than it may have arguments: all come
/// in one buffer.
bool hasPackedConstants(KernelPrinter &P);
/// The buffer's parameter name: one that no constant has.
std::string packName(KernelPrinter &P);
/// "__constant float *row = (__constant float *)(constants + 16);" for each constant, one a line.
std::string unpackConstants(KernelPrinter &P);

/// "__global uchar *t_data, clrt_texture_info t_info": what a kernel gets for texture \p Name.
std::string textureDeclarations(llvm::StringRef Name);
/// "clrt_make_texture(t_data, t_info)": what puts it together there.
std::string textureValue(llvm::StringRef Name);

/// Gives the function a view of the shared block of a launch under the name of \p V, which is
/// declared outside of it, if it has none yet.
void hoistView(KernelPrinter &P, const clang::VarDecl *V);

} // namespace cu2cl

#endif
