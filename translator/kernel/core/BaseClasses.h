// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_BASECLASSES_H
#define CU2CL_KERNEL_CORE_BASECLASSES_H

#include "kernel/core/KernelPrinter.h"

namespace cu2cl {

/// The member that holds base class \p Base of \p Derived: "base", or "base_Name" if there are
/// several. Empty for a base without data, which has no member.
std::string baseMember(KernelPrinter &P, const clang::CXXRecordDecl *Derived,
                       const clang::CXXRecordDecl *Base);

/// True if \p D or one of its bases has a data member.
bool hasData(const clang::CXXRecordDecl *D);

/// \p E as a cast to a base class, null if it is none.
const clang::CastExpr *asDerivedToBase(const clang::Expr *E);

} // namespace cu2cl

#endif
