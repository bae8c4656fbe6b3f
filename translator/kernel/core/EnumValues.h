// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_ENUMVALUES_H
#define CU2CL_KERNEL_CORE_ENUMVALUES_H

#include "kernel/core/KernelPrinter.h"

namespace cu2cl {

/// The type that a C compiler gives the enumerator \p D: int, or if its value is none the type of
/// the whole enum.
clang::QualType enumeratorTypeInC(const clang::ASTContext &Context,
                                  const clang::EnumConstantDecl *D);

/// The type that C promotes the value of \p E, of an enum type, to; null if its text has another
/// form.
clang::QualType enumValueTypeInC(const clang::ASTContext &Context, const clang::Expr *E);

/// Returns true if \p E, a value of an enum, is printed with a cast to what C++ promotes it to.
bool isEnumValueCast(KernelPrinter &P, const clang::Expr *E);

} // namespace cu2cl

#endif
