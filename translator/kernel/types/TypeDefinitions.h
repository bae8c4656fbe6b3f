// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_TYPES_TYPEITEMS_H
#define CU2CL_KERNEL_TYPES_TYPEITEMS_H

#include "kernel/core/KernelPrinter.h"

namespace cu2cl {

/// Classes without a name that a member has, but which are types of their own in the output.
using SeparateRecords = llvm::DenseSet<const clang::RecordDecl *>;
/// "typedef struct S {...} S;" and what checks its layout.
Fragment printRecord(KernelPrinter &P, const clang::RecordDecl *D, const RecordClone *Version,
                     const SeparateRecords &Separate);
/// "typedef enum E {...} E;"
Fragment printEnum(KernelPrinter &P, const clang::EnumDecl *D);
/// "typedef float real;" for typedef and using.
Fragment printTypedef(KernelPrinter &P, const clang::TypedefNameDecl *D);
/// A constant of file scope: "enum { N = 16 };" or "__constant float pi = 3.14f;".
Fragment printConstantItem(KernelPrinter &P, const clang::VarDecl *D);

} // namespace cu2cl

#endif
