// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_BASECLASSES_H
#define CU2CL_KERNEL_CORE_BASECLASSES_H

#include "kernel/core/KernelPrinter.h"

namespace cu2cl {

/// The member that holds base class \p Base of \p Derived: "base", or "base_Name" if there are
/// several. Empty if it is not a member (see isMember).
std::string baseMember(KernelPrinter &P, const clang::CXXRecordDecl *Derived,
                       const clang::CXXRecordDecl *Base);

/// True if \p D or one of its bases has a data member.
bool hasData(const clang::CXXRecordDecl *D);

/// True if base class \p Base of \p Derived is a member: it has data, or it has none and keeps the
/// first member from the beginning of the object, since that is or begins with the same class
/// (`struct Row : Managed { Text name; }` with `struct Text : Managed`).
bool isMember(const clang::CXXRecordDecl *Derived, const clang::CXXRecordDecl *Base);

/// \p E as a cast to a base class, null if it is none.
const clang::CastExpr *asDerivedToBase(const clang::Expr *E);

} // namespace cu2cl

#endif
