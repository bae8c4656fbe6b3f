// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_INTERFACE_ALIGNEDARGUMENTS_H
#define CU2CL_KERNEL_INTERFACE_ALIGNEDARGUMENTS_H

#include "kernel/core/KernelPrinter.h"
#include <string>

namespace cu2cl {

/// Returns true if a kernel cannot take an object of type \p T by value after the parameters in
/// front of \p D and, of the same parameter, \p Used numbers and pointers, and an object if
/// \p BehindObject.
bool needsWords(const clang::ASTContext &Context, const clang::ParmVarDecl *D, clang::QualType T,
                bool BehindObject, unsigned Used);

/// Returns the class in which a kernel takes its argument \p Name instead: "typedef struct { ulong
/// words[2]; } move_v;", and its name.
std::string wordsClass(KernelPrinter &P, const std::string &Name, clang::QualType T);
std::string wordsName(KernelPrinter &P, const std::string &Name);

/// Returns the object of \p Type that \p Given, of \p Class, is.
std::string fromWords(const std::string &Class, const std::string &Given, const std::string &Type);

} // namespace cu2cl

#endif
